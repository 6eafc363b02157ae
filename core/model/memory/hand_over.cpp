#include "core/model/memory/hand_over.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

class HandOvers {
public:
    explicit HandOvers(const Problem& problem) : problem_(problem) {}

    std::vector<HandOver> run() {
        const std::vector<bool> fits = operators_fit_to_share(problem_);
        for (std::size_t i = 0; i < fits.size(); ++i) {
            if (fits[i]) {
                add(problem_.graph->operators[i]);
            }
        }
        return std::move(found_);
    }

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }
    [[nodiscard]] bool is_variable(BufferIndex index) const { return buffer(index).kind == BufferKind::variable; }

    void add(const Operator& node) {
        switch (node.feature) {
            case OperatorFeature::ordinary:
                break;
            case OperatorFeature::in_place:
                add_overwritten(node);
                break;
            case OperatorFeature::removable:
                add_views(node);
                break;
            case OperatorFeature::merge:
                add_parts(node);
                break;
        }
    }

    void add_overwritten(const Operator& node) {
        const BufferIndex written = node.writes.front();
        for (const std::uint32_t taken : node.shareable) {
            const BufferIndex operand = node.reads[taken];
            // Outputs and variables are still needed after the last step.
            const bool is_wanted_later = buffer(operand).kind == BufferKind::output || is_variable(operand) ||
                                         buffer(operand).lifetime.end.value() > node.step.value() + 1;
            if (node.writes.size() == 1 && !is_wanted_later && buffer(written).size <= buffer(operand).size) {
                found_.push_back({operand, written, written, operand, Bytes(0), false});
            }
        }
    }

    void add_views(const Operator& node) {
        const BufferIndex operand = node.reads[node.shareable.front()];
        for (std::size_t i = 0; i < node.writes.size() && !is_variable(operand); ++i) {
            const Bytes position = node.positions.empty() ? Bytes(0) : node.positions[i];
            if (position >= Bytes(0) && position <= buffer(operand).size &&
                buffer(node.writes[i]).size <= buffer(operand).size - position) {
                found_.push_back({operand, node.writes[i], node.writes[i], operand, position, true});
            }
        }
    }

    void add_parts(const Operator& node) {
        const BufferIndex whole = node.writes.front();
        // Subtract one by one: a file may name an operand so often that the sum does not fit in 64 bits.
        std::int64_t rest = buffer(whole).size.value();
        for (const BufferIndex operand : node.reads) {
            rest = std::max<std::int64_t>(rest, 0) - buffer(operand).size.value();
        }
        if (node.writes.size() != 1 || rest != 0) {
            return;
        }
        Bytes position;
        for (const BufferIndex operand : node.reads) {
            if (!is_variable(operand)) {
                found_.push_back({operand, whole, operand, whole, position, true});
            }
            position = position + buffer(operand).size;
        }
    }

    const Problem& problem_;
    std::vector<HandOver> found_;
};

}  // namespace

std::vector<bool> operators_fit_to_share(const Problem& problem) {
    if (!problem.graph) {
        return {};
    }
    const auto& operators = problem.graph->operators;
    IndexedVector<BufferIndex, std::uint32_t> writers(problem.buffers.size(), 0);
    IndexedVector<BufferIndex, OperatorIndex> readers(problem.buffers.size(), OperatorIndex::none());
    for (const Operator& node : operators) {
        for (const BufferIndex written : node.writes) {
            ++writers[written];
        }
    }
    const auto fits = [&](const Operator& node, OperatorIndex index) {
        const auto can_give = [&](std::uint32_t position) {
            return position < node.reads.size() && writers[node.reads[position]] <= 1 &&
                   contains(problem.buffers[node.reads[position]].lifetime, node.step);
        };
        // A result that existed before this operator, or is written twice, cannot share.
        const auto can_take = [&](BufferIndex written) {
            const Buffer& buffer = problem.buffers[written];
            return buffer.lifetime.begin == node.step && buffer.kind != BufferKind::variable && writers[written] == 1 &&
                   readers[written] != index;
        };
        return !node.shareable.empty() && (!node.writes.empty() || node.feature == OperatorFeature::removable) &&
               (node.positions.empty() || node.positions.size() == node.writes.size()) &&
               std::ranges::all_of(node.shareable, can_give) && std::ranges::all_of(node.writes, can_take);
    };
    std::vector<bool> fit;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        for (const BufferIndex read : operators[i].reads) {
            readers[read] = OperatorIndex(i);
        }
        // If operators are out of order, it is unknown who reads a buffer later.
        const bool is_in_order = i == 0 || operators[i - 1].step < operators[i].step;
        fit.push_back(is_in_order && fits(operators[i], OperatorIndex(i)));
    }
    return fit;
}

std::vector<HandOver> hand_overs(const Problem& problem) {
    return HandOvers(problem).run();
}

}  // namespace arenascope
