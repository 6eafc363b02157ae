#include "core/planner/sharing/letter_placement.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "core/check/overlap_checker.h"
#include "core/error/quotation.h"
#include "core/memory/indexed_vector.h"
#include "core/planner/container/forbidden_offsets.h"
#include "core/planner/container/lifetime_index.h"
#include "core/planner/sharing/operator_dependencies.h"

namespace arenascope {
namespace {

class LetterRun {
public:
    LetterRun(const Problem& problem, const StopToken& stop)
        : problem_(problem),
          stop_(stop),
          possible_(sharing_plan(problem, {.largest_merge_first = true})),
          relations_(problem),
          index_(problem),
          writer_(problem.buffers.size(), OperatorIndex::none()),
          offsets_(problem.buffers.size(), unplaced_offset) {
        std::ranges::sort(possible_.shared);
        for (std::size_t i = 0; problem.graph && i < problem.graph->operators.size(); ++i) {
            for (const BufferIndex written : problem.graph->operators[OperatorIndex(i)].writes) {
                writer_[written] = OperatorIndex(i);
            }
        }
    }

    LetterPlacement run() {
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (const auto& pin = problem_.buffers[i].pin) {
                put(BufferIndex(i), *pin);
            }
        }
        for (const BufferIndex target : targets()) {
            if (stop_ && stop_()) {
                break;
            }
            if (!is_placed(target)) {
                place(target);
            }
        }
        return result();
    }

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }
    [[nodiscard]] bool is_placed(BufferIndex index) const { return offsets_[index] != unplaced_offset; }
    [[nodiscard]] Offset offset(BufferIndex index) const { return Offset(offsets_[index]); }
    [[nodiscard]] bool can_share(OperatorIndex node, std::uint32_t position) const {
        return std::ranges::binary_search(possible_.shared, SharedOperand{node, position});
    }
    [[nodiscard]] const Operator& operator_at(OperatorIndex node) const { return problem_.graph->operators[node]; }

