#pragma once

#include <string>

#include "core/format/plan/plan_json.h"
#include "core/model/edit/edited_plan.h"

namespace arenascope::test {

/// What is wrong with an edited plan; empty: it is valid, has a placement for each buffer, and a file from which it is
/// read back equal.
inline std::string fault_in(const EditedPlan& plan) {
    if (const auto valid = validate(plan.problem); !valid) {
        return to_string(valid.error());
    }
    if (plan.layout.placements.size() != plan.problem.buffers.size()) {
        return "another number of placements";
    }
    for (const BufferIndex buffer : plan.changed) {
        if (buffer.value() >= plan.problem.buffers.size()) {
            return "changed a buffer that does not exist";
        }
    }
    const std::string text = plan_json_text(plan.problem, plan.layout, {}, {.hand_edits = plan.hand_edits});
    auto again = parse_plan_json(text, "edited");
    if (!again) {
        return to_string(again.error());
    }
    again->layout.misstated = plan.layout.misstated;  // a random buffer need not fit into its object
    return again->problem != plan.problem         ? "another problem is read back: " + text
           : again->layout != plan.layout         ? "another layout is read back: " + text
           : again->hand_edits != plan.hand_edits ? "other edits are read back: " + text
           : again->notes.empty()                 ? std::string()
                                                  : again->notes.front();
}

}  // namespace arenascope::test
