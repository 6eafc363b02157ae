#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/memory/buffer.h"

namespace arenascope {

/// One entry of a memory-operation sequence.
struct MemoryOperation {
    enum class Kind : std::uint8_t { allocate, free };
    Kind kind = Kind::allocate;
    std::string name;
    Bytes size;                  ///< of an allocation
    Bytes alignment = Bytes(1);  ///< of an allocation
    std::int64_t line = 0;       ///< where it stands in its source; 0 where lines say nothing
};

/// The rectangle converter: a memory-operation sequence becomes buffers, in the order in which they are allocated.
///
///   operation   0 alloc a   1 alloc b   2 free a   3 alloc a   4 (end of sequence)
///   a           [0, 2)      never freed: until the end of the sequence
///   b                       [1, 4)
///   a#2                                            [3, 4)
///
/// A name that is freed and allocated again becomes a buffer of its own, `name#2`, `name#3` and so on; a number that
/// the sequence itself uses as a name is passed over. Freed twice, freed before allocated, allocated twice while alive,
/// size or alignment below 1: each an error that names the operation, counted from 0. O(n).
/// Source: 000_ac36546300477820; method 2.1.
[[nodiscard]] Expected<std::vector<Buffer>> convert_to_rectangles(std::span<const MemoryOperation> operations,
                                                                  const std::string& source = {});

}  // namespace arenascope
