#include "core/model/expression/text_filter.h"

#include <algorithm>

#include "core/base/text/plain_text.h"
#include "core/model/memory/called_buffers.h"

namespace arenascope {
namespace {

bool mentions_field(std::string_view text, const std::vector<std::string>& fields) {
    return text.find_first_of("<>=~!()+*\"") != std::string_view::npos ||
           std::ranges::find(fields, text) != fields.end();
}

bool contains_in_any_case(std::string_view text, std::string_view lower_part) {
    return std::search(text.begin(), text.end(), lower_part.begin(), lower_part.end(),
                       [](char a, char b) { return lower_case(a) == b; }) != text.end();
}

}  // namespace

Expected<TextFilter> TextFilter::parse(std::string_view text, const std::vector<std::string>& fields) {
    const std::string_view wanted = trimmed(text);
    TextFilter filter;
    if (wanted.empty()) {
        return filter;
    }
    const bool one_word = wanted.find_first_of(" \t") == std::string_view::npos;
    const bool must_be_expression = mentions_field(wanted, fields);
    if (must_be_expression || !one_word) {
        auto expression = Expression::parse(wanted, fields);
        if (expression) {
            filter.expression_ = std::move(*expression);
            return filter;
        }
        if (must_be_expression) {
            return failure(std::move(expression.error()));
        }
    }
    return of_name(wanted);
}

TextFilter TextFilter::of_name(std::string_view part) {
    TextFilter filter;
    filter.name_part_ = part;
    filter.lower_part_ = lower_case(part);
    return filter;
}

bool TextFilter::accepts(const FieldLookup& lookup, std::string_view name) const {
    if (expression_) {
        return expression_->holds(lookup);
    }
    if (contains_in_any_case(name, lower_part_)) {
        return true;
    }
    const bool may_be_label = lower_part_.find_first_of("\xE2\xC2\\") != std::string::npos;  // "…", "·", escapes
    const auto shown = may_be_label ? lookup(shown_name) : std::nullopt;
    return shown && is_shown_as(std::get<std::string>(*shown), name_part_);
}

}  // namespace arenascope
