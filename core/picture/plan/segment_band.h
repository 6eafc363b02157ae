#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/container_choice.h"

namespace arenascope {

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

}  // namespace arenascope
