#pragma once

#include <optional>

#include <QString>

#include "core/memory/quantity.h"
#include "core/memory/risk.h"
#include "core/trace/frame.h"

namespace arenascope {

/// Where a buffer lay at a main step of a run, for people.
struct HistoryMoment {
    FrameIndex frame;
    QString step;                  ///< its path: "7"
    std::optional<Offset> offset;  ///< empty: not placed
    std::optional<Tier> tier;      ///< empty: the step recorded none
    QString reason;                ///< why the step ended as it did; may be empty
    bool is_changed = false;       ///< it was placed, moved or taken away
    friend bool operator==(const HistoryMoment&, const HistoryMoment&) = default;
};

}  // namespace arenascope
