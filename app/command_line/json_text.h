#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

using Json = nlohmann::ordered_json;

/// An object as text, indented by two, with a newline at the end. Strings are escaped by append_json_string(): readers
/// get the exact bytes, and the text is safe for terminals.
[[nodiscard]] std::string json_text(const Json& json);

/// The same for an entry of a list in the outermost object: on lines of its own, indented by four, without a newline at
/// the end. It allows writing long lists entry by entry.
[[nodiscard]] std::string list_entry_text(const Json& json);

[[nodiscard]] Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers);

/// Adds the intended sharing: `shared`, blocks of buffers; `removed`, operators that need not run; `copied`, operands
/// that must be copied.
void add_sharing(Json& json, const Problem& problem, const Layout& layout);

/// Tensors of unknown size, each with the operator that causes it.
[[nodiscard]] Json unknown_sizes_json(const Problem& problem);

}  // namespace arenascope
