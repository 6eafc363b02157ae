#include "app/command_line/explain_report.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "app/command_line/text_table.h"
#include "core/analysis/explain/sharing_reasons.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/graph.h"

namespace arenascope {
namespace {

std::uint64_t tried_changes(const ImprovementReport& report) {
    return std::accumulate(report.tried.begin(), report.tried.end(), std::uint64_t{0});
}

/// Why changes were left untried; empty: all were tried.
std::string untried_text(const ImprovementReport& report) {
    return report.is_complete ? std::string()
           : report.was_stopped
               ? "; stopped, more were left untried"
               : "; more were left untried, because the limit of " + grouped(report.work_limit) + " visits was reached";
}

/// "swap a and b".
std::string change_words(const Problem& problem, const Improvement& one) {
    const auto name = [&](BufferIndex buffer) { return visible(problem.buffers[buffer].name); };
    switch (one.kind) {
        case ImprovementKind::move:
            return "move " + name(one.buffer);
        case ImprovementKind::swap:
            return "swap " + name(one.buffer) + " and " + name(one.partner);
        case ImprovementKind::together:
            return "place all at the peak again";
        case ImprovementKind::reinsertion:
            break;
    }
    return one.partner == BufferIndex::none() ? "place " + name(one.buffer) + " last"
                                              : "place " + name(one.buffer) + " before " + name(one.partner);
}

std::string obstacle_text(const ImprovementReport& report, const Problem& problem) {
    switch (report.obstacle) {
        case ImprovementObstacle::nothing_placed:
            return "no buffer to change is placed";
        case ImprovementObstacle::at_threshold:
            return problem.graph ? "the peak is at the threshold: no layout without operator sharing is lower"
                                 : "the peak is at the threshold: no layout is lower";
        case ImprovementObstacle::fixed_at_peak:
            return "a buffer at the peak is pinned or shares memory, and does not move";
        case ImprovementObstacle::all_fixed:
            return "every buffer to change is pinned or shares memory, and does not move";
        default:
            return "none of " + grouped(tried_changes(report)) + " small changes lowers the peak" +
                   untried_text(report);
    }
}

}  // namespace

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
        Json local = json_list(one.partners, [&](const Partner& each) -> Json {
            return {{"name", problem.buffers[each.other].name}, {"reason", reason_text(problem, each)}};
        });
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
        text += grouped(buffer.size) + " B\n";
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

Json improvements_json(const Problem& problem, const ImprovementReport& report) {
    Json list = Json::array();
    for (const Improvement& one : report.improvements) {
        Json moves = json_list(one.moves, [&](const Move& move) -> Json {
            return {
                {"name", problem.buffers[move.buffer].name}, {"from", move.from->value()}, {"to", move.to->value()}};
        });
        Json entry{{"kind", name_of(one.kind)},
                   {"buffer", problem.buffers[one.buffer].name},
                   {"region", problem.regions[one.region].name},
                   {"peak", one.peak.value()},
                   {"region_peak", one.region_peak.value()},
                   {"moved", one.moved.value()},
                   {"moves", std::move(moves)}};
        if (one.partner != BufferIndex::none()) {
            entry["partner"] = problem.buffers[one.partner].name;
        }
        list.push_back(std::move(entry));
    }
    return {{"changes", std::move(list)},
            {"tried", tried_changes(report)},
            {"complete", report.is_complete},
            {"work_limit", report.work_limit},
            {"obstacle", name_of(report.obstacle)}};
}

std::string improvements_text(const Problem& problem, const ImprovementReport& report, Unit unit) {
    if (report.improvements.empty()) {
        return "\n" + obstacle_text(report, problem) + "\n";
    }
    int peak = 0;
    int moved = 0;
    for (const Improvement& one : report.improvements) {
        peak = std::max(peak, decimals_of(one.peak.value(), unit));
        moved = std::max(moved, decimals_of(one.moved.value(), unit));
    }
    std::vector<std::vector<std::string>> rows;
    for (const Improvement& one : report.improvements) {
        rows.push_back({number_text(one.peak, unit, peak), change_words(problem, one), grouped(one.moves.size()),
                        number_text(one.moved, unit, moved)});
    }
    const std::string after = " " + name_of(unit);
    return "\nchanges that lower the peak, best first, of " + grouped(tried_changes(report)) + " tried" +
           untried_text(report) + "\n" +
           table_text({{"  peak ", true, after}, {"  ", false, {}}, {"  moves ", true, {}}, {", ", true, after}}, rows);
}

}  // namespace arenascope
