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

/// The fields of a buffer that expressions may use: `name`, `size`, `begin`, `end`, `length`, `offset`, `tail`,
/// `address`, `tier`, `cause`, `kind`, `region`, `alignment`, `hint`, `pin`, `gaps`, `conflicts`. For scratch buffers
/// also `scratch` (`fixed` or `variable`), `part` (the part of the heap) and `rule` (the rule that placed it).
[[nodiscard]] const std::vector<std::string>& buffer_fields();

/// A problem with the results computed for it. The lists may be missing or shorter than the problem; fields that need
/// them are then missing too.
struct BufferFacts {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;
    IndexedSpan<BufferIndex, const Risk> risks = {};
    IndexedSpan<BufferIndex, const std::int64_t> conflicts = {};  ///< from conflict_counts()
};

/// The value of a field of a buffer. Empty for an unknown field, and if the buffer has no such value, as an unplaced
/// buffer has no offset. Bytes, steps and counts are integers.
[[nodiscard]] std::optional<Value> buffer_field(const BufferFacts& facts, BufferIndex buffer, std::string_view field);

}  // namespace arenascope
