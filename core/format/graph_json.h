#pragma once

#include <string>

#include "core/format/buffer_names.h"
#include "core/format/json_reader.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Adds the members operators and tensors, one element a line, each after a comma; nothing where the problem has no
/// graph.
void append_graph(std::string& out, const Problem& problem);

/// Reads what `append_graph` wrote; errors go into the field's reading.
void read_graph(const JsonField& field, BufferNames& names, Problem& problem);

}  // namespace arenascope
