#pragma once

#include <cstdint>

#include "core/memory/quantity.h"

namespace arenascope {

/// How a peak stands to the theoretical threshold.
enum class PeakStanding : std::uint8_t {
    above,         ///< a better placement may exist
    at_threshold,  ///< nothing can be lower
    overlapping,   ///< below it with every buffer placed: some of them overlap
    unfinished,    ///< below it while buffers wait to be placed, so the two cannot be compared
};

/// Views that colour a peak or give it words ask here, so that they agree.
[[nodiscard]] constexpr PeakStanding peak_standing(Offset peak, Bytes threshold, bool is_complete) {
    return peak.value() > threshold.value()    ? PeakStanding::above
           : peak.value() == threshold.value() ? PeakStanding::at_threshold
           : is_complete                       ? PeakStanding::overlapping
                                               : PeakStanding::unfinished;
}

}  // namespace arenascope
