#include "app/session/capacity_change.h"

#include <algorithm>
#include <string_view>
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

bool is_network_of_file(const PlanState& state) {
    // As changed_capacity() words it.
    constexpr std::string_view of_capacity = "capacity of ";
    return !state.source.isEmpty() && std::ranges::all_of(state.hand_edits, [of_capacity](const HandEdit& edit) {
        return edit.what.starts_with(of_capacity);
    });
}

}  // namespace arenascope
