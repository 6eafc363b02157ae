#include "core/check/symbolic_memory.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace arenascope {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

/// The read as shifted, if the content lies at `at`.
std::optional<ShiftedRead> shifted_from(const OptionalPlacement& at, Placement read, const TensorContent& content,
                                        const SymbolicMemory& memory) {
    if (!at || at->region != read.region || at->offset == read.offset || at->offset < Offset(0) || content.empty() ||
        memory.first_wrong(*at, content)) {
        return std::nullopt;
    }
    return ShiftedRead{{}, read.offset - at->offset, {at->offset, at->offset + size_of(content)}};
}

/// The part with the wrong bytes as shifted, if it lies where its buffer does.
std::optional<ShiftedRead> shifted_part(const DeployedTensor& read, const TensorContent& content,
                                        const WrongBytes& wrong, const DeployedPlaces& places,
                                        const SymbolicMemory& memory) {
    Bytes before;
    for (const DeployedPart& part : read.parts) {
        const Placement at{read.place->offset + before, read.place->region};
        if (wrong.bytes.from < at.offset + part.size) {
            auto shifted = shifted_from(places.place_of(part), at, slice(content, before, part.size), memory);
            if (shifted) {
                shifted->part = part.buffer;
            }
            return shifted;
        }
        before = before + part.size;
    }
    return std::nullopt;
}

/// Whether scratch lies inside other scratch that is in use at the same operators, and may do so.
bool lies_in_other(const std::vector<DeployedBuffer>& scratch, std::size_t index,
                   const std::vector<std::size_t>& begun_together) {
    const DeployedBuffer& inner = scratch[index];
    return std::any_of(begun_together.begin(), begun_together.end(), [&](std::size_t other) {
        const DeployedBuffer& outer = scratch[other];
        return other != index && inner.overlay && outer.overlay && inner.place && outer.place &&
               inner.last == outer.last && (outer.gaps.empty() || outer.gaps == inner.gaps) &&
               inner.place->region == outer.place->region && outer.place->offset <= inner.place->offset &&
               inner.place->offset + inner.size <= outer.place->offset + outer.size &&
               (inner.size < outer.size || other < index);
    });
}

/// The scratch as a buffer whose steps are the operators of the list.
Buffer buffer_of_scratch(const DeployedBuffer& one) {
    Buffer buffer;
    buffer.size = one.size;
    buffer.lifetime = {Step(*one.first), Step(std::int64_t{one.last.value_or(*one.first)} + 1)};
    for (const DeployedGap& gap : one.gaps) {
        buffer.add_gap({{Step(gap.first), Step(std::int64_t{gap.last} + 1)}, gap.window});
    }
    return buffer;
}

const std::vector<ScratchBytes>& bytes_at(const std::unordered_map<std::size_t, std::vector<ScratchBytes>>& lists,
                                          std::size_t position) {
    static const std::vector<ScratchBytes> nothing;
    const auto found = lists.find(position);
    return found == lists.end() ? nothing : found->second;
}

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
    std::ranges::sort(variables_, std::ranges::greater(),
                      [&](const Transfer& one) { return problem.buffers[one.copy].lifetime.begin; });
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

DeployedPlaces::DeployedPlaces(const Deployment& deployment) {
    add(deployment.inputs, the_caller);
    add(deployment.variables, the_caller);
    add(deployment.scratch, the_caller);
    for (std::size_t i = 0; i < deployment.operators.size(); ++i) {
        add(deployment.operators[i].writes, static_cast<std::uint32_t>(i));
    }
}

void DeployedPlaces::add(const std::vector<DeployedBuffer>& buffers, std::uint32_t writer) {
    for (const DeployedBuffer& one : buffers) {
        written_.try_emplace(one.name, Written{one.place, writer});
    }
}

OptionalPlacement DeployedPlaces::place_of(std::string_view buffer) const {
    const auto found = written_.find(buffer);
    return found == written_.end() ? std::nullopt : found->second.place;
}

std::optional<std::uint32_t> DeployedPlaces::writer_of(std::string_view buffer) const {
    const auto found = written_.find(buffer);
    return found == written_.end() ? std::nullopt : std::optional(found->second.writer);
}

OptionalPlacement DeployedPlaces::place_of(const DeployedPart& part) const {
    auto place = place_of(std::string_view(part.buffer));
    if (place) {
        place->offset = place->offset + part.position;
    }
    return place;
}

/// Makes a piece begin at the offset, if one lies across it.
void SymbolicMemory::cut(Memory& memory, std::int64_t offset) {
    auto across = memory.lower_bound(offset);
    if (across == memory.begin() || (across != memory.end() && across->first == offset)) {
        return;
    }
    --across;
    ValueBytes& first = across->second.content;
    const std::int64_t kept = offset - across->first;
    if (kept < first.size) {
        memory.emplace(offset, Piece{{first.value, first.from + kept, first.size - kept}, across->second.writer});
        first.size = kept;
    }
}

