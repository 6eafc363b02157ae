#include "core/memory/makers.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/memory/live_profile.h"

namespace arenascope {
namespace {

/// By stack, its innermost Python frame; each stack is searched once.
IndexedVector<StackIndex, StackFrameIndex> python_frames(const AllocatorHistory& history) {
    IndexedVector<StackIndex, StackFrameIndex> frames(history.stack_begins.size(), StackFrameIndex::none());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[StackIndex(i)] = innermost_python_frame(history, StackIndex(i));
    }
    return frames;
}

/// Puts the makers in order, and the positions of the buffers with them. Makers without buffers go.
void rank(Makers& result) {
    std::vector<std::uint32_t> order(result.makers.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::uint32_t one) { return result.makers[one].buffers == 0; });
    std::ranges::sort(order, {}, [&](std::uint32_t one) {
        const Maker& maker = result.makers[one];
        return std::tuple(-maker.at_peak.value(), -maker.in_all.value(), one);
    });
    std::vector<Maker> ranked;
    std::vector<std::uint32_t> position(result.makers.size(), 0);
    for (const std::uint32_t one : order) {
        position[one] = static_cast<std::uint32_t>(ranked.size());
        ranked.push_back(result.makers[one]);
    }
    result.makers = std::move(ranked);
    for (std::uint32_t& maker : result.made_by) {
        maker = position[maker];
    }
}

}  // namespace

Makers makers_of(const Problem& problem) {
    Makers result;
    if (!problem.history) {
        return result;
    }
    const AllocatorHistory& history = *problem.history;
    const auto frames = python_frames(history);
    const auto unknown = static_cast<std::uint32_t>(history.frames.size());
    result.peak_step = live_profile(problem).peak_step;
    result.makers.resize(history.frames.size() + 1);
    for (std::size_t i = 0; i < history.frames.size(); ++i) {
        result.makers[i].frame = StackFrameIndex(i);
    }
    result.made_by.resize(problem.buffers.size(), unknown);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const StackIndex stack = i < history.made_by.size() ? history.made_by[i] : StackIndex::none();
        const StackFrameIndex frame = stack.value() < frames.size() ? frames[stack] : StackFrameIndex::none();
        const std::uint32_t own = frame == StackFrameIndex::none() ? unknown : frame.value();
        const Buffer& buffer = problem.buffers[i];
        Maker& maker = result.makers[own];
        result.made_by[i] = own;
        ++maker.buffers;
        maker.in_all = maker.in_all + buffer.size;
        if (contains(buffer.lifetime, result.peak_step)) {
            maker.at_peak = maker.at_peak + buffer.size;
        }
    }
    rank(result);
    return result;
}

}  // namespace arenascope
