#pragma once

#include <string>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The network as it runs in a layout: its operators in execution order without the removed ones, the addresses that
/// each reads and writes, and the places of inputs and outputs.
///
///   {"format": "arenascope-deployment", "version": 2, "peak": 160,
///    "inputs":  [{"name": "input", "region": "arena", "offset": 30, "address": 30, "size": 40}],
///    "outputs": [{"name": "flat", "buffer": "conv4", "position": 0, "region": "arena", "offset": 90, …}],
///    "variables": [], "scratch": [], "removed": ["split0", "concat"],
///    "operators": [
///      {"name": "conv0", "type": "Conv", "reads": [{"buffer": "input", "position": 0, …, "size": 40}],
///       "constants": ["w0"], "writes": [{"buffer": "conv0", …, "offset": 0, "size": 30}]},
///      {"name": "conv4", …, "reads": [{"parts": [{"buffer": "conv0", "position": 0, …, "size": 30},
///                                                {"buffer": "conv2", …}], …, "offset": 0, "size": 90}]}]}
///
/// Every buffer in `reads` is written by an operator of the list, or is an input, a variable or scratch. The output of
/// a removed operator is given by the buffer that holds its bytes: `buffer` from `position` on, or the `parts` of a
/// removed merge, one after the other.
/// `variables` keep their value from run to run. `scratch` holds nothing before its first operator. `constants` are
/// stored data. `reads_outside` and `writes_outside` name operands and outputs without a place here: the caller holds
/// them, or their size is unknown. `unknown_sizes` names the latter. These three keys are optional.
/// Version 1 had no `position`, `parts`, `inputs`, `outputs`, `variables`, `scratch`. A problem without a graph has no
/// operators.
///
/// Source: 001_e2575c4dd07d4c13, deployment. Linear in operands and in their parts.
[[nodiscard]] std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                               const std::vector<OperatorIndex>& removed);

}  // namespace arenascope