void SymbolicMemory::write(Placement place, const TensorContent& content, std::uint32_t writer) {
    Memory& memory = regions_[place.region];
    const std::int64_t begin = place.offset.value();
    const std::int64_t end = begin + size_of(content).value();
    cut(memory, begin);
    cut(memory, end);
    memory.erase(memory.lower_bound(begin), memory.lower_bound(end));
    std::int64_t at = begin;
    for (const ValueBytes& bytes : content) {
        memory.emplace(at, Piece{bytes, writer});
        at += bytes.size;
    }
}

std::optional<WrongBytes> SymbolicMemory::first_wrong(Placement place, const TensorContent& content) const {
    const Memory& memory = regions_[place.region];
    std::int64_t at = place.offset.value();
    auto piece = memory.upper_bound(at);
    if (piece != memory.begin()) {
        --piece;
    }
    for (const ValueBytes& wanted : content) {
        const std::int64_t end = at + wanted.size;
        std::int64_t from = wanted.from;
        while (at < end) {
            while (piece != memory.end() && piece->first + piece->second.content.size <= at) {
                ++piece;
            }
            if (piece == memory.end() || piece->first > at) {
                const std::int64_t next = piece == memory.end() ? end : std::min(end, piece->first);
                return WrongBytes{
                    {Offset(at), Offset(next)}, std::nullopt, {wanted.value, from, next - at}, std::nullopt};
            }
            const ValueBytes& found = piece->second.content;
            const std::int64_t next = std::min(end, piece->first + found.size);
            const std::int64_t found_from = found.from + (at - piece->first);
            if (found.value != wanted.value || found_from != from) {
                return WrongBytes{{Offset(at), Offset(next)},
                                  piece->second.writer,
                                  {wanted.value, from, next - at},
                                  ValueBytes{found.value, found_from, next - at}};
            }
            from += next - at;
            at = next;
        }
    }
    return std::nullopt;
}

std::optional<ShiftedRead> shifted_read(const DeployedTensor& read, const TensorContent& content,
                                        const WrongBytes& wrong, const DeployedPlaces& places,
                                        const SymbolicMemory& memory) {
    if (read.parts.empty()) {
        return std::nullopt;
    }
    const DeployedPart& first = read.parts.front();
    if (auto whole = shifted_from(places.place_of(first), *read.place, content, memory)) {
        return whole;
    }
    if (auto part = shifted_part(read, content, wrong, places, memory)) {
        return part;
    }
    // A copy of the content that another operator wrote over it is no shift.
    if (!wrong.found || wrong.found->value != wrong.wanted.value || wrong.writer != places.writer_of(first.buffer)) {
        return std::nullopt;
    }
    const Bytes by(wrong.found->from - wrong.wanted.from);
    return shifted_from(Placement{read.place->offset - by, read.place->region}, *read.place, content, memory);
}

ScratchUse::ScratchUse(const Deployment& deployment) : is_operand_(deployment.scratch.size(), false) {
    find_operands(deployment);
    const std::vector<DeployedBuffer>& scratch = deployment.scratch;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> begun_at;
    for (std::size_t i = 0; i < scratch.size(); ++i) {
        if (scratch[i].first && !is_operand_[i]) {
            begun_at[*scratch[i].first].push_back(i);
        }
    }
    for (std::size_t i = 0; i < scratch.size(); ++i) {
        if (scratch[i].first && (is_operand_[i] || !lies_in_other(scratch, i, begun_at[*scratch[i].first]))) {
            add(i, scratch[i]);
        }
    }
}

void ScratchUse::find_operands(const Deployment& deployment) {
    std::unordered_set<std::string_view> read;
    for (const DeployedOperator& one : deployment.operators) {
        for (const DeployedTensor& operand : one.reads) {
            for (const DeployedPart& part : operand.parts) {
                read.insert(part.buffer);
            }
        }
    }
    for (std::size_t i = 0; i < is_operand_.size(); ++i) {
        is_operand_[i] = read.contains(deployment.scratch[i].name);
    }
}

void ScratchUse::add(std::size_t scratch, const DeployedBuffer& one) {
    std::optional<Piece> before;
    for_each_piece(buffer_of_scratch(one), [&](const Piece& piece) {
        const auto at = static_cast<std::size_t>(piece.steps.begin.value());
        const auto take = [&](Bytes from, Bytes to) {
            if (from < to) {
                taken_[at].push_back({scratch, {from, to}});
            }
        };
        if (!before || before->steps.end < piece.steps.begin) {
            if (before || !is_operand_[scratch]) {
                take(piece.bytes.from, piece.bytes.to);
            }
        } else {
            take(piece.bytes.from, std::min(piece.bytes.to, before->bytes.from));
            take(std::max(piece.bytes.from, before->bytes.to), piece.bytes.to);
        }
        if (!is_operand_[scratch]) {
            left_[static_cast<std::size_t>(piece.steps.end.value() - 1)].push_back({scratch, piece.bytes});
        }
        before = piece;
    });
}

const std::vector<ScratchBytes>& ScratchUse::taken_by(std::size_t position) const {
    return bytes_at(taken_, position);
}

const std::vector<ScratchBytes>& ScratchUse::left_by(std::size_t position) const {
    return bytes_at(left_, position);
}

}  // namespace arenascope
