#include "core/planner/sharing/letter_placement.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/hand_over.h"
#include "core/model/memory/tail.h"
#include "core/planner/container/forbidden_offsets.h"
#include "core/planner/container/lifetime_index.h"
#include "core/planner/many_core/placed_areas.h"
#include "core/planner/placement_frames.h"
#include "core/planner/sharing/operator_dependencies.h"

namespace arenascope {
namespace {

using PathIndex = std::uint32_t;

/// Paths of buffers that hand their memory on, each to a single one that gets it from no other one.
///
///   a ─▶ b ─▶ c ─┬▶ d ─▶ e      three paths: a b c, d e, f. All buffers of a path have the same sharing partners, so
///                └▶ f           a search visits paths instead of buffers.
class HandedPaths {
public:
    explicit HandedPaths(const Problem& problem)
        : takers_(problem.buffers.size()), givers_(problem.buffers.size()), path_of_(problem.buffers.size(), none) {
        for (const HandOver& one : hand_overs(problem)) {
            takers_[one.operand].push_back(one.written);
            givers_[one.written].push_back(one.operand);
            crosses_ = crosses_ || problem.buffers[one.operand].region != problem.buffers[one.written].region;
        }
        for (std::size_t i = 0; i < takers_.size(); ++i) {
            if (giver_before(BufferIndex(i)) == BufferIndex::none()) {
                add_path(BufferIndex(i));
            }
        }
        // In a file, operators of the same step may hand memory on in a circle.
        for (std::size_t i = 0; i < takers_.size(); ++i) {
            if (path_of_[BufferIndex(i)] == none) {
                add_path(BufferIndex(i));
            }
        }
        reached_in_.resize(paths_.size(), 0);
    }

    [[nodiscard]] std::size_t count() const { return paths_.size(); }
    [[nodiscard]] PathIndex path_of(BufferIndex buffer) const { return path_of_[buffer]; }
    [[nodiscard]] std::span<const BufferIndex> members(PathIndex path) const { return paths_[path]; }
    /// Whether memory is handed on between regions.
    [[nodiscard]] bool cross_regions() const { return crosses_; }

    /// The paths of the sharing partners of a buffer, its own first. Linear in them and their operands. Valid until the
    /// next call.
    [[nodiscard]] std::span<const PathIndex> partners_of(BufferIndex buffer) {
        found_.assign(1, path_of_[buffer]);
        ++searches_;
        reached_in_[found_.front()] = searches_;
        add_reached(
            0, [this](PathIndex path) -> const auto& { return takers_[paths_[path].back()]; });
        const std::size_t later = found_.size();
        reached_in_[found_.front()] = ++searches_;
        add_next(givers_[paths_[found_.front()].front()]);
        add_reached(
            later, [this](PathIndex path) -> const auto& { return givers_[paths_[path].front()]; });
        return found_;
    }

private:
    static constexpr PathIndex none = static_cast<PathIndex>(-1);

    /// The buffer before this one on its path, or none().
    [[nodiscard]] BufferIndex giver_before(BufferIndex buffer) const {
        const auto& givers = givers_[buffer];
        return givers.size() == 1 && takers_[givers.front()].size() == 1 ? givers.front() : BufferIndex::none();
    }

    void add_path(BufferIndex first) {
        auto& path = paths_.emplace_back();
        for (BufferIndex next = first; path_of_[next] == none;) {
            path_of_[next] = static_cast<PathIndex>(paths_.size() - 1);
            path.push_back(next);
            const auto& takers = takers_[next];
            if (takers.size() != 1 || giver_before(takers.front()) != next) {
                break;
            }
            next = takers.front();
        }
    }

    void add_next(const std::vector<BufferIndex>& buffers) {
        for (const BufferIndex next : buffers) {
            const PathIndex path = path_of_[next];
            if (std::exchange(reached_in_[path], searches_) != searches_) {
                found_.push_back(path);
            }
        }
    }

    template <class NextOf>
    void add_reached(std::size_t from, NextOf&& next_of) {
        for (std::size_t i = from; i < found_.size(); ++i) {
            add_next(next_of(found_[i]));
        }
    }

