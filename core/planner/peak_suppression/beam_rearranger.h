#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/planner/capacity/searched_group.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "core/planner/peak_suppression/skyline_beam.h"
#include "core/planner/random.h"

namespace arenascope {

/// Looks for layouts of the group with beams of skylines (see SkylineBeam) under capacities between the threshold and
/// the best tail, and returns the group by rising offset. Lowest fit in that order puts no buffer higher than the beam
/// did.
///
///   best tail  ───────────────────────  A round begins with a far reach and shortens it draw by draw, down to one unit
///     draw 5,6         ·  ·             below the best tail. A draw that finds a layout is followed by one that
///     draw 4        ·                   reaches farther. A round in vain is followed by one with wider beams.
///     draw 1     ·
///   threshold  ───────────────────────
///
/// Draws differ in what they prefer (see BeamTaste) and in the direction of time. It learns what led to the last lower
/// tail: half of the later draws prefer nearly the same.
///
/// The group must share no time with other buffers in the container.
class BeamRearranger final : public GroupRearranger {
public:
    /// Whether beams can take the group: no pins, no gaps.
    [[nodiscard]] static bool can_take(const Problem& problem, const Group& group, const Group& pinned);

    /// can_take() must be true.
    BeamRearranger(const Problem& problem, const Group& group, Offset threshold, std::uint64_t seed);

    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return beams_[0]->work() + beams_[1]->work(); }
    [[nodiscard]] std::string last_draw() const override { return last_draw_; }
    /// The number of draws so far.
    [[nodiscard]] std::uint64_t draws() const { return draws_; }

private:
    [[nodiscard]] BeamTaste next_taste();
    [[nodiscard]] std::int64_t next_capacity(std::int64_t best_tail) const;
    void shorten_reach(std::int64_t best_tail);

    SearchedGroup group_;
    std::array<SkylineGroup, 2> skylines_;  ///< forwards and backwards in time
    std::array<std::unique_ptr<SkylineBeam>, 2> beams_;
    std::int64_t lowest_ = 0;  ///< no tail of the group is lower
    Random random_;
    double reach_ = 1;  ///< 1: down to the lowest tail, 0: one unit below the best tail
    std::size_t width_;
    std::optional<BeamTaste> liked_;  ///< led to the last lower tail
    std::uint64_t draws_ = 0;
    std::string last_draw_;
};

}  // namespace arenascope
