#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "core/planner/capacity/capacity_search.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/necks/neck_steps.h"
#include "core/planner/necks/region_part.h"
#include "core/planner/random.h"

namespace arenascope {

/// Called now and then with the visits so far; true: give up.
using NeckStop = std::function<bool(std::uint64_t work)>;

/// Looks for a layout of a part of a region under a capacity, by a search for the few buffers that are alive in its
/// necks, the *core*. The others are placed around it, by falling size into the lowest gap.
///
///   capacity ──────────────────x─    1. A search finds a layout of the core ■ under the capacity.
///             □ □■■■□  □ □■■□        2. The others □ are placed into what is free.
///             □■■■■■□ □□■■■■□        3. x ends above the capacity: it joins the core, with all that is alive in the
///             ■■■■■■■□■■■■■■■           highest steps of its lifetime. Again from 1, by the strategy that found it.
///
/// Each round costs a search of some hundred buffers and a placement of the part. Some rounds are enough for networks
/// of any length, because the extra buffers are few.
class NeckCore {
public:
    /// `part` and `profile`, the live size of the whole region, must outlive it. The core begins with the buffers alive
    /// where the live size is at least `percent` of the threshold.
    NeckCore(const RegionPart& part, RegionIndex region, const LiveProfile& profile, Offset capacity,
             std::int64_t percent, std::uint64_t seed);

    /// Works for about so many visits. True: every buffer of the part has an offset below the capacity.
    [[nodiscard]] bool turn(std::uint64_t work_limit, const NeckStop& stop);
    /// Nothing is left to try: the core has become too large, or no strategy finds a layout of it.
    [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }
    /// By buffer of the part.
    [[nodiscard]] IndexedSpan<BufferIndex, const std::int64_t> offsets() const { return container_.offsets(); }
    [[nodiscard]] std::size_t core_size() const { return core_.size(); }
    [[nodiscard]] std::uint64_t work() const;

private:
    void collect_core();
    [[nodiscard]] bool search(std::uint64_t work_limit, const NeckStop& stop);
    [[nodiscard]] bool place_around(const NeckStop& stop);
    void grow(const PlacingOrder& above);

    const RegionPart* part_;
    RegionIndex region_;
    Offset capacity_;
    NeckSteps necks_;
    RectangleContainer container_;
    PlacingOrder by_size_;
    IndexedVector<BufferIndex, std::uint8_t> is_core_;  ///< by buffer of the part
    PlacingOrder core_;
    PlacingOrder order_;  ///< of the core, as the search found it
    SearchedGroup group_;
    std::array<std::unique_ptr<CapacitySearch>, 2> searches_;  ///< forwards and backwards in time; null: not yet
    Random random_;
    std::uint64_t attempts_ = 0;       ///< in vain, since the core has grown
    std::uint64_t found_attempt_ = 0;  ///< the number of the one that found the last layout of a core
    std::uint64_t earlier_work_ = 0;   ///< of the searches of smaller cores
    bool is_exhausted_ = false;
};

}  // namespace arenascope
