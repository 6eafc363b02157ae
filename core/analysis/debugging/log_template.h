#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/debugging/step_evaluation.h"

namespace arenascope {

/// A line that a logpoint writes, such as `{frame}: {peak}, {peak - threshold} above`. Each pair of braces holds an
/// expression; `{{` and `}}` are braces themselves.
class LogTemplate {
public:
    /// Errors give the position in the template.
    [[nodiscard]] static Expected<LogTemplate> parse(std::string_view text, const StepScope& scope);

    [[nodiscard]] const StepNeeds& needs() const { return needs_; }

    /// Every step must be shown to it, in time order; `line` receives the line of this one if it is not null.
    void next(const RecordedStep& step, std::string* line);

private:
    /// Fixed words, and the expression that follows them.
    struct Part {
        std::string words;
        std::vector<StepEvaluation> value;  ///< one or none
    };
    std::vector<Part> parts_;
    StepNeeds needs_;
};

}  // namespace arenascope
