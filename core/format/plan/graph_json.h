#pragma once

#include <string>

#include "core/format/plan/buffer_names.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"

namespace arenascope {

/// Adds the members operators, tensors, unknown_sizes and assumed_dimensions, one element a line;
/// nothing where the problem has no graph.
void append_graph(MemberWriter& plan, const Problem& problem);

/// Reads what `append_graph` wrote; errors go into the field's reading. Operators of which none has a step get the
/// steps from 0 in depth-first order.
void read_graph(const JsonField& field, BufferNames& names, Problem& problem);

/// Adds the members removed and copied: what the layout makes of the operators. An operator is told by its name, or by
/// its position in the list where an earlier one has the same name. Nothing where there is none.
void append_outcome(MemberWriter& plan, const Problem& problem, const Layout& layout);

/// Reads what `append_outcome` wrote, after the graph; an operator that there is not, or that can not be removed, is
/// refused.
void read_outcome(const JsonField& field, BufferNames& names, const Problem& problem, Layout& layout);

}  // namespace arenascope
