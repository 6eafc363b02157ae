#pragma once

#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The region with the slower part of the heap that a fast part belongs to. It is the first of these that applies:
///
///   named       the file says which one: Region::slow_part
///   by name     the region whose name begins the name of the fast part: "core 1" of "core 1 fast"; the longest one
///   by number   there are as many fast parts as slower regions: the k-th belongs to the k-th
///   the only    there is a single fast part: it serves every heap, none()
///   by place    the last slower region before it in the list, or else the first one after it
///
/// none(): it serves every heap, or no region is slower. Linear in the regions. Source: docs/method.md, section
/// "Scratch buffers". It knows one heap only; for several ones, this is a choice of this project.
[[nodiscard]] RegionIndex heap_of_fast_part(const Problem& problem, RegionIndex fast_part);

/// By region: the first part of the other speed in the same heap; empty: the heap has none. Quadratic in the regions.
[[nodiscard]] IndexedVector<RegionIndex, std::optional<RegionIndex>> parts_of_other_speed(const Problem& problem);

/// The unit in which the bottom of a part of a heap moves when scratch makes it grow there, so that raised offsets stay
/// aligned: the least common multiple of the alignments of its region, of the buffers in it, and of all scratch in its
/// heap. Choosing sizes and parts of scratch therefore does not change it. Empty: it does not fit in 64 bits. Linear in
/// the buffers, quadratic in the regions.
[[nodiscard]] std::optional<Bytes> bottom_unit(const Problem& problem, RegionIndex region);

}  // namespace arenascope
