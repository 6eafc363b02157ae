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

}  // namespace arenascope
