#include "app/command_line/external_choice.h"

#include <algorithm>
#include <utility>

#include "app/session/external_planners.h"
#include "core/format/external/external_planner.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// The text of the external planner; empty: the name is of no such planner.
std::string external_text(const std::string& planner) {
    if (is_external_planner(planner)) {
        return planner;
    }
    if (planner_named(planner)) {
        return {};
    }
    const auto kept = kept_external_planners();
    const auto found = std::ranges::find(kept, planner, &NamedExternal::name);
    return found == kept.end() ? std::string() : found->text;
}

}  // namespace

Expected<void> choose_external(PlanOrder& order) {
    std::string text = external_text(order.planner);
    if (text.empty()) {
        return {};
    }
    auto planner = external_planner(text, order.time_limit_seconds);
    if (!planner) {
        return tl::unexpected(planner.error());
    }
    order.planner = std::move(text);
    order.external = std::move(*planner);
    return {};
}

bool is_external_choice(const std::string& planner) {
    return !external_text(planner).empty();
}

}  // namespace arenascope
