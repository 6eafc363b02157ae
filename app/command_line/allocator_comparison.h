#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/analysis/compare/compared_recordings.h"

namespace arenascope {

/// What two recorded allocators needed and held, and what their makers have at the highest live size: those that
/// changed most first. At most ten of them.
[[nodiscard]] std::string compared_recordings_text(const Comparand& first, const Comparand& second,
                                                   const ComparedRecordings& recorded);

/// A pair [first, second] for each figure.
[[nodiscard]] Json compared_recordings_json(const ComparedRecordings& recorded);

/// All makers, in the same order: `name` (null: no Python frame), and pairs [first, second] of `allocations`,
/// `at_highest_live` and `total` bytes.
[[nodiscard]] Json compared_makers_json(const Comparand& first, const Comparand& second);

}  // namespace arenascope
