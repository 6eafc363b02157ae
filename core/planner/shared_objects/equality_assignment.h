#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// Selects one of several free objects of the right size.
enum class EqualityChoice : std::uint8_t {
    freed_latest,  ///< as TensorFlow, when it keeps free objects in a stack for each size
    lowest_id,     ///< as TensorFlow, when it scans all objects
};

/// *Equality*: tensors share an object only if their sizes are equal.
///
///   task     0   1   2   3   4
///   a 16     ■───■               object 0
///   b  8         ■───■           object 1
///   c 16             ■───■       object 0: free since task 1, and of the same size
///   d  4                 ■───■   object 2: no free object has this size
///
/// Objects become free in order of (last task, id). Both choices give the same total with different ids. O(n log n):
/// the distinct sizes are numbered once, and each number has its own stack or heap of free objects. If the run is
/// stopped, each remaining tensor gets its own object.
///
/// Source: docs/method.md, "TensorFlow's strategies"; EQUALITY in its two implementations.
[[nodiscard]] ObjectsAssignment<Bytes> equality_assignment(UsageRecords<Bytes> records, EqualityChoice choice,
                                                           RunMeter& meter);

/// The same for textures: whole shapes are compared. TensorFlow hashes no textures, so its choice is `lowest_id`.
[[nodiscard]] ObjectsAssignment<TextureSize> equality_assignment(UsageRecords<TextureSize> records,
                                                                 EqualityChoice choice, RunMeter& meter);

}  // namespace arenascope
