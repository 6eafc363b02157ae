#include "app/session/capacity_change.h"

#include <utility>

#include "core/edit/region_capacity.h"
#include "core/error/quotation.h"
#include "widgets/style/visible_text.h"

namespace arenascope {

void change_capacity(OpenPlan& plan, RegionIndex region, std::optional<Bytes> capacity) {
    if (!plan.is_open()) {
        return;
    }
    plan.preparation().finish();
    auto changed = changed_capacity(*plan.state().problem, *plan.without_preview().layout, region, capacity);
    if (changed) {  // the window asks for no negative capacity
        const QString name = in_a_menu(visible_text(plan.state().problem->regions[region].name));
        plan.change_problem(std::move(*changed), OpenPlan::tr("Capacity of %1").arg(name));
    }
}

}  // namespace arenascope
