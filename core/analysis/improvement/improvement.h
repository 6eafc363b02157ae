#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/memory/quantity.h"
#include "core/planner/planner.h"
#include "core/trace/frame.h"

namespace arenascope {

/// What an improvement does.
enum class ImprovementKind : std::uint8_t {
    move,         ///< one buffer goes to another free place
    swap,         ///< two buffers are taken out and placed again
    together,     ///< all buffers at the peak are taken out and placed again
    reinsertion,  ///< one buffer takes another position in the order by offset; those after it are placed again
};
inline constexpr std::size_t improvement_kind_count = 4;

/// "move", "swap", "together", "reinsertion".
[[nodiscard]] std::string_view name_of(ImprovementKind kind);

/// A change of a layout that lowers the peak of a region.
struct Improvement {
    ImprovementKind kind = ImprovementKind::move;
    BufferIndex buffer;  ///< which was tried; `together`: the first of those at the peak
    /// Of a swap: the other buffer. Of a reinsertion: the one it is placed before; none(): it is placed last.
    BufferIndex partner = BufferIndex::none();
    std::vector<Move> moves;  ///< in buffer order; only of buffers that get another offset
    Bytes moved;              ///< the sizes of the moved buffers, summed
    RegionIndex region;
    Offset region_peak;                         ///< the highest tail in the region then
    Offset peak;                                ///< the highest tail of the problem then
    BufferIndex highest = BufferIndex::none();  ///< the first buffer that has the highest tail in the region then
    friend bool operator==(const Improvement&, const Improvement&) = default;
};

/// What to try, and how long.
struct ImprovementOrder {
    std::vector<BufferIndex> buffers;        ///< to try; empty: those that carry the peak, see peak_chain()
    std::optional<RegionIndex> region = {};  ///< without `buffers`: whose peak; empty: the one that peak_chain() takes
    std::size_t most = 100;                  ///< of the listed reinsertions, and of the other listed changes
    std::uint64_t work = 250'000'000;        ///< limit of the visits of buffers and pieces in each region
    std::function<void(std::size_t done, std::size_t all)> progress = {};  ///< in tried buffers; may be empty
    StopToken stop = {};                                                   ///< may be empty
};

/// Why a region has no improvement.
enum class ImprovementObstacle : std::uint8_t {
    none,            ///< there are improvements
    nothing_placed,  ///< no buffer to try is placed
    at_threshold,    ///< the peak is the theoretical threshold: no layout is lower
    fixed_at_peak,   ///< a buffer at the peak is pinned or shares memory on purpose, and none of these moves
    all_fixed,       ///< every buffer to try is pinned or shares memory on purpose
    none_lowers,     ///< none of the tried changes lowers the peak
};

/// "none", "at-threshold", …
[[nodiscard]] std::string_view name_of(ImprovementObstacle obstacle);

struct ImprovementReport {
    std::vector<Improvement> improvements;  ///< by peak, region peak, number of moves, moved bytes; the best first
    ImprovementObstacle obstacle = ImprovementObstacle::nothing_placed;  ///< in the highest region that was tried
    RegionIndex region;                                                  ///< the highest region that was tried
    Offset region_peak;                                                  ///< of that region, before any change
    Offset peak;                                                         ///< of the problem, before any change
    std::vector<BufferIndex> buffers;                                    ///< that were tried, without fixed ones
    std::size_t at_peak = 0;                                             ///< buffers that reach the peak of `region`
    std::array<std::uint64_t, improvement_kind_count> tried{};           ///< changes computed, by kind
    bool is_complete = true;       ///< false: the work limit or the stop token left changes untried
    bool was_stopped = false;      ///< the stop token did
    std::uint64_t work_limit = 0;  ///< see ImprovementOrder::work
    friend bool operator==(const ImprovementReport&, const ImprovementReport&) = default;
};

/// The best improvements found so far, sorted as in an ImprovementReport.
class ImprovementList {
public:
    /// `most`: its longest length, ≥ 1.
    explicit ImprovementList(std::size_t most) : most_(most) {}

    /// Whether an improvement with these peaks may enter the list.
    [[nodiscard]] bool has_room_for(Offset peak, Offset region_peak) const;
    /// Adds an improvement, unless the list is full of better ones or has one with the same moves. O(m) for a list of m
    /// improvements, and the moves of those that are as good.
    void add(Improvement improvement);
    [[nodiscard]] std::vector<Improvement> take() { return std::move(list_); }

private:
    std::size_t most_;
    std::vector<Improvement> list_;
};

}  // namespace arenascope
