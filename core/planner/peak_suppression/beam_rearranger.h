#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/capacity/searched_group.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "core/planner/peak_suppression/skyline_beam.h"
#include "core/planner/random.h"

namespace arenascope {

/// Looks for layouts of the group with beams of skylines (see SkylineBeam) under capacities between the threshold and
/// the best tail, and returns the group by rising offset. Lowest fit in that order puts no buffer higher than the beam
/// did.
///
///   best tail ─────────────────────────  A round begins with a far reach and halves it with each draw in vain. A draw
///       reach 1/8            ·           that finds a layout is followed by one that reaches twice as far. A round in
///       reach 1/4        ·               vain is followed by one with wider beams.
///       reach 1/2    ·
///   threshold ─────────────────────────
///
/// There are two kinds of draws, with a schedule each. A *fresh* one begins at the ground. A *regrown* one keeps the
/// lower part of the best layout, or of the best layout upside down, and lets a beam grow on it:
///
///     ▄▄▄ ▄▄▄▄▄                             the cut is level, or it rises to both sides of some moment
///    ╲▄▄▄▄▄▄▄╱▄▄        ╲  beam ╱
///   ▄▄╲▄▄▄▄▄╱▄▄▄  ─▶  ▄▄▄╲     ╱▄▄▄
///   ▄▄▄╲▄▄▄╱▄▄▄▄      ▄▄▄▄╲▄▄▄╱▄▄▄▄
///
/// Draws differ in what they prefer (see BeamTaste) and in the direction of time. Half of them prefer nearly the same
/// as the last fresh draw that found a lower tail.
///
/// The group must share no time with other buffers in the container.
class BeamRearranger final : public GroupRearranger {
public:
    /// Whether beams can take the group: no pins, no gaps. O(n log n + sections covered).
    [[nodiscard]] static bool can_take(const Problem& problem, const Group& group, const Group& pinned);

    /// can_take() must be true without pinned buffers.
    BeamRearranger(const Problem& problem, const Group& group, Offset threshold, std::uint64_t seed);

    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return beams_[0]->work() + beams_[1]->work() + work_of_cuts_; }
    [[nodiscard]] std::string last_draw() const override { return last_draw_; }
    /// The number of draws so far.
    [[nodiscard]] std::uint64_t draws() const { return draws_; }

private:
    /// Draws of one kind.
    struct Schedule {
        double reach;        ///< 1: down to the lowest tail; 0: one unit below the best tail
        double first_reach;  ///< of a later round
        std::size_t width;   ///< of the next beam
        double clock = 0;    ///< visits so far
    };

    void keep_offsets(const Group& best, std::int64_t best_tail);
    [[nodiscard]] std::vector<StandingBuffer> stump(std::size_t direction);
    [[nodiscard]] BeamTaste next_taste(std::size_t width);
    [[nodiscard]] std::int64_t next_capacity(const Schedule& schedule, std::int64_t best_tail) const;
    void shorten_reach(Schedule& schedule, std::int64_t best_tail) const;

    SearchedGroup group_;
    std::array<SkylineGroup, 2> skylines_;  ///< forwards and backwards in time
    std::array<std::unique_ptr<SkylineBeam>, 2> beams_;
    std::int64_t lowest_ = 0;  ///< no tail of the group is lower
    Random random_;
    Schedule fresh_;
    Schedule regrown_;
    std::optional<BeamTaste> liked_;          ///< led to the last lower tail
    std::int64_t kept_for_ = 0;               ///< the best tail when the layout below was kept; 0: none yet
    std::int64_t kept_tail_ = 0;              ///< of that layout
    std::vector<std::int64_t> kept_offsets_;  ///< of the best layout, by member
    std::int64_t work_of_cuts_ = 0;
    std::uint64_t draws_ = 0;
    std::string last_draw_;
};

}  // namespace arenascope
