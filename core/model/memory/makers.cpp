#include "core/model/memory/makers.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>

#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

/// By stack, its maker_frame(); each stack is searched once.
IndexedVector<StackIndex, StackFrameIndex> maker_frames(const AllocatorHistory& history) {
    IndexedVector<StackIndex, StackFrameIndex> frames(history.stack_begins.size(), StackFrameIndex::none());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[StackIndex(i)] = maker_frame(history, StackIndex(i));
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

/// Makers and the code that they are made of.
struct NamedMakers {
    Makers* makers;
    const AllocatorHistory* history;
};

/// A maker of one of several problems.
struct Namesake {
    Maker* maker;
    const NamedMakers* of;

    [[nodiscard]] std::string label(std::size_t folders) const {
        const StackFrame& frame = of->history->frames[maker->frame];
        return label_of(frame, of->makers->by, std::min(folders, frame.file.size()));
    }
};

/// Whether no two makers of one problem have the same name.
bool are_told_apart(const std::vector<Namesake>& namesakes) {
    std::set<std::pair<const NamedMakers*, std::string_view>> names;
    return std::ranges::all_of(namesakes,
                               [&names](const Namesake& one) { return names.emplace(one.of, one.maker->name).second; });
}

/// Names the makers. Files of the same name get as many folders as tell them apart, in all problems alike.
void name_makers(const std::vector<NamedMakers>& all) {
    constexpr std::size_t most_folders = 8;
    constexpr std::size_t whole_path = std::numeric_limits<std::size_t>::max();
    std::map<std::string, std::vector<Namesake>> labels;
    for (const NamedMakers& of : all) {
        for (Maker& maker : of.makers->makers) {
            if (maker.frame == StackFrameIndex::none()) {
                maker.name = no_python_frame;
                continue;
            }
            const Namesake one{&maker, &of};
            maker.name = one.label(0);
            labels[maker.name].push_back(one);
        }
    }
    for (const auto& [label, namesakes] : labels) {
        for (std::size_t folders = 1; folders <= most_folders && !are_told_apart(namesakes); ++folders) {
            for (const Namesake& one : namesakes) {
                one.maker->name = one.label(folders < most_folders ? folders : whole_path);
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

Makers unnamed_makers(const Problem& problem, MadeBy by) {
    Makers result;
    result.by = by;
    if (!problem.history) {
        return result;
    }
    const AllocatorHistory& history = *problem.history;
    const auto frames = maker_frames(history);
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
    return result;
}

}  // namespace

Makers makers_of(const Problem& problem, MadeBy by) {
    Makers makers = unnamed_makers(problem, by);
    name_makers({{&makers, problem.history.get()}});
    return makers;
}

std::pair<Makers, Makers> makers_of_both(const Problem& first, const Problem& second, MadeBy by) {
    std::pair<Makers, Makers> both{unnamed_makers(first, by), unnamed_makers(second, by)};
    name_makers({{&both.first, first.history.get()}, {&both.second, second.history.get()}});
    return both;
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
