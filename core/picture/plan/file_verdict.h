#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/verdict/verdict.h"
#include "core/format/file_format.h"
#include "core/model/memory/problem.h"
#include "core/model/settings/option.h"
#include "core/planner/planner.h"

namespace arenascope {

/// What the planner told that made a layout. Empty for the layout of a file.
struct PlannerClaims {
    std::vector<Misfit> misfits = {};       ///< what it left out for lack of room
    std::optional<Bytes> lower_bound = {};  ///< that it proved
};

/// What files say beside their plan, and what the planner told that made the plan here.
struct FileFacts {
    FileFormat format = FileFormat::plan_json;
    std::size_t left_out = 0;                 ///< see Document
    bool is_model = false;                    ///< the switches gave its open dimensions an extent
    std::span<const KeyValue> switches = {};  ///< of the import, as they were given
    std::span<const Misfit> misfits = {};     ///< see PlannerClaims; empty for a step of a run that is not its result
    std::optional<Bytes> lower_bound = {};    ///< likewise, but of every step: it is one of the problem
};

/// The verdict on a plan of a file. All parts of the program come here, so that all say the same. `input` needs only
/// problem and layout: the facts are added, and missing figures are computed in O(n log n). With figures it is linear
/// in the regions, in the findings of the check and in the dimensions that the file leaves open.
[[nodiscard]] Verdict verdict_on_file(VerdictInput input, const FileFacts& facts);

}  // namespace arenascope
