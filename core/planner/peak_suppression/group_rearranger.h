#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "core/planner/capacity/capacity_search.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/random.h"

namespace arenascope {

/// Buffers that are rearranged together.
using Group = std::vector<BufferIndex>;

/// The input of one draw.
struct RearrangerTask {
    const Group& sorted;      ///< the group as the rectangle sorter left it
    Offset best_tail;         ///< the highest tail of the group in its best attempt
    const Group& last;        ///< the order of the group in the container
    std::int64_t work_limit;  ///< limit of the visits of this draw
    SearchStop stop;
    const Group* best = nullptr;  ///< the order of the group in its best attempt; null: not told
    bool is_one_draw = false;     ///< return after a draw without a result, although work is left
};

/// Draws new orders of one group. It learns from draw to draw, and from iteration to iteration as long as the group
/// stays the same.
///
/// Source: docs/method.md, "Peak suppression", step 5. The source does not say how to rearrange.
class GroupRearranger {
public:
    GroupRearranger() = default;
    GroupRearranger(const GroupRearranger&) = delete;
    GroupRearranger& operator=(const GroupRearranger&) = delete;
    virtual ~GroupRearranger() = default;

    /// An order that promises a lower tail than the best one when it is placed by lowest fit. Empty: the allowed work
    /// found none.
    [[nodiscard]] virtual Group next(const RearrangerTask& task) = 0;
    /// Visits of all draws so far.
    [[nodiscard]] virtual std::int64_t work() const = 0;
    /// Describes how the last order was found, for the trace.
    [[nodiscard]] virtual std::string last_draw() const = 0;
};

/// Counts for each rectangle how often it was above the threshold and moves those with a higher count forward. Ties
/// keep the sorted order of the group. Obstacles are then placed later and find other holes. A few draws lower the peak
/// of most groups, whatever their size.
///
///   sorted order   a b c d e f g h     f and h are above the threshold: both counts become 1
///   next           f h a b c d e g     now h and b are
///   next           h f b a c d e g
class OrderRearranger final : public GroupRearranger {
public:
    OrderRearranger(const Problem& problem, const RectangleContainer& container, Offset threshold);

    /// The order after the one in the container. Empty: the order cannot change any more.
    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return work_; }
    [[nodiscard]] std::string last_draw() const override;

private:
    const Problem* problem_;
    const RectangleContainer* container_;
    Offset threshold_;
    IndexedVector<BufferIndex, std::uint32_t> times_above_;  ///< by BufferIndex
    std::int64_t work_ = 0;
    std::uint64_t draws_ = 0;
};

/// Searches a layout of the group under a target capacity (see CapacitySearch) and returns the group by rising offset.
/// Lowest fit in that order puts no buffer higher than the search did. Half of the draws aim at the threshold and get
/// little work. The others aim between the threshold and the best tail and get more work. Each draw uses another
/// strategy.
///
///   best tail ─────────────────  ← higher layouts are of no use
///      0.95 0.9 0.85 0.75 0.5    ← roomy draws
///   threshold ─────────────────  ← tight draws
///
/// The group must share no time with other buffers in the container, except pinned ones.
///
/// The search sees the group in a canonical order and in both directions of time (see SearchedGroup). Some draws are
/// complete. If a complete draw finds nothing below the best tail, that tail is proved lowest and no further draw is
/// made.
class CapacityRearranger final : public GroupRearranger {
public:
    CapacityRearranger(const Problem& problem, const Group& group, const Group& pinned, Offset threshold,
                       std::uint64_t seed);

    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return searches_[0]->work() + searches_[1]->work(); }
    /// Number of draws so far, with and without a result.
    [[nodiscard]] std::uint64_t draws() const { return draws_; }
    [[nodiscard]] std::string last_draw() const override { return last_draw_; }
    /// The lower bound of any layout of the group with the pins: the threshold, or the result of a complete draw.
    [[nodiscard]] Offset lowest() const { return Offset(lowest_); }

private:
    struct Draw {
        Strategy strategy;
        std::int64_t capacity = 0;
        std::int64_t slice = 0;
        std::size_t direction = 0;  ///< index into searches_
    };
    [[nodiscard]] Draw tight_draw();
    [[nodiscard]] Draw roomy_draw(std::int64_t best_tail);
    [[nodiscard]] Draw next_draw(std::int64_t best_tail);

    SearchedGroup group_;
    std::int64_t lowest_ = 0;  ///< proved lower bound of the group's tail
    Random random_;
    std::array<std::unique_ptr<CapacitySearch>, 2> searches_;  ///< forwards and backwards in time
    std::int64_t slice_ = 0;
    std::uint64_t draws_ = 0;
    std::uint64_t next_complete_draw_;
    std::uint64_t tight_turns_ = 0;
    std::uint64_t roomy_turns_ = 0;
    bool found_ = false;
    Strategy found_strategy_;
    std::size_t found_direction_ = 0;
    std::string last_draw_;
};

}  // namespace arenascope
