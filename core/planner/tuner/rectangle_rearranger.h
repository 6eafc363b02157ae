#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/planner/tuner/capacity_search.h"
#include "core/planner/tuner/random.h"
#include "core/planner/tuner/rectangle_groups.h"
#include "core/planner/tuner/rectangle_placer.h"

namespace arenascope {

/// What a rearranger goes by when it draws the next order of a group.
struct RearrangerTask {
    const Group& best;        ///< the group's best order so far
    Offset best_tail;         ///< its own highest tail
    std::int64_t work_limit;  ///< visits that the draw may take
    const SearchStop& stop;
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
/// For groups without gaps and pins that share no time with what lies in the container.
class CapacityRearranger final : public RectangleRearranger {
public:
    CapacityRearranger(const Problem& problem, Group group, Offset threshold, std::uint64_t seed);

    /// Whether the search can take the group: entries that it would hold stay within a few hundred megabytes, and none
    /// of its members has gaps. O(n log n).
    [[nodiscard]] static bool can_take(const Problem& problem, const Group& group);

    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return search_->work(); }
    [[nodiscard]] std::uint64_t draws() const override { return draws_; }
    [[nodiscard]] std::string last_draw() const override { return last_draw_; }

private:
    struct Draw {
        Strategy strategy;
        std::int64_t capacity;
        std::int64_t slice;
    };
    [[nodiscard]] Draw tight_draw();
    [[nodiscard]] Draw roomy_draw(std::int64_t best_tail);

    Group group_;
    std::int64_t lowest_;  ///< no layout of the group is lower
    Random random_;
    std::unique_ptr<CapacitySearch> search_;
    std::int64_t slice_;
    std::uint64_t draws_ = 0;
    std::uint64_t tight_turns_ = 0;
    std::uint64_t roomy_turns_ = 0;
    bool found_ = false;
    Strategy found_strategy_;
    std::string last_draw_;
};

/// Moves one rectangle at or near the top of the group to an earlier place in the order. For every kind of buffer.
class OrderRearranger final : public RectangleRearranger {
public:
    OrderRearranger(const Problem& problem, const RectangleContainer& container, std::uint64_t seed);

    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return work_; }
    [[nodiscard]] std::uint64_t draws() const override { return draws_; }
    [[nodiscard]] std::string last_draw() const override { return "moved forward in the order"; }

private:
    const Problem* problem_;
    const RectangleContainer* container_;
    Random random_;
    std::int64_t work_ = 0;
    std::uint64_t draws_ = 0;
};

}  // namespace arenascope
