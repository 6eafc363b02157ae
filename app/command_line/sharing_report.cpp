#include "app/command_line/sharing_report.h"

#include <utility>
#include <vector>

#include "app/command_line/text_table.h"
#include "core/analysis/explain/sharing_reasons.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/graph.h"
#include "core/picture/plan/unit.h"

namespace arenascope {

Json sharing_reasons_json(const Problem& problem) {
    Json all = Json::array();
    for (const SharingReasons& one : sharing_reasons(problem)) {
        const Buffer& buffer = problem.buffers[one.buffer];
        const Operator* producer =
            one.producer == OperatorIndex::none() ? nullptr : &problem.graph->operators[one.producer];
        Json first = Json::array();
        Json dependencies = Json::array();
        for (const Dependency& each : one.dependencies) {
            Json entry = {{"name", problem.buffers[each.other].name},
                          {"reason", reason_text(problem, one.buffer, each)}};
            if (each.is_first) {
                first.push_back(entry);
            }
            entry["set"] = each.is_first ? "first" : "second";
            dependencies.push_back(std::move(entry));
        }
        Json local = Json::array();
        for (const Partner& each : one.partners) {
            local.push_back({{"name", problem.buffers[each.other].name}, {"reason", reason_text(problem, each)}});
        }
        all.push_back({{"name", buffer.name},
                       {"operator", producer == nullptr ? Json() : Json(producer->name)},
                       {"type", producer == nullptr ? Json() : Json(producer->type)},
                       {"feature", producer == nullptr ? Json() : Json(name_of(producer->feature))},
                       {"size", buffer.size.value()},
                       {"first", std::move(first)},
                       {"dependencies", std::move(dependencies)},
                       {"local", std::move(local)}});
    }
    return all;
}

std::string sharing_reasons_text(const Problem& problem) {
    std::string text;
    for (const SharingReasons& one : sharing_reasons(problem)) {
        const Buffer& buffer = problem.buffers[one.buffer];
        text += "\n" + visible(buffer.name) + ": ";
        if (one.producer != OperatorIndex::none()) {
            const Operator& producer = problem.graph->operators[one.producer];
            text += visible(producer.type) + ", " + std::string(name_of(producer.feature)) + ", ";
        }
        text += grouped(buffer.size.value()) + " B\n";
        std::vector<std::vector<std::string>> rows;
        for (const Dependency& each : one.dependencies) {
            rows.push_back({each.is_first ? "first set" : "second set", visible(problem.buffers[each.other].name),
                            reason_text(problem, one.buffer, each)});
        }
        for (const Partner& each : one.partners) {
            rows.push_back({"local sharing", visible(problem.buffers[each.other].name), reason_text(problem, each)});
        }
        text += table_text({{"  ", false, {}}, {"  ", false, {}}, {"  ", false, {}}}, rows);
    }
    return text;
}

}  // namespace arenascope
