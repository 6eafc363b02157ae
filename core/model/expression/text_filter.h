#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/expression/expression.h"

namespace arenascope {

/// The text of a filter line: an expression, or part of a name. Text that is not an expression and contains no operator
/// and no field is part of a name, ignoring case. If it contains one, it must be a valid expression.
class TextFilter {
public:
    /// Accepts everything.
    TextFilter() = default;

    /// Parses a filter over these fields. Empty text accepts everything.
    [[nodiscard]] static Expected<TextFilter> parse(std::string_view text, const std::vector<std::string>& fields);

    [[nodiscard]] bool accepts_all() const { return !expression_ && name_part_.empty(); }

    /// Whether the result may depend on a field. Part of a name depends on the name alone, which is not looked up.
    [[nodiscard]] bool mentions(std::string_view field) const { return expression_ && expression_->mentions(field); }

    /// The filter of a part of a name, also of one that looks like an expression.
    [[nodiscard]] static TextFilter of_name(std::string_view part);

    /// Whether something with these fields and this name passes. The name as views show it (see `shown_name`), also
    /// with ellipses, passes too.
    [[nodiscard]] bool accepts(const FieldLookup& lookup, std::string_view name) const;

private:
    std::optional<Expression> expression_;
    std::string name_part_;
    std::string lower_part_;  ///< the same in lower case
};

}  // namespace arenascope
