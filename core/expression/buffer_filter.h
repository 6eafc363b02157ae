#pragma once

#include <string>
#include <vector>

#include "core/expression/buffer_fields.h"
#include "core/expression/expression.h"

namespace arenascope {

/// Which buffers are asked for: an expression over buffer_fields() such as `size>64k tier=high`, or part of a name.
class BufferFilter {
public:
    /// Lets everything pass.
    BufferFilter() = default;

    /// Text without any operator that is no expression either is part of a name, upper and lower case alike; only
    /// text that asks about fields and does so wrongly is an error. Empty text lets everything pass.
    [[nodiscard]] static Expected<BufferFilter> parse(std::string_view text);

    [[nodiscard]] bool lets_all_pass() const { return !expression_ && name_part_.empty(); }

    /// For every buffer of the problem whether it passes. Linear; `facts.problem` must be there.
    [[nodiscard]] std::vector<bool> passing(const BufferFacts& facts) const;

private:
    std::optional<Expression> expression_;
    std::string name_part_;  ///< in lower case
};

}  // namespace arenascope
