#pragma once

#include <span>
#include <vector>

#include "core/error/error.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/shared_objects/usage_record.h"
#include "core/planner/shared_objects/usage_records.h"

namespace arenascope {

/// Stacks objects as bands from offset 0 of each region on, in the order in which they are added, and puts buffers at
/// the bases of theirs.
class ObjectBands {
public:
    explicit ObjectBands(const Problem& problem);

    /// Adds the objects of a group: `object_of_record` among them, `dimensions` by object, empty for plain bytes,
    /// `sizes` in bytes. A buffer that would ask its object for too large a common alignment (see
    /// shared_object_planners) gets an object of its own, numbered behind the others. The error: bases pass 64 bits.
    [[nodiscard]] Expected<void> add(const RecordedBuffers& group, std::span<const ObjectIndex> object_of_record,
                                     std::span<const Bytes> sizes,
                                     const std::vector<std::vector<std::int64_t>>& dimensions);

    [[nodiscard]] const Layout& layout() const { return layout_; }

private:
    const Problem& problem_;
    Layout layout_;
    IndexedVector<RegionIndex, Offset> tops_;  ///< by region: where the next band may begin
};

}  // namespace arenascope
