#pragma once

#include <QString>

#include "core/analysis/advice/advice.h"

namespace arenascope {

/// The lever in one word.
[[nodiscard]] QString lever_title(Lever lever);
/// What it does, in one line.
[[nodiscard]] QString lever_meaning(Lever lever);
/// The levers of an option: "split, sharing"; "types int8" where the results change; "as it is" without any.
[[nodiscard]] QString lever_words(const AdviceOption& option);

}  // namespace arenascope
