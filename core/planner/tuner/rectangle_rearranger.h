#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/planner/capacity/capacity_search.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/random.h"
#include "core/planner/tuner/rectangle_groups.h"
#include "core/planner/tuner/rectangle_placer.h"

namespace arenascope {

/// What a rearranger goes by when it draws the next order of a group.
struct RearrangerTask {
    const Group& sorted;      ///< the group as it was sorted
    Offset best_tail;         ///< its own highest tail
    const Group& last;        ///< the order in which the container holds the group
    std::int64_t work_limit;  ///< visits that the draw may take
    SearchStop stop;
};

/// Hands out new orders of one group. It remembers what it has learned from draw to draw, and from iteration to
/// iteration as long as the group stays the same.
/// Source: 000_ac36546300477820, paragraphs 155 and 164 (which leave open how).
class RectangleRearranger {
public:
    RectangleRearranger() = default;
    RectangleRearranger(const RectangleRearranger&) = delete;
    RectangleRearranger& operator=(const RectangleRearranger&) = delete;
    virtual ~RectangleRearranger() = default;

    /// An order whose lowest-fit reading promises a lower tail than the best one; empty when the work allowed has
    /// brought none.
    [[nodiscard]] virtual Group next(const RearrangerTask& task) = 0;
    /// Visits made in all its draws.
    [[nodiscard]] virtual std::int64_t work() const = 0;
    /// Draws made, with and without result.
    [[nodiscard]] virtual std::uint64_t draws() const = 0;
    /// What found the last order, for the trace.
    [[nodiscard]] virtual std::string last_draw() const = 0;
};

/// Looks for a layout of the group under a target capacity (see CapacitySearch) and hands it out as the order of
/// rising offset: read by lowest fit, that order lands nowhere higher. Half of the draws aim at the threshold with
/// short slices of work, the others between it and the best tail with longer ones, each by another strategy.
///
///   best tail ─────────────────  ← nothing above is of use
///      0.95 0.9 0.85 0.75 0.5    ← roomy draws
///   threshold ─────────────────  ← tight draws
///
/// For groups that share no time with what lies in the container, but for pinned buffers.
///
/// The search sees the group in an order of its own and from both ends of time (see SearchedGroup). Now and then a draw
/// is complete: where it finds nothing below the best tail, that tail is proved lowest, and no further draw is made.
class CapacityRearranger final : public RectangleRearranger {
public:
    CapacityRearranger(const Problem& problem, const Group& group, const Group& pinned, Offset threshold,
                       std::uint64_t seed);

    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return searches_[0]->work() + searches_[1]->work(); }
    [[nodiscard]] std::uint64_t draws() const override { return draws_; }
    [[nodiscard]] std::string last_draw() const override { return last_draw_; }
    /// No layout of the group, with the pins, is lower: the threshold, or what a complete draw has proved.
    [[nodiscard]] Offset lowest() const { return Offset(lowest_); }

private:
    struct Draw {
        Strategy strategy;
        std::int64_t capacity = 0;
        std::int64_t slice = 0;
        std::size_t direction = 0;  ///< in searches_
    };
    [[nodiscard]] Draw tight_draw();
    [[nodiscard]] Draw roomy_draw(std::int64_t best_tail);
    [[nodiscard]] Draw next_draw(std::int64_t best_tail);

    SearchedGroup group_;
    std::int64_t lowest_ = 0;  ///< no layout of the group is lower
    Random random_;
    std::array<std::unique_ptr<CapacitySearch>, 2> searches_;  ///< forwards and backwards in time
    std::int64_t slice_ = 0;
    std::uint64_t draws_ = 0;
    std::uint64_t next_complete_draw_ = 24;
    std::uint64_t tight_turns_ = 0;
    std::uint64_t roomy_turns_ = 0;
    bool found_ = false;
    Strategy found_strategy_;
    std::size_t found_direction_ = 0;
    std::string last_draw_;
};

/// Counts for each rectangle how often it has stood above the threshold, and puts those with the higher count first;
/// equals keep the order that the group was sorted in. What is in the way is then placed later and finds other
/// holes. A few draws lower the peak of any number of buffers, of whatever kind.
///
///   sorted order   a b c d e f g h     f and h stand above the threshold: one complaint each
///   next           f h a b c d e g     now h and b do
///   next           h f b a c d e g
class OrderRearranger final : public RectangleRearranger {
public:
    OrderRearranger(const Problem& problem, const RectangleContainer& container, Offset threshold);

    /// The order after the one in which the container holds the group. Empty when that is the same order.
    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return work_; }
    [[nodiscard]] std::uint64_t draws() const override { return draws_; }
    [[nodiscard]] std::string last_draw() const override;

private:
    const Problem* problem_;
    const RectangleContainer* container_;
    Offset threshold_;
    std::vector<std::uint32_t> complaints_;  ///< by BufferIndex
    std::int64_t work_ = 0;
    std::uint64_t draws_ = 0;
};

}  // namespace arenascope
