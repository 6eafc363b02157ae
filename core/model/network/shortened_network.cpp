#include "core/model/network/shortened_network.h"

#include <algorithm>
#include <utility>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

class Shortener {
public:
    Shortener(const Problem& problem, const std::vector<OperatorIndex>& removed)
        : problem_(problem),
          operators_(problem.graph->operators),
          is_removed_(operators_.size(), false),
          is_produced_(problem.buffers.size(), false),
          is_read_(problem.buffers.size(), false),
          readers_left_(problem.buffers.size(), 0),
          held_(problem.buffers.size()) {
        for (const OperatorIndex index : removed) {
            is_removed_[index] = true;
        }
        for (const Operator& node : operators_) {
            for (const BufferIndex read : node.reads) {
                is_read_[read] = true;
                ++readers_left_[read];
            }
            for (const BufferIndex written : node.writes) {
                is_produced_[written] = true;
            }
        }
        is_available_ = is_produced_;
        is_available_.flip();
        for (const Transfer& transfer : problem.transfers) {
            is_produced_[transfer.copy] = true;
            is_available_[transfer.copy] = false;
            is_read_[transfer.source] = true;
            ++readers_left_[transfer.source];
        }
        waiting_ = problem.transfers;
        std::ranges::stable_sort(waiting_,
                                 [this](const Transfer& a, const Transfer& b) { return step_of(a) < step_of(b); });
        for (std::size_t i = 0; i < held_.size(); ++i) {
            held_[i] = {{BufferIndex(i), Bytes(0), problem.buffers[i].size}};
            // The caller reads outputs after the last operator.
            readers_left_[i] += problem.buffers[i].kind == BufferKind::output ? 1 : 0;
        }
    }

    ShortenedNetwork run() {
        for (std::size_t i = 0; i < operators_.size(); ++i) {
            transfer_until(operators_[i].step);
            if (is_removed_[i]) {
                pass_through(operators_[i]);
            } else {
                keep(OperatorIndex(i));
            }
            for (const BufferIndex written : operators_[i].writes) {
                is_available_[written] = true;
            }
            // A copy may leave in the same step in which its source is written.
            transfer_until(operators_[i].step);
        }
        for (std::size_t i = 0; i < held_.size(); ++i) {
            list(BufferIndex(i));
        }
        return std::move(network_);
    }

private:
    [[nodiscard]] Step step_of(const Transfer& transfer) const {
        return problem_.buffers[transfer.copy].lifetime.begin;
    }

    void keep(OperatorIndex index) {
        ShortenedOperator& left = network_.operators.emplace_back();
        left.node = index;
        for (const BufferIndex read : operators_[index].reads) {
            left.reads.push_back(take(read));
        }
    }

    /// Adds the transfers up to a step whose source is available.
    void transfer_until(Step step) {
        const auto later = std::upper_bound(waiting_.begin(), waiting_.end(), step,
                                            [this](Step at, const Transfer& one) { return at < step_of(one); });
        const auto left = std::stable_partition(waiting_.begin(), later,
                                                [this](const Transfer& one) { return !is_available_[one.source]; });
        for (auto transfer = left; transfer != later; ++transfer) {
            network_.transfers.push_back({transfer->copy, take(transfer->source), network_.operators.size()});
            is_available_[transfer->copy] = true;
        }
        waiting_.erase(left, later);
    }

    /// The ranges of a buffer. The last reader gets them without a copy, so that a chain of merges stays linear.
    HeldTensor take(BufferIndex read) {
        HeldTensor& held = held_[read];
        return --readers_left_[read] == 0 ? std::exchange(held, {}) : held;
    }

    void pass_through(const Operator& node) {
        std::vector<HeldTensor> operands;
        for (const BufferIndex read : node.reads) {
            operands.push_back(take(read));
        }
        if (node.feature == OperatorFeature::merge) {
            HeldTensor& whole = held_[node.writes.front()];
            whole = std::move(operands.front());
            for (std::size_t i = 1; i < operands.size(); ++i) {
                append(whole, operands[i]);
            }
            return;
        }
        const HeldTensor& operand = operands[node.shareable.front()];
        for (std::size_t i = 0; i < node.writes.size(); ++i) {
            const Bytes position = node.positions.empty() ? Bytes(0) : node.positions[i];
            const std::size_t written = node.writes[i].value();
            held_[written] = slice(operand, position, problem_.buffers[written].size);
        }
    }

    static void append(HeldTensor& whole, const HeldTensor& more) {
        for (const HeldBytes& part : more) {
            const bool goes_on = !whole.empty() && whole.back().buffer == part.buffer &&
                                 whole.back().position + whole.back().size == part.position;
            if (goes_on) {
                whole.back().size = whole.back().size + part.size;
            } else {
                whole.push_back(part);
            }
        }
    }

    [[nodiscard]] static HeldTensor slice(const HeldTensor& whole, Bytes from, Bytes size) {
        HeldTensor result;
        Bytes at;
        for (const HeldBytes& part : whole) {
            const Bytes begin = std::max(at, from);
            const Bytes end = std::min(at + part.size, from + size);
            if (begin < end) {
                result.push_back({part.buffer, part.position + (begin - at), end - begin});
            }
            at = at + part.size;
        }
        return result;
    }

    void list(BufferIndex index) {
        const BufferKind kind = problem_.buffers[index].kind;
        const bool is_given = !is_produced_[index];
        if (kind == BufferKind::variable) {
            network_.variables.push_back(index);
        } else if (kind == BufferKind::scratch) {
            network_.scratch.push_back(index);
        } else if (kind == BufferKind::input || (is_given && (kind == BufferKind::output || is_read_[index]))) {
            network_.inputs.push_back(index);
        }
        if (kind == BufferKind::output) {
            network_.outputs.push_back({index, std::move(held_[index])});
        }
    }

    const Problem& problem_;
    const IndexedVector<OperatorIndex, Operator>& operators_;
    IndexedVector<OperatorIndex, bool> is_removed_;
    IndexedVector<BufferIndex, bool> is_produced_;            ///< by buffer
    IndexedVector<BufferIndex, bool> is_read_;                ///< by buffer
    IndexedVector<BufferIndex, bool> is_available_;           ///< by buffer: available as the source of a transfer
    std::vector<Transfer> waiting_;                           ///< by ascending step
    IndexedVector<BufferIndex, std::uint32_t> readers_left_;  ///< by buffer
    IndexedVector<BufferIndex, HeldTensor> held_;             ///< by buffer
    ShortenedNetwork network_;
};

}  // namespace

ShortenedNetwork shortened_network(const Problem& problem, const std::vector<OperatorIndex>& removed) {
    return problem.graph ? Shortener(problem, removed).run() : ShortenedNetwork{};
}

}  // namespace arenascope
