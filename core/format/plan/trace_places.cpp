#include "core/format/plan/trace_places.h"

#include <cstddef>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

std::string lack_of_region(RegionIndex region) {
    return "there is no region " + std::to_string(region.value());
}

/// The first place of a step where its buffer cannot lie; empty: there is none.
std::string unfit_place_of(const Problem& problem, const PlacementStep& step) {
    for (const Offset candidate : step.candidates) {
        if (std::string cause = unfit_place(problem, step.buffer, candidate); !cause.empty()) {
            return cause;
        }
    }
    for (const PlacementStep::Ghost& ghost : step.ghosts) {
        if (std::string cause = unfit_place(problem, ghost.buffer, ghost.offset); !cause.empty()) {
            return cause;
        }
    }
    for (std::size_t i = 0; i < step.contexts.size() && !step.ghosts.empty(); ++i) {
        const BufferIndex buffer = step.ghosts[i % step.ghosts.size()].buffer;
        if (std::string cause = unfit_place(problem, buffer, step.contexts[i]); !cause.empty()) {
            return cause;
        }
    }
    return {};
}

}  // namespace

std::string unfit_place(const Problem& problem, BufferIndex index, Offset offset) {
    const Buffer& buffer = problem.buffers[index];
    const auto tail = checked_add(offset.value(), buffer.size.value());
    if (tail && checked_add(*tail, problem.regions[buffer.region].base)) {
        return {};
    }
    return "base + offset + size of buffer " + in_quotes(buffer.name) + " does not fit in 64 bits";
}

std::optional<Misplacement> first_misplacement(const Problem& problem, const Trace& trace) {
    const std::size_t regions = problem.regions.size();
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        if (frame.region != RegionIndex::none() && frame.region.value() >= regions) {
            return Misplacement{FrameIndex(i), "region", lack_of_region(frame.region)};
        }
        if (frame.learning && frame.learning->region.value() >= regions) {
            return Misplacement{FrameIndex(i), "learning", lack_of_region(frame.learning->region)};
        }
        if (std::string cause = frame.step ? unfit_place_of(problem, *frame.step) : std::string(); !cause.empty()) {
            return Misplacement{FrameIndex(i), "step", std::move(cause)};
        }
    }
    return std::nullopt;
}

}  // namespace arenascope
