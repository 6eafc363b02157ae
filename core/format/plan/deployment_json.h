#pragma once

#include <string>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The network as it is to be run in a layout: its operators in execution order but for those that are removed, each
/// with the addresses that it reads and writes; and where the caller puts inputs and finds outputs.
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
/// A buffer that is read is one that an operator of the list writes, an input, a variable or scratch. What a removed
/// operator would have put out is named by what holds the bytes: `buffer` from `position` on, or, where a merge was
/// removed, `parts` in a row. `variables` keep their value from run to run; `scratch` holds nothing before its first
/// operator. `constants` are stored data. Where there is such a thing, an operator has `reads_outside` and
/// `writes_outside`, names of operands and outputs that have no place here because the caller holds them or their size
/// is not known, and the file `unknown_sizes`, the names of the latter.
/// Version 1 had neither the lists nor `position` and `parts`. A problem without a graph has no operators.
///
/// Source: 001_e2575c4dd07d4c13, its deployment. Linear in operands and in the parts that they are held by.
[[nodiscard]] std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                               const std::vector<OperatorIndex>& removed);

}  // namespace arenascope
