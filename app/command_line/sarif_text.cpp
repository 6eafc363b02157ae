#include "app/command_line/sarif_text.h"

#include <algorithm>

#include "app/command_line/json_text.h"
#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

/// A path as a relative URI: what is neither letter, digit nor one of these marks is written as %XX. A first folder
/// with a colon would be read as a scheme, so the colon is none of them.
std::string uri_of(const std::string& path) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (plain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            uri += '%';
            uri += digits[byte / 16];
            uri += digits[byte % 16];
        }
    }
    return uri;
}

Json result_json(const GateFinding& finding) {
    Json result = {{"ruleId", finding.rule},
                   {"level", finding.is_error ? "error" : "warning"},
                   {"message", {{"text", visible(finding.sentence)}}}};
    if (const std::string path = path_from_here(finding.file); !path.empty()) {
        Json place = {{"artifactLocation", {{"uri", uri_of(path)}}}};
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
