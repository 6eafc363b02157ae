#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error/error.h"

namespace arenascope {

/// What a field or a sub-expression is worth. Integers carry bytes, steps and counts alike.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Gives the value of a field of the thing that is asked about; nothing for a field that it has not.
using FieldLookup = std::function<std::optional<Value>(std::string_view field)>;

/// A condition or a quantity over named fields: `size>64k tier=high`, `begin<=10 and (name~conv* or not kind=scratch)`,
/// `tail - offset > 2*KiB`. One language for filters, rules, breakpoints and watches.
class Expression {
public:
    struct Node;  ///< of the syntax tree

    /// Parses; the error says at which character what was expected. `fields` are the names that may be used;
    /// a bare word that is none of them is a search in the field `name`.
    [[nodiscard]] static Expected<Expression> parse(std::string_view text, const std::vector<std::string>& fields);

    /// Whether the condition holds; a comparison with a field that the thing has not is false.
    [[nodiscard]] bool holds(const FieldLookup& lookup) const;
    /// The value, for watches; nothing where a field is missing or an arithmetic step overflows.
    [[nodiscard]] std::optional<Value> value(const FieldLookup& lookup) const;

private:
    std::shared_ptr<const Node> root_;
};

}  // namespace arenascope
