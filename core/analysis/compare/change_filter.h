#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/compare/plan_changes.h"
#include "core/model/expression/buffer_fields.h"
#include "core/model/expression/text_filter.h"

namespace arenascope {

/// Two plans, A and B, with what was computed for each.
struct ChangeFacts {
    BufferFacts a;  ///< `problem` and `layout` must be set, as in `b`
    BufferFacts b;
};

/// The fields of a change: those of a buffer, each also for one side as in `tier(A)`, and `added`, `removed`,
/// `renamed`, `moved`, `resized` and `retimed`. `moved` is how far, in bytes without a sign; where that cannot be told,
/// as between regions, it is only true.
[[nodiscard]] const std::vector<std::string>& change_fields();

/// Selects changes by an expression such as `moved>64k` or `cause(A)=over and tier(B)=none`, or by part of a name.
class ChangeFilter {
public:
    /// Accepts all changes.
    ChangeFilter() = default;

    /// Parses a filter, see TextFilter. A field without a side is that of B, or of A if only A has the buffer.
    /// Part of a name is found in either name of a renamed buffer.
    [[nodiscard]] static Expected<ChangeFilter> parse(std::string_view text);

    [[nodiscard]] bool accepts_all() const { return filter_.accepts_all(); }

    /// The positions in `changes` of those that pass, ascending. Linear.
    [[nodiscard]] std::vector<std::size_t> passing(const ChangeFacts& facts,
                                                   const std::vector<ComparedBuffer>& changes) const;

private:
    TextFilter filter_;
};

}  // namespace arenascope
