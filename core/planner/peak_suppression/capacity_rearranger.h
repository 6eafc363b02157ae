#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "core/planner/capacity/searched_group.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "core/planner/random.h"

namespace arenascope {

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
