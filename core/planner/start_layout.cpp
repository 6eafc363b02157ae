#include "core/planner/start_layout.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/planner/soundness.h"

namespace arenascope {

OptionSpec start_option() {
    return {.key = "start",
            .type = OptionType::choice,
            .default_value = "none",
            .meaning = "file: begin with the layout of the file, and keep it unless a lower one is found",
            .choices = {"none", "file"}};
}

const Layout* start_of(const PlanRequest& request) {
    const bool is_wanted = request.options.text("start") == "file";
    return is_wanted && request.given != nullptr && has_placements(*request.given) ? request.given : nullptr;
}

std::vector<BufferIndex> by_offset(std::vector<BufferIndex> buffers, const Layout& start) {
    std::ranges::stable_sort(buffers, {}, [&start](BufferIndex buffer) {
        const auto& placement = start.placements[buffer];
        return placement ? placement->offset.value() : std::numeric_limits<std::int64_t>::max();
    });
    return buffers;
}

std::string start_fault(const Problem& problem, const Layout& start) {
    if (!is_complete(start)) {
        return "it does not place every buffer";
    }
    Layout unshared = empty_layout(problem);
    unshared.placements = start.placements;
    return placement_fault(problem, unshared);
}

std::string start_note(const std::string& fault) {
    return fault.empty() ? std::string()
                         : "the start gives only its order, because as a result it has a fault: " + fault;
}

}  // namespace arenascope
