#pragma once

#include <cstdint>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// Something that a plan says and that another part of the same plan disproves. See check/contradictions.
struct Contradiction {
    enum class Kind : std::uint8_t {
        read_outside,     ///< an operator reads a buffer in a step in which it is not alive, or takes no bytes
        written_outside,  ///< an operator writes one then
        pin,              ///< the offset is not the pinned one
        object,   ///< the buffer lies in no shared object of its region, or does not fit into the one that it is in
        address,  ///< the address is not the base of the region plus the offset
        heap,     ///< the heap of a region ends elsewhere than its buffers
        removed,  ///< an operator is listed as removed, but its data is not in place without it
    };
    Kind kind = Kind::pin;
    BufferIndex buffer = BufferIndex::none();    ///< none() for heap and removed
    OperatorIndex node = OperatorIndex::none();  ///< that reads, writes, or is removed
    RegionIndex region = RegionIndex::none();    ///< whose heap it is
    std::int64_t stated = 0;                     ///< pin, address (its 64 bits), heap: the number that the plan says
    std::int64_t actual = 0;  ///< pin, address (its 64 bits), heap: the number that follows from the rest
    friend bool operator==(const Contradiction&, const Contradiction&) = default;
};

}  // namespace arenascope
