#include "core/analysis/debugging/step_search.h"

#include <algorithm>

#include "core/analysis/debugging/step_evaluation.h"
#include "core/analysis/debugging/step_walk.h"

namespace arenascope {

StepScope scope_of(const RecordedRun& run) {
    return {run.problem, run.trace->threshold};
}

std::optional<std::vector<StepHit>> all_hits(const RecordedRun& run, const StepExpression& condition,
                                             const SearchPoll& poll) {
    constexpr std::size_t steps_between_polls = 256;
    StepNeeds needs = condition.needs();
    needs.peak = true;
    StepWalk walk(*run.problem, *run.trace, needs, run.result);
    StepEvaluation evaluation(condition);
    std::vector<StepHit> hits;
    std::size_t visited = 0;
    while (const RecordedStep* step = walk.next()) {
        if (++visited % steps_between_polls == 0 && poll && !poll(visited)) {
            return std::nullopt;
        }
        if (evaluation.holds_at_next(*step)) {
            hits.push_back({step->frame, step->state->peak()});
        }
    }
    return hits;
}

FrameIndex next_hit(const Trace& trace, const std::vector<StepHit>& hits, FrameIndex from) {
    const auto next = std::partition_point(hits.begin(), hits.end(), [&](const StepHit& hit) {
        return hit.frame == from || ends_before(trace, hit.frame, from);
    });
    return next == hits.end() ? FrameIndex::none() : next->frame;
}

FrameIndex previous_hit(const Trace& trace, const std::vector<StepHit>& hits, FrameIndex from) {
    const auto next = std::partition_point(hits.begin(), hits.end(),
                                           [&](const StepHit& hit) { return ends_before(trace, hit.frame, from); });
    return next == hits.begin() ? FrameIndex::none() : std::prev(next)->frame;
}

IndexedVector<FrameIndex, std::string> frame_paths(const Trace& trace) {
    IndexedVector<FrameIndex, std::string> paths(trace.frames.size());
    const IndexedVector<FrameIndex, std::uint64_t> numbers = frame_numbers(trace);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        if (is_chief(frame.kind)) {
            paths[i] = std::to_string(numbers[i]);
        } else if (is_inner(frame.kind) && frame.parent != FrameIndex::none()) {
            paths[i] = paths[frame.parent] + "." + std::to_string(numbers[i]);
        }
    }
    return paths;
}

}  // namespace arenascope
