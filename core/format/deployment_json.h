#pragma once

#include <string>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The network as it is to be run in a layout: its operators in execution order but for those that are removed, each
/// with the addresses that it reads and writes. What a removed operator would have put out lies where it would have put
/// it, so its consumers read it there. A problem without a graph has no operators.
///
///   {"format": "arenascope-deployment", "version": 1, "peak": 160, "removed": ["split0"],
///    "operators": [{"name": "conv0", "type": "Conv", "reads": [{"buffer": "input", "offset": 30, "size": 40}],
///                   "constants": ["w0"], "writes": [{"buffer": "conv0", "offset": 0, "size": 30}]}]}
///
/// Source: 001_e2575c4dd07d4c13, its deployment. Linear in operands.
[[nodiscard]] std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                               const std::vector<OperatorIndex>& removed);

}  // namespace arenascope
