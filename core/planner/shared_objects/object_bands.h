#pragma once

#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/shared_objects/usage_records.h"

namespace arenascope {

/// Stacks objects as bands, from offset 0 of each region, in the order in which they are added. Places each buffer at
/// the base of its object's band.
class ObjectBands {
public:
    explicit ObjectBands(const Problem& problem);

    /// Adds the objects of a group. `object_of_record` holds ids within the group, `sizes` bytes by object, and
    /// `dimensions` texture shapes by object (empty: plain bytes). A buffer that would make the alignment of its band
    /// too large (see shared_object_planners) gets its own object, numbered after the others. Error: a base does
    /// not fit in 64 bits.
    [[nodiscard]] Expected<void> add(const RecordedBuffers& group, std::span<const ObjectIndex> object_of_record,
                                     std::span<const Bytes> sizes,
                                     const std::vector<std::vector<std::int64_t>>& dimensions);

    /// Places each buffer of no bytes at offset 0 of its region, in no object, and returns them. Linear.
    std::vector<BufferIndex> place_buffers_of_no_bytes();

    [[nodiscard]] const Layout& layout() const { return layout_; }

private:
    const Problem& problem_;
    Layout layout_;
    IndexedVector<RegionIndex, Offset> tops_;  ///< by region: the base of the next band
};

}  // namespace arenascope
