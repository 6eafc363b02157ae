#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/necks/neck_core.h"
#include "core/planner/necks/neck_orders.h"
#include "core/planner/necks/region_part.h"

namespace arenascope {

/// A complete layout of a region.
struct NeckLayout {
    std::vector<std::int64_t> offsets;  ///< by BufferIndex; `unplaced_offset` for buffers of other regions
    Offset peak;
    std::string found_by;  ///< for a trace
};

/// Lowers the peak of a large region by work on its *necks*, the few steps at which its live size is near the
/// threshold. All other buffers find room afterwards, and are placed once.
///
///   live size   ▁▂▁▁▂█▃▁▁▁▂▁▁▅█▇▂▁▁▁▁▂▂▁▁▁▁▁▁▁▃▆▁▁      1,000,000 buffers
///                    ▲       ▲▲                           500 of them alive here: the core, for a search
///                  ▂█▃▁    ▅█▇▂           ▃▆              40,000 here: placed around the core
///
/// Two methods take turns of equal work until either finds a lower layout of the necks:
///   NeckCore    a search of the core under a capacity: first the lowest possible peak, then higher ones;
///   NeckOrders  placements of the necks' larger buffers by orders that learn, where the core is too large to search.
/// Then the rest is placed by falling size into the lowest gap. If it does not fit below the best peak, more of it
/// joins the part that the method works on.
///
/// A turn is deterministic, and so is a sequence of turns with the same limits. Memory is linear in the buffers.
/// Beginning takes O(n log n); after that the cost is the work in turns, and a placement of all buffers for each layout
/// that is tried.
class NeckSearch {
public:
    /// `lowest`: no layout of the region has a lower peak; at least the threshold. The problem must outlive it.
    NeckSearch(const Problem& problem, RegionIndex region, Offset lowest, std::uint64_t seed);

    /// Works for about so many visits. Ends early with a layout whose peak is below `best`.
    [[nodiscard]] std::optional<NeckLayout> turn(Offset best, std::uint64_t work_limit, const NeckStop& stop);
    /// No further turn would find anything: the peak is the lowest possible, or everything has been tried.
    [[nodiscard]] bool is_exhausted() const;
    [[nodiscard]] std::uint64_t work() const;

private:
    void begin_core(Offset best);
    void begin_orders();
    [[nodiscard]] std::optional<NeckLayout> turn_of_core(Offset best, std::uint64_t work_limit, const NeckStop& stop);
    [[nodiscard]] std::optional<NeckLayout> turn_of_orders(Offset best, std::uint64_t work_limit, const NeckStop& stop);
    /// The members alive where the live size is at least so many hundredths of the threshold, without smaller ones.
    [[nodiscard]] PlacingOrder members_at(std::int64_t percent, Bytes smallest) const;
    /// Places all other buffers around those of the part. Empty: one of them ends at or above `best`, or it is stopped.
    [[nodiscard]] std::optional<NeckLayout> complete(const RegionPart& part,
                                                     IndexedSpan<BufferIndex, const std::int64_t> offsets, Offset best,
                                                     const NeckStop& stop);

    const Problem* problem_;
    RegionIndex region_;
    Offset lowest_;
    std::uint64_t seed_;
    LiveProfile profile_;
    PlacingOrder by_size_;                           ///< the members, those alive in wider necks first
    std::unique_ptr<RectangleContainer> container_;  ///< of the whole region; null: not needed yet
    bool is_lowest_ = false;
    std::uint64_t earlier_work_ = 0;

    RegionPart shell_;
    std::int64_t shell_percent_;
    std::unique_ptr<NeckCore> core_;  ///< null: none has begun
    std::size_t core_run_ = 0;
    std::uint64_t core_work_ = 0;

    RegionPart tight_;
    std::unique_ptr<NeckOrders> orders_;  ///< null: not begun
    std::size_t refinements_ = 0;         ///< of tight_
    std::size_t completed_in_vain_ = 0;   ///< since the last one
    std::uint64_t orders_work_ = 0;
    std::uint64_t completed_at_ = 0;     ///< work of orders_ when its last layout was completed
    std::uint64_t completion_work_ = 0;  ///< the most that placing all others has cost so far, at first a guess
};

}  // namespace arenascope
