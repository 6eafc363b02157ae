#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/quantity.h"
#include "core/picture/plan/live_levels.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Which containers of a stack are shown, in which order, and which are folded. The user chooses this; the window and
/// exported pages share it.
struct ContainerChoice {
    std::vector<RegionIndex> order;   ///< from the bottom up; other regions follow above, in their own order
    std::vector<RegionIndex> folded;  ///< ascending; shown as thin strips with name and peak
    std::vector<RegionIndex> hidden;  ///< ascending; not shown
    bool shows_thin_bands = false;    ///< thin segments of a recorded allocator are not folded together
    friend bool operator==(const ContainerChoice&, const ContainerChoice&) = default;
};

[[nodiscard]] bool is_folded(const ContainerChoice& choice, RegionIndex region);
[[nodiscard]] bool is_hidden(const ContainerChoice& choice, RegionIndex region);

void set_folded(ContainerChoice& choice, RegionIndex region, bool folded);
void set_hidden(ContainerChoice& choice, RegionIndex region, bool hidden);

/// All regions of a problem with `count` regions, from the bottom of the stack to the top. Linear.
[[nodiscard]] std::vector<RegionIndex> stack_order(const ContainerChoice& choice, std::size_t count);

/// A segment in the picture, or a strip of several.
struct SegmentBand {
    RegionIndex region;                     ///< of a strip: one of its regions
    std::string name;                       ///< of the region; of a strip, what it holds
    std::int64_t lowest = 0;                ///< lowest offset shown
    std::int64_t highest = 0;               ///< highest offset shown
    std::vector<MappedMemory> mapped = {};  ///< when which of its bytes existed
    bool is_thin = false;                   ///< too thin to read in the whole picture
    std::size_t folded = 0;                 ///< of a strip: how many bands it holds; 0: a segment
};

/// Whether the regions are the segments of a recorded allocator, by address, so that the picture stacks them as bands.
/// Linear in the segments.
[[nodiscard]] bool has_segment_bands(const Problem& problem);

/// The segments of a recorded allocator as bands, by address from the bottom up. A band is as high as its segment, and
/// the gaps between segments take no height:
///
///   strip   │ 114 segments below 32 MiB, 2,424 MiB, folded │
///   size C  │ C ░░░░▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░░ │
///   size B  │ B ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │      ░ the segment does not exist
///   size A  │ A ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ │
///
/// Bands too thin to read are folded together into one strip at the top, unless the choice shows them. A band is too
/// thin below the largest power of two that is at most 1/400 of the whole height. It is halved until the thin bands
/// hold at most a quarter of all bytes. The strip also holds the bands that the choice folds. A region of buffers in no
/// segment is the topmost band, unless it is higher than a quarter of all segments: then it is left out. O(n log n) in
/// segments, linear in buffers.
[[nodiscard]] std::vector<SegmentBand> segment_bands(const Problem& problem, const Layout& layout,
                                                     const ContainerChoice& choice);

/// The part of a container that its placed buffers take.
///
/// Source: docs/method.md, "Peak suppression", the target rectangle.
struct TargetRectangle {
    Lifetime steps;
    AddressRange bytes;
};

/// A region drawn over the whole time span. Several containers are stacked on one scale, the first at the bottom:
///
///   shift of B ┌───────────┐  B
///              └───────────┘
///   shift of A ┌───────────┐  A      (shift of the first: 0)
///              └───────────┘
///
/// A folded container is a strip without offsets; `highest` is then the height of the strip.
struct Container {
    RegionIndex region;
    std::string name;
    std::int64_t shift = 0;    ///< added to its offsets to get a height in the stack
    std::int64_t lowest = 0;   ///< lowest offset shown, ≤ 0 (negative in broken layouts only)
    std::int64_t highest = 0;  ///< highest offset shown, above peak and threshold
    Bytes threshold;
    Offset peak;  ///< of its placed buffers
    /// The smallest rectangle that holds the placed buffers, in the region's own offsets; empty: none is placed. Its
    /// top is the peak.
    std::optional<TargetRectangle> target;
    bool is_complete = true;  ///< every buffer of the region is placed
    std::optional<Bytes> capacity;
    bool shows_capacity = false;  ///< false: it is so high that showing it would flatten the picture
    bool is_folded = false;
    std::shared_ptr<const LiveProfile> profile = std::make_shared<const LiveProfile>();  ///< never null
    std::shared_ptr<const LiveLevels> levels;  ///< of a long profile; null: it is short
    bool is_fast = false;                      ///< the fast part of a heap
    std::optional<HeapBounds> heap;            ///< only if scratch was placed
    AddressRange heap_so_far;  ///< the extent of the heap with the buffers placed so far, in the offsets from before
    bool is_band = false;      ///< a segment of a recorded allocator, see segment_bands(): no lines
    bool is_thin = false;      ///< a band too thin to read in the whole picture
    std::size_t folded_bands = 0;           ///< of a strip of bands: how many it holds
    std::vector<MappedMemory> mapped = {};  ///< of a band: when which of its bytes existed
};

/// All regions as stacked containers, in the order of the choice. Regions without buffers are left out, unless no
/// region has any. Folded containers take at most half of the stack. `profiles`: of the layout; null: they are
/// computed. Linear with them, otherwise O(n log n). The segments of a recorded allocator are bands instead, see
/// segment_bands().
[[nodiscard]] std::vector<Container> containers(const Problem& problem, const Layout& layout,
                                                const ContainerChoice& choice = {},
                                                const std::shared_ptr<const PlanProfiles>& profiles = nullptr);

/// Whether the stack consists of bands.
[[nodiscard]] bool shows_bands(const std::vector<Container>& stack);

/// By RegionIndex, the shift of each container; `not_shown` if it is left out or folded.
[[nodiscard]] std::vector<std::int64_t> shifts(const Problem& problem, const std::vector<Container>& stack);

/// The view that shows the whole time span and all containers, with some space above the highest line.
[[nodiscard]] View whole_view(const Problem& problem, const std::vector<Container>& stack);

/// Whether a rectangle of the stack ends above the threshold of its container. O(log containers).
[[nodiscard]] bool ends_above_threshold(const std::vector<Container>& stack, const MemoryRectangle& rectangle);

/// The memory whose capacity a plot of live sizes shows: `core`, the only one that the plot shows; null: of all in the
/// stack the worst one, as in a verdict. Null: there is no capacity, or it is too high for a picture. Linear.
[[nodiscard]] const Container* limited_memory(const Container* core, const std::vector<Container>& stack);

/// The container of a region; null if it is left out.
[[nodiscard]] const Container* container_of(const std::vector<Container>& stack, RegionIndex region);

/// The same; null also if it is folded.
[[nodiscard]] const Container* open_container_of(const std::vector<Container>& stack, RegionIndex region);

/// The container at a height of the stack; null between two containers.
[[nodiscard]] const Container* container_at(const std::vector<Container>& stack, long double byte);

}  // namespace arenascope
