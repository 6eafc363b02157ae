#include "core/analysis/debugging/step_history.h"

#include "core/analysis/debugging/step_walk.h"
#include "core/model/memory/buffer.h"

namespace arenascope {
namespace {

/// Calls `use` for each step of the detail.
template <class Use>
void for_each_step(const RecordedRun& run, const StepNeeds& needs, StepDetail detail, Use&& use) {
    StepWalk walk(*run.problem, *run.trace, needs, run.result);
    while (const RecordedStep* step = walk.next()) {
        if (detail == StepDetail::all || is_chief(step->kind)) {
            use(*step);
        }
    }
}

/// A buffer that is alive at a step, with the bytes that it holds then.
struct AliveBuffer {
    BufferIndex buffer;
    Window bytes;
};

std::vector<AliveBuffer> alive_at(const Problem& problem, RegionIndex region, Step step) {
    std::vector<AliveBuffer> alive;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (buffer.region != region) {
            continue;
        }
        for_each_piece(buffer, [&](const Piece& piece) {
            if (piece.steps.begin <= step && step < piece.steps.end) {
                alive.push_back({BufferIndex(i), piece.bytes});
            }
        });
    }
    return alive;
}

}  // namespace

std::vector<BufferMoment> buffer_history(const RecordedRun& run, BufferIndex buffer, StepDetail detail) {
    std::vector<BufferMoment> moments;
    OptionalOffset before;
    for_each_step(run, {.tiers = true}, detail, [&](const RecordedStep& step) {
        const OptionalOffset offset = step.state->offset(buffer);
        const std::optional<Tier> tier =
            step.risks.empty() ? std::nullopt : std::optional(step.risks[buffer.value()].tier);
        moments.push_back({step.frame, offset, tier, offset != before});
        before = offset;
    });
    return moments;
}

std::vector<PlaceMoment> place_history(const RecordedRun& run, const BytePlace& place, StepDetail detail) {
    std::vector<PlaceMoment> moments;
    const std::vector<AliveBuffer> alive = alive_at(*run.problem, place.region, place.step);
    for_each_step(run, {}, detail, [&](const RecordedStep& step) {
        const std::size_t before = moments.size();
        for (const AliveBuffer& one : alive) {
            const OptionalOffset offset = step.state->offset(one.buffer);
            if (offset && *offset + one.bytes.from <= place.byte && place.byte < *offset + one.bytes.to) {
                moments.push_back({step.frame, one.buffer});
            }
        }
        if (moments.size() == before) {
            moments.push_back({step.frame});
        }
    });
    return moments;
}

std::vector<PeakMoment> peak_history(const RecordedRun& run, StepDetail detail) {
    std::vector<PeakMoment> moments;
    for_each_step(run, {.peak = true}, detail, [&](const RecordedStep& step) {
        moments.push_back({step.frame, step.state->peak(), step.state->peak_carrier()});
    });
    return moments;
}

}  // namespace arenascope
