#include "app/session/capacity_change.h"

#include <utility>

#include "app/session/plan_change.h"
#include "core/base/error/quotation.h"
#include "core/model/edit/region_capacity.h"
#include "qt/words/visible_text.h"

namespace arenascope {

void change_capacity(OpenPlan& plan, RegionIndex region, std::optional<Bytes> capacity) {
    if (!plan.is_open()) {
        return;
    }
    const QString name = in_a_menu(visible_text(plan.state().problem->regions[region].name));
    edit_plan(plan, {[region, capacity](const Problem& problem, const Layout& layout, const std::vector<BufferIndex>&) {
                         return changed_capacity(problem, layout, region, capacity);
                     },
                     {},
                     OpenPlan::tr("Capacity of %1").arg(name)});
}

}  // namespace arenascope
