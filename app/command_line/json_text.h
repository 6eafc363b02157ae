#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/text/json_text.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

using Json = nlohmann::ordered_json;

/// The names of some buffers.
[[nodiscard]] Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers);

/// Adds the intended sharing: `shared`, blocks of buffers; `removed`, operators that need not run; `copied`, operands
/// that must be copied.
void add_sharing(Json& json, const Problem& problem, const Layout& layout);

/// Tensors of unknown size, each with the operator that causes it.
[[nodiscard]] Json unknown_sizes_json(const Problem& problem);

}  // namespace arenascope
