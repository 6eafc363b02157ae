#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/buffer.h"

namespace arenascope {

/// One entry of a memory-operation sequence.
struct MemoryOperation {
    enum class Kind : std::uint8_t { allocate, free };
    Kind kind = Kind::allocate;
    std::string name;
    Bytes size;                  ///< 0 for a free
    Bytes alignment = Bytes(1);  ///< 1 for a free
    std::int64_t line = 0;       ///< its line in the source; 0: unknown
};

/// Turns a memory-operation sequence into buffers, in the order of their allocation.
///
///   operation   0 alloc a   1 alloc b   2 free a   3 alloc a   4 (end of sequence)
///   a           [0, 2)      never freed: until the end of the sequence
///   b                       [1, 4)
///   a#2                                            [3, 4)
///
/// A name that is allocated again after it was freed becomes a separate buffer: `name#2`, `name#3` and so on. Numbers
/// that the sequence itself uses in names are skipped. Errors name the operation, counted from 0: freed twice, freed
/// before it was allocated, allocated while alive, size or alignment below 1. O(n). Source: docs/method.md, section
/// "Peak suppression".
[[nodiscard]] Expected<std::vector<Buffer>> convert_to_rectangles(std::span<const MemoryOperation> operations,
                                                                  const std::string& source = {});

}  // namespace arenascope
