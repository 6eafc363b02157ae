#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/analysis/verdict/verdict.h"
#include "core/format/document.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Adds the results of a plan with scratch: `heap`, with `parts` if there are several, `choices`, `trials`,
/// `heap_bound`, and `free_areas` if the setting `report=areas` was given. Adds nothing for a plan without a heap.
///
/// `initial` and `final` are [bottom, top] in offsets from before planning. Buffers and free areas have offsets of the
/// plan, which are higher by `raised`. With several parts, `initial` and `final` of the whole heap are addresses, and
/// each part has its own bounds and `raised`.
///
/// `trials` lists what was tried: the choices, as values of the options, and the measures; `chosen` marks the one that
/// became the layout. `trials_left_out` counts those that are too many to be listed. `heap_bound` is the proved size of
/// the smallest heap with the tensors where they are, all parts together; `heap_bound_reachable` says that some
/// placement has it, `heap_optimal` that this one has.
///
/// `free_areas` lists every step of the time span. Above 100,000 steps, it lists only those at which a lifetime begins
/// or ends.
void add_heap(Json& json, const Plan& plan);

/// As text: the bounds of the heap before and after planning, how often each rule was used, how small the heap can be,
/// and the planner's notes. Empty without a heap.
[[nodiscard]] std::string heap_text(const Plan& plan);

/// The JSON of a plan, without its buffers. `fits` is null if a size is unknown and the known part fits.
[[nodiscard]] Json plan_json(const Plan& plan, const Document& document = {});

/// The member `buffers` of that JSON.
[[nodiscard]] Json buffers_json(const Plan& plan);

/// The same as text, in one line below the verdict. Below it follow the lines for a heap with scratch and for cores.
[[nodiscard]] std::string plan_text(const Plan& plan, const Document& document, const Verdict& verdict);

/// The error for the first region whose peak exceeds its capacity, with what helps; `file` as named by the user.
[[nodiscard]] Error misfit(const std::string& file, const Plan& plan, const std::string& cure);

}  // namespace arenascope
