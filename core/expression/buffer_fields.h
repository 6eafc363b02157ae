#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression/expression.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"

namespace arenascope {

/// The names under which an expression may ask about a buffer:
/// `name`, `size`, `begin`, `end`, `length`, `offset`, `tail`, `address`, `tier`, `cause`, `kind`, `region`,
/// `alignment`, `hint`, `pin`, `gaps`, `conflicts`, and of scratch `scratch` (`fixed` or `variable`), `part` (where it
/// lies) and `rule` (what placed it).
[[nodiscard]] const std::vector<std::string>& buffer_fields();

/// What is known about the buffers of a problem besides the problem itself. Spans may be shorter than the problem
/// (nothing classified or counted yet): the fields that need them are then missing.
struct BufferFacts {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;
    IndexedSpan<BufferIndex, const Risk> risks = {};
    IndexedSpan<BufferIndex, const std::int64_t> conflicts = {};  ///< as conflict_counts() gives them
};

/// Value of one field of one buffer; nothing for an unknown field and for one that the buffer has not (the offset of
/// an unplaced one). Bytes, steps and counts are integers.
[[nodiscard]] std::optional<Value> buffer_field(const BufferFacts& facts, BufferIndex buffer, std::string_view field);

}  // namespace arenascope
