#pragma once

#include <string>
#include <vector>

#include "core/expression/buffer_fields.h"
#include "core/expression/expression.h"

namespace arenascope {

/// Selects buffers, either by an expression over buffer_fields() such as `size>64k tier=high`, or by part of their
/// name.
class BufferFilter {
public:
    /// Accepts all buffers.
    BufferFilter() = default;

    /// Parses a filter. A text that is not an expression and contains no operator and no field name is part of a name,
    /// ignoring case. If it contains one, it must be a valid expression. Empty text accepts all buffers.
    [[nodiscard]] static Expected<BufferFilter> parse(std::string_view text);

    [[nodiscard]] bool accepts_all() const { return !expression_ && name_part_.empty(); }

    /// Whether each buffer of the problem passes. Linear; `facts.problem` must be set.
    [[nodiscard]] std::vector<bool> passing(const BufferFacts& facts) const;

private:
    std::optional<Expression> expression_;
    std::string name_part_;  ///< in lower case
};

}  // namespace arenascope
