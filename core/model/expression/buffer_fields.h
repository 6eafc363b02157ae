#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/expression/expression.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/order_places.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/short_names.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// The fields of a buffer that expressions may use: `name`, `size`, `begin`, `end`, `length`, `offset`, `tail`,
/// `address`, `tier`, `cause`, `kind`, `region`, `alignment`, `hint`, `pin`, `gaps`, `conflicts`. For scratch buffers
/// also `scratch` (`fixed` or `variable`), `part` (the part of the heap) and `rule` (the rule that placed it). Of a
/// step of a run also `order` (the place in the placing order, from 1) and `reordered` (how far it came forward or back
/// since the step before). Of a recorded allocator
/// `file` (without its path), `file_path`, `line` and `function` of the innermost Python frame that made it.
/// `shared_steps` is what the sorter calls overlap: the steps shared with each other buffer, summed.
[[nodiscard]] const std::vector<std::string>& buffer_fields();

/// A problem with the results computed for it. The lists may be missing or shorter than the problem; fields that need
/// them are then missing too.
struct BufferFacts {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;
    IndexedSpan<BufferIndex, const Risk> risks = {};
    IndexedSpan<BufferIndex, const std::int64_t> conflicts = {};  ///< from conflict_counts()
    const OrderPlaces* order = nullptr;                           ///< of the shown step; null: it has no order
    IndexedSpan<BufferIndex, const std::int64_t> overlaps = {};   ///< from overlap_sums()
    ShortNames names = {};                                        ///< the rule by which views show them
};

/// `file`, `file_path`, `line` or `function` of a Python frame.
[[nodiscard]] Value frame_field(const StackFrame& frame, std::string_view field);

/// The value of a field of a buffer, or `shown_name` (see expression.h). Empty for an unknown field, and if the buffer
/// has no such value, as an unplaced buffer has no offset. Bytes, steps and counts are integers.
[[nodiscard]] std::optional<Value> buffer_field(const BufferFacts& facts, BufferIndex buffer, std::string_view field);

}  // namespace arenascope
