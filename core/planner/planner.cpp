#include "core/planner/planner.h"

namespace arenascope {

std::string_view name_of(PlannerKind kind) {
    switch (kind) {
        case PlannerKind::offsets:
            return "offsets";
        case PlannerKind::shared_objects:
            return "shared objects";
        case PlannerKind::exact:
            return "exact";
        case PlannerKind::tuner:
            break;
    }
    return "tuner";
}

std::string_view title_of(PlannerFamily family) {
    switch (family) {
        case PlannerFamily::searching:
            return "Searching planners";
        case PlannerFamily::greedy:
            return "Greedy planners";
        case PlannerFamily::operator_sharing:
            return "Operator sharing";
        case PlannerFamily::shared_objects:
            return "Shared objects";
        case PlannerFamily::cores_and_scratch:
            break;
    }
    return "Cores and scratch";
}

std::string_view summary_of(PlannerFamily family) {
    switch (family) {
        case PlannerFamily::searching:
            return "they place every buffer, then look for a lower peak until a goal or a limit ends the run";
        case PlannerFamily::greedy:
            return "they take the buffers in an order and place each one once";
        case PlannerFamily::operator_sharing:
            return "operators hand memory on, which gives less memory than any layout without sharing";
        case PlannerFamily::shared_objects:
            return "a few separate blocks of memory, each for one buffer after the other, instead of one arena";
        case PlannerFamily::cores_and_scratch:
            break;
    }
    return "a chip with one memory for each core, and working memory of operators";
}

}  // namespace arenascope
