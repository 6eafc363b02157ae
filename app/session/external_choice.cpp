#include "app/session/external_choice.h"

#include <algorithm>
#include <utility>

#include "app/session/external_planners.h"
#include "core/format/external/external_planner.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// The text of the external planner that is kept by this name; empty: none is.
std::string kept_text_of(const std::string& planner) {
    if (planner_named(planner)) {
        return {};
    }
    const auto kept = kept_external_planners();
    const auto found = std::ranges::find(kept, planner, &NamedExternal::name);
    return found == kept.end() ? std::string() : found->text;
}

/// The text of the external planner; empty: the name is of no such planner.
std::string external_text(const std::string& planner) {
    return is_external_planner(planner) ? planner : kept_text_of(planner);
}

Expected<void> make_external(PlanOrder& order, std::string text) {
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

}  // namespace

Expected<void> choose_kept_external(PlanOrder& order) {
    return make_external(order, kept_text_of(order.planner));
}

Expected<void> choose_external(PlanOrder& order) {
    return make_external(order, external_text(order.planner));
}

bool is_external_choice(const std::string& planner) {
    return !external_text(planner).empty();
}

}  // namespace arenascope
