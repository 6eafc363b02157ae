#pragma once

#include <cstdint>

#include <QString>

#include "core/planner/heap_trial.h"

namespace arenascope {

/// The words for one kind of choice of a trial, which is named by its member.
using ChoiceKind = bool ScratchChoice::*;

/// A column header: "area end".
[[nodiscard]] QString choice_title(ChoiceKind kind);

/// A clause that explains the choice.
[[nodiscard]] QString choice_meaning(ChoiceKind kind);

/// What was chosen: "top", "never".
[[nodiscard]] QString choice_words(ChoiceKind kind, bool chosen);

/// How often the first word was chosen: "top", or "5 top, 2 bottom".
[[nodiscard]] QString choice_counts(std::int64_t chosen, std::int64_t all, ChoiceKind kind);

}  // namespace arenascope
