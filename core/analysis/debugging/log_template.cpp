#include "core/analysis/debugging/log_template.h"

#include <utility>

#include "core/base/error/quotation.h"
#include "core/model/expression/token.h"

namespace arenascope {

namespace {

/// The position of the brace that closes an expression which begins at `at`; braces in quotes are part of names.
std::size_t end_of_expression(std::string_view text, std::size_t at) {
    char quote = '\0';
    for (; at < text.size(); ++at) {
        const char letter = text[at];
        if (quote != '\0') {
            at += letter == '\\' ? 1 : 0;
            quote = letter == quote ? '\0' : quote;
        } else if (letter == '"' || letter == '\'') {
            quote = letter;
        } else if (letter == '}') {
            return at;
        }
    }
    return std::string_view::npos;
}

}  // namespace

Expected<LogTemplate> LogTemplate::parse(std::string_view text, const StepScope& scope) {
    LogTemplate made;
    made.parts_.emplace_back();
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        std::string& words = made.parts_.back().words;
        if (letter != '{' && letter != '}') {
            words += letter;
            continue;
        }
        if (at + 1 < text.size() && text[at + 1] == letter) {
            words += letter;
            ++at;
            continue;
        }
        const std::size_t end = end_of_expression(text, at + 1);
        if (letter == '}' || end == std::string_view::npos) {
            return expression_error(at + 1, "a brace stands alone",
                                    "write {peak} for a value, or {{ and }} for braces");
        }
        const std::string_view inner = text.substr(at + 1, end - at - 1);
        auto value = StepExpression::value(inner, scope);
        if (!value) {
            return failure("in {" + visible(inner) + "}: " + value.error().cause, value.error().cure);
        }
        made.needs_.add(value->needs());
        made.parts_.back().value.emplace_back(std::move(*value));
        made.parts_.emplace_back();
        at = end;
    }
    return made;
}

void LogTemplate::next(const RecordedStep& step, std::string* line) {
    for (Part& part : parts_) {
        if (line != nullptr) {
            *line += part.words;
        }
        for (StepEvaluation& evaluation : part.value) {
            // Without a line, a value is computed only if a later one may look back at it.
            if (line == nullptr && evaluation.expression().bound().remembered.empty()) {
                continue;
            }
            const StepValue value = evaluation.next(step);
            if (line != nullptr) {
                *line += words_of(value);
            }
        }
    }
}

}  // namespace arenascope
