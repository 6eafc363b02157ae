#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/plan/buffer_names.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Adds the members operators, tensors, unknown_sizes, bounded_sizes and assumed_dimensions, one element a line. Adds
/// nothing if the problem has no graph.
void append_graph(MemberWriter& plan, const Problem& problem);

/// Reads the output of `append_graph`. Errors go into the field's reading. If no operator has a step, they get the
/// steps from 0 in depth-first order.
void read_graph(const JsonField& field, BufferNames& names, Problem& problem);

/// Adds the members removed and copied of a layout, if there are any. An operator is given by its name, or by its
/// position in the list if an earlier operator has the same name.
void append_outcome(MemberWriter& plan, const Problem& problem, const Layout& layout);

/// Reads the output of `append_outcome`, after the graph. It is an error if an operator is unknown or cannot be
/// removed.
void read_outcome(const JsonField& field, BufferNames& names, const Problem& problem, Layout& layout);

/// The texts of the list under `key`; empty if it is missing.
[[nodiscard]] std::vector<std::string> texts_of(const JsonField& field, std::string_view key);

/// Reads the members feature and shareable of an operator with so many operands.
void read_feature(const JsonField& field, std::size_t operands, OperatorFeature& feature,
                  std::vector<std::uint32_t>& shareable);

}  // namespace arenascope
