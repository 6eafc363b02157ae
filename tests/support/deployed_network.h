#pragma once

#include <string>

#include <QtGlobal>

#include "core/format/document.h"
#include "core/format/plan/deployment_json.h"
#include "core/planner/planning.h"

namespace arenascope::test {

/// The deployment of a problem planned by operator-sharing, written and read again.
inline Document deployed_network(const Problem& problem, const std::string& method) {
    const auto plan =
        run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .settings = {{"method", method}}});
    if (!plan) {
        qFatal("%s", to_string(plan.error()).c_str());
    }
    const std::string text = deployment_json_text(plan->problem, plan->result.layout, plan->result.layout.removed);
    auto document = parse_deployment_json(text, "deployment.json");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

}  // namespace arenascope::test
