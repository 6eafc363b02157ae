#include "core/planner/soundness.h"

#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"

namespace arenascope {
namespace {

std::string name_of_buffer(const Problem& problem, BufferIndex buffer) {
    return in_quotes(problem.buffers[buffer].name);
}

/// Describes the first buffer at a wrong place; the capacity is ignored. Empty: there is none.
std::string misplaced(const Problem& problem, const Layout& layout) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        const Buffer& buffer = problem.buffers[i];
        if (!placement) {
            continue;
        }
        if (placement->offset < Offset(0) || placement->region != buffer.region) {
            return "buffer " + in_quotes(buffer.name) + " lies outside its region";
        }
        if (buffer.pin && *buffer.pin != placement->offset) {
            return "buffer " + in_quotes(buffer.name) + " is not at its pinned offset";
        }
    }
    return {};
}

}  // namespace

std::string placement_fault(const Problem& problem, const Layout& layout) {
    const CheckReport report = check(problem, layout, 1);
    if (!report.overlaps.empty()) {
        const Overlap& found = report.overlaps.front();
        return "buffers " + name_of_buffer(problem, found.a) + " and " + name_of_buffer(problem, found.b) + " overlap";
    }
    if (!report.misaligned.empty()) {
        return "buffer " + name_of_buffer(problem, report.misaligned.front()) + " is misaligned";
    }
    return misplaced(problem, layout);
}

Expected<void> check_soundness(const Problem& problem, const PlanResult& result, const std::string& planner,
                               std::uint64_t seed) {
    std::string fault = placement_fault(problem, result.layout);
    if (fault.empty()) {
        const std::int64_t top = peak(problem, result.layout).value();
        if (!is_complete(result.layout) || top >= result.lower_bound.value()) {
            return {};
        }
        fault = "the peak of " + std::to_string(top) + " B is below the proved bound of " +
                std::to_string(result.lower_bound.value()) + " B";
    }
    return failure("internal error: the result of planner " + in_quotes(planner) + " with seed " +
                       std::to_string(seed) + " is wrong: " + fault,
                   "the layout is withheld; please report this with the file, and use another planner until then");
}

}  // namespace arenascope