    /// By falling size, ties by execution order.
    [[nodiscard]] std::vector<BufferIndex> targets() const {
        std::vector<BufferIndex> order;
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            order.emplace_back(i);
        }
        std::ranges::stable_sort(order, [this](BufferIndex a, BufferIndex b) {
            return std::tuple(buffer(b).size, buffer(a).lifetime.begin) <
                   std::tuple(buffer(a).size, buffer(b).lifetime.begin);
        });
        return order;
    }

    void put(BufferIndex index, Offset at) {
        offsets_[index] = at.value();
        order_.push_back(index);
    }

    /// Where a view lies in its operand.
    [[nodiscard]] static Bytes position_in_operand(const Operator& node, BufferIndex view) {
        const auto at = static_cast<std::size_t>(std::ranges::find(node.writes, view) - node.writes.begin());
        return node.positions.empty() ? Bytes(0) : node.positions[at];
    }

    void place(BufferIndex target) {
        const OperatorIndex writer = writer_[target];
        if (writer != OperatorIndex::none() && operator_at(writer).feature == OperatorFeature::removable &&
            can_share(writer, operator_at(writer).shareable.front())) {
            const Operator& view = operator_at(writer);
            const BufferIndex operand = view.reads[view.shareable.front()];
            if (!is_placed(operand)) {
                place_apart(operand);
            }
            put(target, offset(operand) + position_in_operand(view, target));
            return;
        }
        place_apart(target);
    }

    /// Places a buffer by its dependencies, and the inputs of a merge inside it.
    void place_apart(BufferIndex target) {
        put(target, lowest_offset(target));
        std::vector<BufferIndex> wholes = {target};
        while (!wholes.empty()) {
            const BufferIndex whole = wholes.back();
            wholes.pop_back();
            const OperatorIndex writer = writer_[whole];
            if (writer == OperatorIndex::none() || operator_at(writer).feature != OperatorFeature::merge) {
                continue;
            }
            const Operator& merge = operator_at(writer);
            Bytes at;
            for (std::uint32_t i = 0; i < merge.reads.size(); ++i) {
                const BufferIndex operand = merge.reads[i];
                if (can_share(writer, i) && !is_placed(operand)) {
                    put(operand, offset(whole) + at);
                    wholes.push_back(operand);
                }
                at = at + buffer(operand).size;
            }
        }
    }

    [[nodiscard]] Offset lowest_offset(BufferIndex target) {
        std::vector<Forbidden> forbidden;
        const std::int64_t size = buffer(target).size.value();
        for (const BufferIndex partner : relations_.partners_of(std::span(&target, 1))) {
            work_ +=
                index_.for_each_overlapping(buffer(target).region, buffer(partner).lifetime, [&](BufferIndex other) {
                    if (is_placed(other) && relations_.depend(partner, other)) {
                        forbidden.push_back({offsets_[other] - size, offsets_[other] + buffer(other).size.value()});
                    }
                });
        }
        std::ranges::sort(forbidden, {}, &Forbidden::above);
        // What lies inside a merge, and views, are aligned if the block is.
        const bool begins_block = possible_.position_of[target] == Bytes(0);
        const Bytes alignment = begins_block ? possible_.blocks[possible_.block_of[target]].alignment
                                             : alignment_of(problem_, buffer(target));
        Offset lowest;
        for (const Forbidden& range : forbidden) {
            if (range.above < lowest.value() && lowest.value() < range.below) {
                lowest = aligned_up(Offset(range.below), alignment);
            }
        }
        return lowest;
    }

    /// Whether an operand and the outputs of its operator lie as if the operator shared.
    [[nodiscard]] bool is_shared(const SharedOperand& one) const {
        const Operator& node = operator_at(one.node);
        const BufferIndex operand = node.reads[one.position];
        if (node.feature == OperatorFeature::merge) {
            Bytes at;
            for (std::uint32_t i = 0; i < one.position; ++i) {
                at = at + buffer(node.reads[i]).size;
            }
            return offset(operand) == offset(node.writes.front()) + at;
        }
        return std::ranges::all_of(node.writes, [&](BufferIndex written) {
            const Bytes at = node.feature == OperatorFeature::removable ? position_in_operand(node, written) : Bytes(0);
            return offset(written) == offset(operand) + at;
        });
    }

    LetterPlacement result() {
        LetterPlacement placement;
        placement.work = work_;
        placement.layout = empty_layout(problem_);
        if (order_.size() < offsets_.size()) {
            return placement;
        }
        SharingDecisions decisions;
        std::ranges::copy_if(possible_.shared, std::back_inserter(decisions.shared),
                             [this](const SharedOperand& one) { return is_shared(one); });
        placement.plan =
            sharing_plan(problem_, {.largest_merge_first = true, .decisions = &decisions, .only_decided = true});
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            placement.layout.placements[i] = Placement{Offset(offsets_[i]), problem_.buffers[i].region};
        }
        placement.layout.sharing = placement.plan.groups;
        placement.layout.removed = placement.plan.removed;
        placement.layout.copies = placement.plan.copies;
        std::vector<bool> is_listed(placement.plan.blocks.size(), false);
        for (const BufferIndex index : order_) {
            const std::uint32_t block = placement.plan.block_of[index];
            if (!is_listed[block]) {
                is_listed[block] = true;
                placement.order.push_back(block);
            }
        }
        placement.fault = fault_of(placement.layout);
        return placement;
    }

    [[nodiscard]] std::string fault_of(const Layout& layout) const {
        const CheckReport report = check(problem_, layout, 1);
        if (!report.overlaps.empty()) {
            const Overlap& first = report.overlaps.front();
            return in_quotes(buffer(first.a).name) + " and " + in_quotes(buffer(first.b).name) + " overlap";
        }
        return report.misaligned.empty() ? std::string()
                                         : in_quotes(buffer(report.misaligned.front()).name) + " is misaligned";
    }

    const Problem& problem_;
    const StopToken& stop_;
    SharingPlan possible_;  ///< of all that can share
    OperatorRelations relations_;
    LifetimeIndex index_;
    IndexedVector<BufferIndex, OperatorIndex> writer_;
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    std::vector<BufferIndex> order_;
    std::uint64_t work_ = 0;
};

}  // namespace

LetterPlacement place_by_letter(const Problem& problem, const StopToken& stop) {
    return LetterRun(problem, stop).run();
}

}  // namespace arenascope
