#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/expression/value.h"

namespace arenascope {

struct ExpressionNode;

/// Asked for where the field `name` is compared with a text or searched in: the name as views show it, so that what
/// people see selects, too. No text can mention it as a field.
inline constexpr std::string_view shown_name = "shown name";

/// A condition or a calculation over named fields: `size>64k tier=high`, `begin<=10 and (name~conv* or not
/// kind=scratch)`, `tail - offset > 2*KiB`. Filters, rules, breakpoints and watches use the same language; sizes in
/// rules use its arithmetic.
class Expression {
public:
    /// Parses an expression over `fields`. A bare word that is not a field searches the field `name`. Errors give the
    /// position and what was expected there.
    [[nodiscard]] static Expected<Expression> parse(std::string_view text, const std::vector<std::string>& fields);

    /// Parses a size of a rule, in integers: see size_tree(). `is_name` says which names are allowed.
    [[nodiscard]] static Expected<Expression> parse_size(std::string_view text,
                                                         const std::function<bool(std::string_view)>& is_name);

    /// Whether the condition holds. A comparison with a missing field is false.
    [[nodiscard]] bool holds(const FieldLookup& lookup) const;
    /// The value, for watches. Empty if a field is missing or a calculation overflows.
    [[nodiscard]] std::optional<Value> value(const FieldLookup& lookup) const;
    /// Whether the result may depend on a field. A search depends on `name`.
    [[nodiscard]] bool mentions(std::string_view field) const;

private:
    std::shared_ptr<const ExpressionNode> root_;
};

}  // namespace arenascope
