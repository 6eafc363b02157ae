#pragma once

#include <cstdint>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// How a peak stands to the theoretical threshold.
enum class PeakStanding : std::uint8_t {
    above,         ///< a better placement may exist
    at_threshold,  ///< nothing can be lower
    overlapping,   ///< below it with every buffer placed: some of them overlap
    unfinished,    ///< not above it while buffers wait to be placed, so the peak may still rise
};

/// Views that colour a peak or give it words ask here, so that they agree.
[[nodiscard]] constexpr PeakStanding peak_standing(Offset peak, Bytes threshold, bool is_complete) {
    return peak.value() > threshold.value()    ? PeakStanding::above
           : !is_complete                      ? PeakStanding::unfinished
           : peak.value() == threshold.value() ? PeakStanding::at_threshold
                                               : PeakStanding::overlapping;
}

}  // namespace arenascope
