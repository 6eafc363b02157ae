#include "core/planner/many_core/placement_step.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "core/planner/many_core/candidates.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

/// An integer option of a run; `otherwise` if the run has no such option or it is no integer.
std::size_t option_of(const Provenance& provenance, std::string_view key, std::size_t otherwise) {
    const auto found = std::find_if(provenance.options.begin(), provenance.options.end(),
                                    [key](const auto& option) { return option.first == key; });
    if (found != provenance.options.end()) {
        const std::string& text = found->second;
        std::from_chars(text.data(), text.data() + text.size(), otherwise);
    }
    return otherwise;
}

}  // namespace

std::optional<PlacementStep> placement_step(const Problem& problem, const Layout& after, const Trace& trace,
                                            FrameIndex frame) {
    const Frame& told = trace.frames[frame];
    if (told.kind != FrameKind::placement || trace.provenance.planner != "many-core") {
        return std::nullopt;
    }
    const auto is_allocation = [&](BufferIndex index) {
        return after.placements[index].has_value() && !problem.buffers[index].pin;
    };
    // The last buffer that entered the order is the one placed last.
    std::optional<BufferIndex> placed;
    for (const OrderChange& change : told.order) {
        if (change.to != BufferIndex::none() && is_allocation(change.to)) {
            placed = change.to;
        }
    }
    if (!placed) {
        return std::nullopt;
    }
    PlacementStep step{
        .buffer = *placed, .core = problem.buffers[*placed].region, .candidates = {}, .chosen = {}, .ghosts = {}};
    const CoreAllocations allocations = core_allocations(problem, step.core);
    const auto position = std::find(allocations.order.begin(), allocations.order.end(), *placed);
    std::vector<std::int64_t> offsets(problem.buffers.size(), unplaced_offset);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (after.placements[i]) {
            offsets[i] = after.placements[i]->offset.value();
        }
    }
    const CandidateLimits defaults;
    CandidateSearch search(problem, allocations,
                           {option_of(trace.provenance, "context", defaults.context),
                            option_of(trace.provenance, "combinations", defaults.combinations)});
    const auto candidates = search.find(static_cast<std::size_t>(position - allocations.order.begin()), offsets);
    const Offset target = after.placements[*placed]->offset;
    for (const Candidate& candidate : candidates) {
        if (candidate.offset == target && !step.chosen) {
            step.chosen = step.candidates.size();
            const auto context = search.context();
            const auto places = search.context_offsets(candidate);
            for (std::size_t i = 0; i < std::min(context.size(), places.size()); ++i) {
                step.ghosts.push_back({context[i], Offset(places[i])});
            }
        }
        step.candidates.push_back(candidate.offset);
    }
    return step;
}

}  // namespace arenascope
