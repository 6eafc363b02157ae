#pragma once

#include <cstddef>
#include <string>

#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The filter that accepts the allocations of a maker and no others: `file="model.py" line=532`. It names the function
/// too, and the path instead of the file, only where another maker would pass without it. Filters ignore case, so
/// makers that differ only in case pass together. Linear in the makers, which must be those of the problem.
[[nodiscard]] std::string maker_filter(const Problem& problem, const Makers& makers, std::size_t maker);

}  // namespace arenascope
