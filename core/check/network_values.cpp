#include "core/check/network_values.h"

#include <algorithm>

namespace arenascope {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

}  // namespace

NetworkValues::NetworkValues(const Problem& problem) : problem_(problem) {
    const std::size_t count = problem.graph ? problem.graph->operators.size() : 0;
    reads_.resize(count);
    writes_.resize(count);
    rewritten_.resize(count);
    for (const Buffer& buffer : problem.buffers) {
        current_.push_back(add(foreign(buffer.size)));
    }
    for (const Transfer& transfer : problem.transfers) {
        current_[transfer.copy] = none;
        if (problem.buffers[transfer.source].kind == BufferKind::variable) {
            variables_.push_back(transfer);
        }
    }
    std::sort(variables_.begin(), variables_.end(), [&](const Transfer& a, const Transfer& b) {
        return problem.buffers[a.copy].lifetime.begin > problem.buffers[b.copy].lifetime.begin;
    });
    for (std::size_t i = 0; i < count; ++i) {
        copy_variables(problem.graph->operators[i].step);
        run(OperatorIndex(i));
    }
}

void NetworkValues::copy_variables(Step step) {
    while (!variables_.empty() && problem_.buffers[variables_.back().copy].lifetime.begin <= step) {
        current_[variables_.back().copy] = current_[variables_.back().source];
        variables_.pop_back();
    }
}

const TensorContent& NetworkValues::read(OperatorIndex node, std::size_t operand) const {
    return contents_[reads_[node][operand]];
}

const TensorContent& NetworkValues::written(OperatorIndex node, std::size_t output) const {
    return contents_[writes_[node][output]];
}

/// Follows transfers to the buffer that is written. A chain of transfers is at most as long as there are buffers.
std::uint32_t NetworkValues::current(BufferIndex buffer) const {
    for (std::size_t i = 0; i < problem_.transfers.size() && current_[buffer] == none; ++i) {
        const Transfer* transfer = transfer_into(problem_, buffer);
        if (transfer == nullptr) {
            break;
        }
        buffer = transfer->source;
    }
    return current_[buffer] == none ? buffer.value() : current_[buffer];
}

std::uint32_t NetworkValues::add(TensorContent content) {
    contents_.push_back(std::move(content));
    return static_cast<std::uint32_t>(contents_.size() - 1);
}

TensorContent NetworkValues::handed_on(const Operator& node, std::size_t output) const {
    TensorContent result;
    if (node.feature == OperatorFeature::removable && !node.shareable.empty()) {
        const Bytes from = output < node.positions.size() ? node.positions[output] : Bytes(0);
        result = slice(contents_[current(node.reads[node.shareable.front()])], from,
                       problem_.buffers[node.writes[output]].size);
    } else if (node.feature == OperatorFeature::merge) {
        for (const BufferIndex read : node.reads) {
            const TensorContent& part = contents_[current(read)];
            result.insert(result.end(), part.begin(), part.end());
        }
    }
    return result;
}

void NetworkValues::run(OperatorIndex index) {
    const Operator& node = problem_.graph->operators[index];
    for (const BufferIndex read : node.reads) {
        reads_[index].push_back(current(read));
    }
    for (std::size_t i = 0; i < node.writes.size(); ++i) {
        const Bytes size = problem_.buffers[node.writes[i]].size;
        TensorContent content = handed_on(node, i);
        writes_[index].push_back(add(size_of(content) == size ? std::move(content) : foreign(size)));
    }
    for (std::size_t i = 0; i < node.writes.size(); ++i) {
        current_[node.writes[i]] = writes_[index][i];
    }
    for (const BufferIndex read : node.reads) {
        const Buffer& buffer = problem_.buffers[read];
        const bool is_written = std::find(node.writes.begin(), node.writes.end(), read) != node.writes.end();
        if (node.feature == OperatorFeature::ordinary && buffer.kind == BufferKind::variable && !is_written) {
            current_[read] = add(foreign(buffer.size));
            rewritten_[index].emplace_back(read, current_[read]);
        }
    }
}

TensorContent slice(const TensorContent& whole, Bytes from, Bytes size) {
    TensorContent result;
    std::int64_t at = 0;
    for (const ValueBytes& bytes : whole) {
        const std::int64_t begin = std::max(at, from.value());
        const std::int64_t end = std::min(at + bytes.size, from.value() + size.value());
        if (begin < end) {
            result.push_back({bytes.value, bytes.from + begin - at, end - begin});
        }
        at += bytes.size;
    }
    return result;
}

Bytes size_of(const TensorContent& content) {
    std::int64_t size = 0;
    for (const ValueBytes& bytes : content) {
        size += bytes.size;
    }
    return Bytes(size);
}

}  // namespace arenascope
