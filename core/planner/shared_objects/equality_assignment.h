#pragma once

#include "core/planner/shared_objects/objects_assignment.h"
#include "core/planner/shared_objects/run_meter.h"

namespace arenascope {

/// Which of several free objects of the right size a tensor takes.
enum class EqualityChoice : std::uint8_t {
    freed_latest,  ///< the implementation with a hash map of stacks
    lowest_id,     ///< the one that scans the list of objects
};

/// *Equality*: tensors share an object only where their sizes are the same.
///
///   task     0   1   2   3   4
///   a 16     ■───■               object 0
///   b  8         ■───■           object 1
///   c 16             ■───■       object 0: free since task 1 and of exactly that size
///   d  4                 ■───■   object 2: objects 0 and 1 are free or not, but of other sizes
///
/// Objects become free in order of (last task, id). Both choices give the same total, by other ids. O(n log n) for
/// either: where the original hashes or scans, the different sizes are numbered once, and each number has its own free
/// objects, as a stack or as a heap. When it is stopped, the rest gets an object each.
/// Source: 002_9765a5815b5de446 (EQUALITY, in its two implementations); method 4.
[[nodiscard]] ObjectsAssignment<Bytes> equality_assignment(UsageRecords<Bytes> records, EqualityChoice choice,
                                                           RunMeter& meter);

/// The same of textures: their whole shapes are compared. The original has no hash map for them: `lowest_id` is its
/// choice.
[[nodiscard]] ObjectsAssignment<TextureSize> equality_assignment(UsageRecords<TextureSize> records,
                                                                 EqualityChoice choice, RunMeter& meter);

}  // namespace arenascope
