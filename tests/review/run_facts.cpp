#include "tests/review/run_facts.h"

#include <algorithm>
#include <tuple>

#include "core/analysis/debugging/step_walk.h"
#include "core/trace/trace_player.h"

namespace arenascope::test {

BufferIndex buffer_that_becomes_high(const Problem& problem, const Trace& trace) {
    const std::size_t count = problem.buffers.size();
    std::vector<bool> is_high_at_first(count);
    std::vector<bool> is_high(count);
    bool is_first = true;
    StepWalk walk(problem, trace, StepNeeds{.tiers = true});
    for (const RecordedStep* step = walk.next(); step != nullptr; step = walk.next()) {
        for (std::size_t i = 0; i < step->risks.size(); ++i) {
            if (step->risks[i].tier == Tier::high) {
                is_high[i] = true;
                is_high_at_first[i] = is_high_at_first[i] || is_first;
            }
        }
        is_first = is_first && step->risks.empty();
    }
    const auto rank = [&](std::size_t i) {
        const Buffer& buffer = problem.buffers[BufferIndex(i)];
        const auto steps = static_cast<double>(length(buffer.lifetime).value());
        return std::tuple(is_high[i] && !is_high_at_first[i], is_high[i],
                          static_cast<double>(buffer.size.value()) * steps);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i) {
        best = rank(best) < rank(i) ? i : best;
    }
    return count > 0 && is_high[best] ? BufferIndex(best) : BufferIndex::none();
}

std::vector<StepHit> hits_of(const RecordedRun& run, const std::string& condition) {
    return all_hits(run, StepExpression::condition(condition, scope_of(run)).value()).value();
}

std::vector<FrameIndex> steps_in_time_order(const RecordedRun& run) {
    std::vector<FrameIndex> steps;
    StepWalk walk(*run.problem, *run.trace, StepNeeds{}, run.result);
    for (const RecordedStep* step = walk.next(); step != nullptr; step = walk.next()) {
        steps.push_back(step->frame);
    }
    return steps;
}

std::vector<FrameIndex> steps_beside(const Trace& trace, FrameIndex frame) {
    const Frame& here = trace.frames[frame];
    return is_inner(here.kind) ? trace.frames[here.parent].children : chief_frames(trace);
}

Layout layout_at(const RecordedRun& run, FrameIndex frame) {
    TracePlayer player(*run.trace);
    player.go_to(frame);
    return player.layout(*run.problem);
}

std::optional<PlacingReason> reason_at(const RecordedRun& run, FrameIndex frame, BufferIndex buffer) {
    TracePlayer player(*run.trace);
    player.go_to(frame);
    return placing_reason(*run.problem, player.layout(*run.problem), player.order(),
                          placing_rule(run.trace->provenance), buffer);
}

}  // namespace arenascope::test
