#pragma once

#include <cstdint>
#include <functional>

#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

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
