#include "app/command_line/memory_report.h"

#include <algorithm>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/spill/second_traffic.h"

namespace arenascope {
namespace {

bool has_second_memory(const Plan& plan) {
    return std::ranges::any_of(plan.problem.regions, &Region::second);
}

}  // namespace

void add_memories(Json& json, const Plan& plan) {
    if (!has_second_memory(plan)) {
        return;
    }
    const Problem& problem = plan.problem;
    const std::vector<Bytes> thresholds = region_thresholds(problem, plan.result.layout);
    Json regions = Json::array();
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const Region& region = problem.regions[RegionIndex(i)];
        regions.push_back({{"name", region.name},
                           {"second", region.second},
                           {"capacity", number_or_null(region.capacity)},
                           {"threshold", thresholds[i].value()},
                           {"peak", peak(problem, plan.result.layout, RegionIndex(i)).value()}});
    }
    json["regions"] = std::move(regions);
    json["traffic"] = second_traffic(problem);
    json["transfers"] = json_list(problem.transfers, [&](const Transfer& transfer) -> Json {
        return {{"source", problem.buffers[transfer.source].name},
                {"copy", problem.buffers[transfer.copy].name},
                {"step", problem.buffers[transfer.copy].lifetime.begin.value()}};
    });
}

std::string memories_text(const Plan& plan) {
    if (!has_second_memory(plan)) {
        return {};
    }
    const Problem& problem = plan.problem;
    const std::vector<Bytes> thresholds = region_thresholds(problem, plan.result.layout);
    std::string text;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const Region& region = problem.regions[RegionIndex(i)];
        const std::int64_t top = peak(problem, plan.result.layout, RegionIndex(i)).value();
        text += std::string(region.second ? "second memory " : "memory ") + in_quotes(region.name) + ": peak " +
                grouped(top) + " B" + (region.capacity ? " of " + grouped(*region.capacity) + " B" : std::string()) +
                ", threshold " + grouped(thresholds[i].value()) + " B" +
                (region.second ? "; " + grouped(second_traffic(problem)) + " B of traffic in a run" : std::string()) +
                "\n";
    }
    return text;
}

}  // namespace arenascope
