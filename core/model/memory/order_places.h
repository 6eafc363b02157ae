#pragma once

#include <cstdint>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// The place of each buffer in the placing order of a step.
///
///   order before   a b c d
///   order          c a b          places a 2, b 3, c 1; changes a +1, b +1, c -2; d is not in the order any more
struct OrderPlaces {
    IndexedVector<BufferIndex, std::uint32_t> place;  ///< from 1; 0: not in the order
    IndexedVector<BufferIndex, std::int32_t> change;  ///< since the step before; 0 also if it was not in the order then
};

}  // namespace arenascope
