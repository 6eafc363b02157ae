#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/expression/value.h"

namespace arenascope {

struct ExpressionNode;

/// A condition or a quantity over named fields: `size>64k tier=high`, `begin<=10 and (name~conv* or not kind=scratch)`,
/// `tail - offset > 2*KiB`. One language for filters, rules, breakpoints and watches; of it, sizes in rules take the
/// arithmetic.
class Expression {
public:
    /// Parses; the error says at which character what was expected. `fields` are the names that may be used;
    /// a bare word that is none of them is a search in the field `name`.
    [[nodiscard]] static Expected<Expression> parse(std::string_view text, const std::vector<std::string>& fields);

    /// Parses a size of a rule, in integers: see size_tree(). `is_name` tells the names that may be used.
    [[nodiscard]] static Expected<Expression> parse_size(std::string_view text,
                                                         const std::function<bool(std::string_view)>& is_name);

    /// Whether the condition holds; a comparison with a field that the thing has not is false.
    [[nodiscard]] bool holds(const FieldLookup& lookup) const;
    /// The value, for watches; nothing where a field is missing or an arithmetic step overflows.
    [[nodiscard]] std::optional<Value> value(const FieldLookup& lookup) const;

private:
    std::shared_ptr<const ExpressionNode> root_;
};

}  // namespace arenascope
