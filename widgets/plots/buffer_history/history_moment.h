#pragma once

#include <cstdint>
#include <optional>

#include <QString>

#include "core/model/memory/quantity.h"
#include "core/model/tiers/risk.h"
#include "core/trace/frame.h"

namespace arenascope {

/// What a history follows over the main steps of a run.
enum class HistorySubject : std::uint8_t {
    buffer,  ///< where a buffer lay
    place,   ///< who lay at a byte, at a step of the time axis
    peak,    ///< how high the peak was, and who carried it
};

/// A main step of a history, for people.
struct HistoryMoment {
    FrameIndex frame;
    QString step;                  ///< its path: "7"
    std::optional<Offset> offset;  ///< of the buffer, empty: not placed; or the peak; a place has none
    std::optional<Tier> tier;      ///< of the buffer; empty: the step recorded none
    QString reason;                ///< why the step ended as it did; may be empty
    bool is_changed = false;       ///< the buffer was placed, moved or taken away; or there is another holder or peak
    QString holder = {};           ///< who lay at the place or carried the peak; empty: nobody
    friend bool operator==(const HistoryMoment&, const HistoryMoment&) = default;
};

}  // namespace arenascope
