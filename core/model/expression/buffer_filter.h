#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/expression/buffer_fields.h"
#include "core/model/expression/text_filter.h"

namespace arenascope {

/// Selects buffers, either by an expression over buffer_fields() such as `size>64k tier=high`, or by part of their
/// name.
class BufferFilter {
public:
    /// Accepts all buffers.
    BufferFilter() = default;

    /// Parses a filter, see TextFilter. Empty text accepts all buffers.
    [[nodiscard]] static Expected<BufferFilter> parse(std::string_view text);

    /// The filter of a part of a name, also of one that looks like an expression.
    [[nodiscard]] static BufferFilter of_name(std::string_view part);

    [[nodiscard]] bool accepts_all() const { return filter_.accepts_all(); }

    /// Whether the result may depend on one of buffer_fields().
    [[nodiscard]] bool mentions(std::string_view field) const { return filter_.mentions(field); }

    /// Whether each buffer of the problem passes. Linear; `facts.problem` must be set.
    [[nodiscard]] std::vector<bool> passing(const BufferFacts& facts) const;

    /// The same; empty once `is_outdated`, which is asked now and then, says that nobody needs the result.
    [[nodiscard]] std::optional<std::vector<bool>> passing(const BufferFacts& facts,
                                                           const std::function<bool()>& is_outdated) const;

private:
    TextFilter filter_;
};

}  // namespace arenascope
