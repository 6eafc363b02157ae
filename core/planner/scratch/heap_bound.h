#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

/// One way to make a layer fit: the bottom of the heap moves down by `depth`, its top up by `rise`.
struct LayerGrowth {
    Bytes depth;
    Bytes rise;
    friend bool operator==(const LayerGrowth&, const LayerGrowth&) = default;
};

/// By how much a part of the heap must grow so that the scratch of one layer fits.
///
///   rise ▲
///        ├──○                 the front: the least rise for each depth
///        │  └─────○
///        │        └───○───
///        └────────────────▶ depth
struct LayerFront {
    /// By rising depth and falling rise; the first depth is 0. No placement grows less in both.
    std::vector<LayerGrowth> front;
    Bytes least_sum;       ///< depth and rise together are at least this
    bool is_exact = true;  ///< each point of the front is a placement, and `least_sum` is reached by one
    std::uint64_t work = 0;
};

/// A scratch buffer that needs bytes of its own in a layer.
struct LayerItem {
    Bytes size;
    Bytes alignment;
};

/// The items of a layer: its fixed scratch and the minimums of its variable scratch. Of buffers that may overlay each
/// other, only the largest counts; none counts if pinned scratch may lie below them. `is_exact`: set to false if more
/// than these items might be needed, as with alignments that keep a buffer from lying in the largest one.
[[nodiscard]] std::vector<LayerItem> items_of(const ScratchQueue& queue, std::size_t part, std::size_t layer,
                                              std::span<const std::uint32_t> waiting, bool& is_exact);

/// A front that is found without a search: the sum of the items beyond the free bytes, and the largest item beyond the
/// largest free area.
[[nodiscard]] LayerFront quick_front(const HeapPart& part, const PartLayer& layer, const std::vector<LayerItem>& items);

/// The front of a layer, by a search over all ways to divide the items among the free areas. Items of one alignment
/// fill an area in any order, but for the last. Items of several alignments are tried in every order if they are at
/// most seven; of more, only the greatest common alignment counts, and the front is a bound. The search stops after
/// `most_work` steps; it is then the quick front.
[[nodiscard]] LayerFront layer_front(const HeapPart& part, const PartLayer& layer, const std::vector<LayerItem>& items,
                                     std::uint64_t most_work);

/// The smallest heap around placed tensors.
struct HeapBound {
    Bytes size;                 ///< proved: no placement of the scratch has a smaller heap, all parts together
    bool is_reachable = false;  ///< some placement has exactly this heap
    std::uint64_t work = 0;
};

/// The smallest heap that any placement of the scratch has, with the tensors where they are. For a given bottom, the
/// layers do not depend on each other. So the least top is the highest of the layers' least tops, and the heap is the
/// smallest over the bottoms at which some layer changes:
///
///   rise ▲ layer 1      layer 2      both
///        │              ─┐           ─┐            depth  0: rise 40
///        │ ────┐         │            └───┐        depth 10: rise 10, the least sum
///        │     └──       └──────          └──      depth 40: rise  0
///        └──────────────────────────────────▶ depth
///
/// Here each layer alone needs a growth of 10, but both together one of 20.
///
/// Scratch that may lie over other scratch is assumed to do so. Scratch that may spill to another part counts only in
/// the sum of the bytes that a layer needs in all parts. Both make the bound lower, never wrong.
///
/// `known` is a heap that some placement has. The search ends where the bound reaches it. `stop` is called after each
/// layer with the work so far; if it returns true, the remaining layers get a simpler bound. The work of all layers is
/// limited. O(layers · divisions of their scratch among the free areas).
///
/// Source: docs/method.md, "Scratch buffers", step 5. The source names the smallest heap as an aim and does not say how
/// small it can be; this is a choice of this project.
[[nodiscard]] HeapBound heap_bound(const ScratchQueue& queue, Bytes known,
                                   const std::function<bool(std::uint64_t work)>& stop);

}  // namespace arenascope
