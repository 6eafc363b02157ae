#include "core/model/memory/makers.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>

#include "core/model/memory/live_profile.h"

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

/// By frame, the number of its maker, in the order of their first frames.
IndexedVector<StackFrameIndex, std::uint32_t> maker_numbers(const AllocatorHistory& history, MadeBy by) {
    IndexedVector<StackFrameIndex, std::uint32_t> numbers(history.frames.size(), 0);
    std::map<std::tuple<std::string_view, std::int64_t, std::string_view>, std::uint32_t> known;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const StackFrame& frame = history.frames[StackFrameIndex(i)];
        const std::tuple key(std::string_view(frame.file), by == MadeBy::line ? frame.line : 0,
                             by == MadeBy::file ? std::string_view() : std::string_view(frame.function));
        numbers[StackFrameIndex(i)] = known.try_emplace(key, static_cast<std::uint32_t>(known.size())).first->second;
    }
    return numbers;
}

/// Names the makers. Files of the same name get as many folders as tell them apart.
void name_makers(Makers& result, const AllocatorHistory& history) {
    constexpr std::size_t most_folders = 8;  // then the whole path
    std::map<std::string, std::vector<Maker*>> namesakes;
    for (Maker& maker : result.makers) {
        if (maker.frame == StackFrameIndex::none()) {
            maker.name = no_python_frame;
            continue;
        }
        maker.name = label_of(history.frames[maker.frame], result.by);
        namesakes[maker.name].push_back(&maker);
    }
    for (const auto& [name, makers] : namesakes) {
        std::set<std::string_view> names{name};
        for (std::size_t folders = 1; names.size() < makers.size() && folders <= most_folders; ++folders) {
            names.clear();
            for (Maker* maker : makers) {
                maker->name = label_of(history.frames[maker->frame], result.by,
                                       folders < most_folders ? folders : history.frames[maker->frame].file.size());
                names.insert(maker->name);
            }
        }
    }
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

Makers makers_of(const Problem& problem, MadeBy by) {
    Makers result;
    result.by = by;
    if (!problem.history) {
        return result;
    }
    const AllocatorHistory& history = *problem.history;
    const auto frames = python_frames(history);
    const auto numbers = maker_numbers(history, by);
    const auto unknown = static_cast<std::uint32_t>(history.frames.size());
    result.peak_step = live_profile(problem).peak_step;
    result.makers.resize(history.frames.size() + 1);
    result.made_by.resize(problem.buffers.size(), unknown);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const StackIndex stack = i < history.made_by.size() ? history.made_by[i] : StackIndex::none();
        const StackFrameIndex frame = stack.value() < frames.size() ? frames[stack] : StackFrameIndex::none();
        const std::uint32_t own = frame == StackFrameIndex::none() ? unknown : numbers[frame];
        const Buffer& buffer = problem.buffers[i];
        Maker& maker = result.makers[own];
        result.made_by[i] = own;
        maker.frame = frame;
        ++maker.buffers;
        maker.in_all = maker.in_all + buffer.size;
        if (contains(buffer.lifetime, result.peak_step)) {
            maker.at_peak = maker.at_peak + buffer.size;
        }
    }
    rank(result);
    name_makers(result, history);
    return result;
}

std::vector<MakerCount> makers_among(const Makers& makers, const std::vector<BufferIndex>& buffers) {
    std::vector<MakerCount> counts;
    std::map<std::uint32_t, std::size_t> position;
    for (const BufferIndex buffer : buffers) {
        const std::uint32_t maker = makers.made_by[buffer];
        const auto [known, is_new] = position.try_emplace(maker, counts.size());
        if (is_new) {
            counts.push_back({maker, 0});
        }
        ++counts[known->second].count;
    }
    return counts;
}

}  // namespace arenascope
