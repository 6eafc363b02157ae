#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "core/planner/capacity/searched_group.h"
#include "core/planner/random.h"
#include "core/planner/rearranging/rectangle_rearranger.h"

namespace arenascope {

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
    std::uint64_t next_complete_draw_;
    std::uint64_t tight_turns_ = 0;
    std::uint64_t roomy_turns_ = 0;
    bool found_ = false;
    Strategy found_strategy_;
    std::size_t found_direction_ = 0;
    std::string last_draw_;
};

}  // namespace arenascope
