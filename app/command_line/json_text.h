#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

using Json = nlohmann::ordered_json;

/// One object as text with a newline, indented by two. Names are written as append_json_string() writes them: a reader
/// gets back the exact bytes, and the text is safe on a terminal.
[[nodiscard]] std::string json_text(const Json& json);

/// The same as an entry of a list that is a member of one object: on lines of its own, indented by four, and without a
/// newline at the end. So a long list is written entry by entry.
[[nodiscard]] std::string list_entry_text(const Json& json);

/// The names of some buffers.
[[nodiscard]] Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers);

/// Adds where memory is shared on purpose: `shared`, blocks of buffers; `removed`, operators that need not run;
/// `copied`, operands that could not be shared.
void add_sharing(Json& json, const Problem& problem, const Layout& layout);

/// The tensors whose size is not known, each with the operator that stopped it.
[[nodiscard]] Json unknown_sizes_json(const Problem& problem);

}  // namespace arenascope
