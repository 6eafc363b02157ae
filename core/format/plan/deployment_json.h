#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/format.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

inline constexpr std::string_view deployment_format_name = "arenascope-deployment";
inline constexpr std::int64_t deployment_format_version = 5;

/// The network as it runs in a layout: its operators in execution order without the removed ones, the addresses that
/// each reads and writes, and the places of inputs and outputs.
///
///   {"format": "arenascope-deployment", "version": 5, "peak": 160,
///    "inputs":  [{"name": "input", "region": "arena", "offset": 30, "address": 30, "size": 40}],
///    "outputs": [{"name": "flat", "buffer": "conv4", "position": 0, "region": "arena", "offset": 90, …}],
///    "variables": [], "scratch": [{"name": "rows", …, "first": 1, "last": 1}], "removed": ["split0", "concat"],
///    "operators": [
///      {"name": "conv0", "type": "Conv", "reads": [{"buffer": "input", "position": 0, …, "size": 40}],
///       "constants": ["w0"], "writes": [{"buffer": "conv0", …, "offset": 0, "size": 30}]},
///      {"name": "conv4", …, "reads": [{"parts": [{"buffer": "conv0", "position": 0, …, "size": 30},
///                                                {"buffer": "conv2", …}], …, "offset": 0, "size": 90}]}]}
///
/// Every buffer in `reads` is written by an operator of the list, or is an input, a variable or scratch. The output of
/// a removed operator is given by the buffer that holds its bytes: `buffer` from `position` on, or the `parts` of a
/// removed merge, one after the other.
/// `variables` keep their value from run to run. `scratch` holds nothing before its first operator: `first` and
/// `last` are the positions of its first and last operator in the list. That of a removed operator is left out. An
/// input has `first` if it begins later than the network, and `last` if it ends after its last reader. `overlay`
/// scratch may lie inside other scratch of the same operators. `gaps` of scratch are `first` and `last` operators in
/// between that do not use it; or only its bytes `from` to `to`. `constants` are stored data. `reads_outside` and
/// `writes_outside` name operands and outputs without a place here: the caller holds them, or their size is unknown.
/// `unknown_sizes` names the latter. These three keys are optional. An operator that is not ordinary has its `feature`,
/// and an in-place one `shareable`: the positions of the operands that it may overwrite. Version 1 had no `position`,
/// `parts`, `inputs`, `outputs`, `variables`, `scratch`. Version 2 had no `feature`, version 3 no `first` and `last`,
/// and version 4 no `gaps`. A problem without a graph has no operators.
///
/// Source: 001_e2575c4dd07d4c13, deployment. Linear in operands and in their parts.
[[nodiscard]] std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                               const std::vector<OperatorIndex>& removed);

/// Reads such a file of version 2 to 5. The document has the deployment itself and what follows from it: see
/// deployed_problem(). The address of an operand must be its offset plus the base of its region, and its parts must lie
/// in it one after the other. Errors name the field.
[[nodiscard]] Expected<Document> parse_deployment_json(std::string_view content, const std::string& source);

/// The format of such files.
[[nodiscard]] Format deployment_json_format();

}  // namespace arenascope
