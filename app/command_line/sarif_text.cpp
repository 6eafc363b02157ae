#include "app/command_line/sarif_text.h"

#include <algorithm>

#include "app/command_line/json_text.h"
#include "app/command_line/uri_path.h"
#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

Json result_json(const GateFinding& finding) {
    Json result = {{"ruleId", finding.rule},
                   {"level", finding.is_error ? "error" : "warning"},
                   {"message", {{"text", visible(finding.sentence)}}}};
    if (const std::string path = path_from_here(finding.file); !path.empty()) {
        Json place = {{"artifactLocation", {{"uri", uri_path(path)}}}};
        if (finding.line > 0) {
            place["region"] = {{"startLine", finding.line}};
        }
        result["locations"] = Json::array({{{"physicalLocation", std::move(place)}}});
    }
    return result;
}

}  // namespace

std::string sarif_text(const GateRun& run) {
    Json rules = Json::array();
    for (const GateRule& rule : gate_rules()) {
        rules.push_back({{"id", rule.name}, {"shortDescription", {{"text", rule.meaning}}}});
    }
    const bool is_usable = std::ranges::none_of(run.findings, [](const auto& one) { return one.rule == "unusable"; });
    const Json log = {
        {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
        {"version", "2.1.0"},
        {"runs",
         Json::array(
             {{{"tool", {{"driver", {{"name", "Arenascope"}, {"version", ARENASCOPE_VERSION}, {"rules", rules}}}}},
               {"invocations", Json::array({{{"executionSuccessful", is_usable}}})},
               {"results", json_list(run.findings, result_json)},
               {"properties", {{"command", run.command}, {"verdict", visible(run.verdict)}}}}})}};
    return json_text(log);
}

}  // namespace arenascope
