#pragma once

#include <string>

#include <QtGlobal>

#include "core/format/document.h"
#include "core/format/plan/deployment_json.h"
#include "core/planner/planning.h"
#include "tests/support/worked_network.h"

namespace arenascope::test {

/// The text of the deployment of a problem planned by operator-sharing.
inline std::string text_of_deployment(const Problem& problem, const std::string& method) {
    const auto plan =
        run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .settings = {{"method", method}}});
    if (!plan) {
        qFatal("%s", to_string(plan.error()).c_str());
    }
    return deployment_json_text(plan->problem, plan->result.layout, plan->result.layout.removed);
}

/// The same, read again.
inline Document deployed_network(const Problem& problem, const std::string& method) {
    auto document = parse_deployment_json(text_of_deployment(problem, method), "deployment.json");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

/// The problem with eight bytes of scratch in the steps from `begin` to `end`.
inline Problem with_scratch(Problem problem, std::string_view name, std::int64_t begin, std::int64_t end) {
    Buffer& scratch = problem.buffers.emplace_back();
    scratch.name = name;
    scratch.size = Bytes(8);
    scratch.lifetime = {Step(begin), Step(end)};
    scratch.kind = BufferKind::scratch;
    return problem;
}

inline Problem with_rows(Problem problem, std::int64_t begin, std::int64_t end) {
    return with_scratch(std::move(problem), "rows", begin, end);
}

/// A chain in which a and e use 100 bytes of scratch, `rows`, and big has 100 bytes in between:
///
///   step   0   1   2     3       4
///          a   b   big   small   e
///   rows   ████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁██    gap from step 1 to 4; big lives at the steps 2 and 3
inline Problem network_with_gap_in_scratch() {
    NetworkSketch sketch;
    const auto in = sketch.input("in", 8);
    const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
    const auto b = sketch.add("b", OperatorFeature::ordinary, {a}, 8);
    const auto big = sketch.add("big", OperatorFeature::ordinary, {b}, 100);
    const auto small = sketch.add("small", OperatorFeature::ordinary, {big}, 8);
    sketch.add("e", OperatorFeature::ordinary, {small}, 8);
    Problem problem = with_rows(std::move(sketch.problem()), 0, 5);
    problem.buffers.back().size = Bytes(100);
    problem.buffers.back().set_gaps({{{Step(1), Step(4)}, std::nullopt}});
    return problem;
}

}  // namespace arenascope::test