    IndexedVector<BufferIndex, std::vector<BufferIndex>> takers_;  ///< by buffer: those that may take its memory
    IndexedVector<BufferIndex, std::vector<BufferIndex>> givers_;  ///< by buffer: those whose memory it may take
    IndexedVector<BufferIndex, PathIndex> path_of_;
    std::vector<std::vector<BufferIndex>> paths_;
    std::vector<std::uint64_t> reached_in_;  ///< by path: the last search that reached it
    std::vector<PathIndex> found_;
    std::uint64_t searches_ = 0;
    bool crosses_ = false;
};

class LetterRun {
public:
    LetterRun(const Problem& problem, const StopToken& stop)
        : problem_(problem),
          stop_(stop),
          possible_(sharing_plan(problem, {.largest_merge_first = true})),
          relations_(problem),
          paths_(problem),
          index_(problem),
          writer_(problem.buffers.size(), OperatorIndex::none()),
          offsets_(problem.buffers.size(), unplaced_offset) {
        std::ranges::sort(possible_.shared);
        note_long_paths();
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
    static constexpr std::size_t not_long = static_cast<std::size_t>(-1);
    static constexpr std::size_t least_long = 8;  ///< shorter paths are read as quickly

    /// The bytes that a long path avoids.
    struct Avoided {
        TakenBytes bytes;
        BufferIndex last = BufferIndex::none();  ///< added last
    };

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

    /// The bytes that long paths avoid are kept, so that they are not collected again for each of their buffers.
    void note_long_paths() {
        long_path_.resize(paths_.count(), not_long);
        for (std::size_t i = 0; i < paths_.count() && !paths_.cross_regions(); ++i) {
            if (paths_.members(static_cast<PathIndex>(i)).size() >= least_long) {
                long_path_[i] = avoided_.size();
                avoided_.emplace_back();
            }
        }
    }

    void put(BufferIndex index, Offset at) {
        offsets_[index] = at.value();
        order_.push_back(index);
        if (!avoided_.empty() && takes_bytes(buffer(index))) {
            add_avoided(index);
        }
    }

    /// Adds a placed buffer to what the long paths avoid, with a member that must not share with it.
    void add_avoided(BufferIndex placed) {
        const std::int64_t from = offsets_[placed];
        const std::int64_t to = from + buffer(placed).size.value();
        work_ += index_.for_each_overlapping(buffer(placed).region, buffer(placed).lifetime, [&](BufferIndex member) {
            const std::size_t path = long_path_[paths_.path_of(member)];
            if (path != not_long && avoided_[path].last != placed && relations_.depend(member, placed)) {
                avoided_[path].last = placed;
                avoided_[path].bytes.insert(from, to);
            }
        });
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

    /// Adds what the members of a path must avoid, for a buffer of a size.
    void add_forbidden(PathIndex path, RegionIndex region, std::int64_t size) {
        for (const BufferIndex partner : paths_.members(path)) {
            work_ += index_.for_each_overlapping(region, buffer(partner).lifetime, [&](BufferIndex other) {
                if (is_placed(other) && takes_bytes(buffer(other)) && relations_.depend(partner, other)) {
                    forbidden_.push_back({offsets_[other] - size, offsets_[other] + buffer(other).size.value()});
                }
            });
        }
    }

    [[nodiscard]] Offset lowest_offset(BufferIndex target) {
        const std::span<const PathIndex> partners = paths_.partners_of(target);
        if (!takes_bytes(buffer(target)) && partners.size() == 1 && paths_.members(partners.front()).size() == 1) {
            return {};
        }
        const std::int64_t size = buffer(target).size.value();
        forbidden_.clear();
        used_.clear();
        work_ += partners.size();
        for (const PathIndex path : partners) {
            if (long_path_[path] != not_long) {
                used_.push_back(&avoided_[long_path_[path]].bytes);
            } else {
                add_forbidden(path, buffer(target).region, size);
            }
        }
        std::ranges::sort(forbidden_, {}, &Forbidden::above);
        // What lies inside a merge, and views, are aligned if the block is.
        const bool begins_block = possible_.position_of[target] == Bytes(0);
        const Bytes alignment = begins_block ? possible_.blocks[possible_.block_of[target]].alignment
                                             : alignment_of(problem_, buffer(target));
        Offset lowest;
        auto range = forbidden_.begin();
        for (bool is_raised = true; is_raised;) {
            is_raised = false;
            for (; range != forbidden_.end() && range->above < lowest.value(); ++range) {
                if (lowest.value() < range->below) {
                    lowest = aligned_up(Offset(range->below), alignment);
                }
            }
            for (const TakenBytes* const used : used_) {
                const std::int64_t end = used->end_within(lowest.value(), lowest.value() + size);
                if (end > lowest.value()) {
                    lowest = aligned_up(Offset(end), alignment);
                    is_raised = true;
                }
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
            placement.fault = "only " + std::to_string(order_.size()) + " of " + std::to_string(offsets_.size()) +
                              " buffers were placed before the run was stopped";
            return placement;
        }
        SharingDecisions decisions;
        std::ranges::copy_if(possible_.shared, std::back_inserter(decisions.shared),
                             [this](const SharedOperand& one) { return is_shared(one); });
        placement.plan =
            sharing_plan(problem_, {.largest_merge_first = true, .decisions = &decisions, .only_decided = true});
        placement.layout = with_sharing(layout_at(problem_, offsets_), placement.plan);
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
    HandedPaths paths_;
    LifetimeIndex index_;
    IndexedVector<BufferIndex, OperatorIndex> writer_;
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    std::vector<BufferIndex> order_;
    std::vector<std::size_t> long_path_;  ///< by path: its position in `avoided_`, or not_long
    std::vector<Avoided> avoided_;
    std::vector<Forbidden> forbidden_;     ///< of the buffer that is placed now
    std::vector<const TakenBytes*> used_;  ///< the same of long paths
    std::uint64_t work_ = 0;
};

}  // namespace

LetterPlacement place_by_letter(const Problem& problem, const StopToken& stop) {
    return LetterRun(problem, stop).run();
}

}  // namespace arenascope
