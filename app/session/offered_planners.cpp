#include "app/session/offered_planners.h"

#include <set>
#include <string>
#include <string_view>

#include "app/session/external_planners.h"
#include "core/base/error/quotation.h"
#include "core/planner/planning.h"

namespace arenascope {
namespace {

/// A description refers to its texts. A user types few of them. Used on the window's thread only.
std::string_view kept_for_good(std::string text) {
    static std::set<std::string> texts;
    return *texts.insert(std::move(text)).first;
}

}  // namespace

std::vector<PlannerDescription> offered_externals() {
    std::vector<PlannerDescription> offered;
    for (const NamedExternal& kept : kept_external_planners()) {
        offered.push_back({.name = kept_for_good(kept.name),
                           .family = PlannerFamily::greedy,
                           .kind = PlannerKind::offsets,
                           .summary = kept_for_good(visible(kept.text)),
                           .options = common_options()});
    }
    return offered;
}

std::vector<PlannerDescription> offered_planners() {
    std::vector<PlannerDescription> all = described_planners();
    for (PlannerDescription& external : offered_externals()) {
        all.push_back(std::move(external));
    }
    return all;
}

}  // namespace arenascope
