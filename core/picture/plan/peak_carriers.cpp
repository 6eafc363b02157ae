#include "core/picture/plan/peak_carriers.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// A smaller part of the peak tells little about it.
constexpr std::int64_t least_carried_share = 12;

/// Null: nothing is placed in an open container.
const Container* highest_container(const std::vector<Container>& stack) {
    const auto order = [](const Container& container) {
        const bool has_peak = !container.is_folded && !container.is_band && container.target;
        return has_peak ? std::pair(container.peak.value(), container.threshold.value())
                        : std::pair(std::int64_t{0}, std::int64_t{0});
    };
    const auto highest = std::ranges::max_element(stack, {}, order);
    return highest == stack.end() || order(*highest).first <= 0 ? nullptr : &*highest;
}

std::optional<BufferIndex> topmost_buffer(const Problem& problem, const Layout& layout, const Container& container) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        if (placement && placement->region == container.region &&
            tail_of(problem.buffers[i], placement->offset) == container.peak) {
            return BufferIndex(i);
        }
    }
    return std::nullopt;
}

/// The first step of the lifetime at which most is live.
Step busiest_step(const LiveProfile& profile, Lifetime steps) {
    Step busiest = steps.begin;
    Bytes most = live_at(profile, steps.begin);
    const auto first = std::upper_bound(profile.steps.begin(), profile.steps.end(), steps.begin);
    for (auto at = first; at != profile.steps.end() && *at < steps.end; ++at) {
        const Bytes live = profile.live[static_cast<std::size_t>(at - profile.steps.begin())];
        if (live > most) {
            most = live;
            busiest = *at;
        }
    }
    return busiest;
}

bool is_live_at(const Buffer& buffer, Step step) {
    if (step < buffer.lifetime.begin || step >= buffer.lifetime.end) {
        return false;
    }
    bool is_live = false;
    for_each_piece(buffer, [&](const Piece& piece) {
        is_live = is_live || (piece.steps.begin <= step && step < piece.steps.end);
    });
    return is_live;
}

Lifetime first_piece(const Buffer& buffer) {
    std::optional<Lifetime> first;
    for_each_piece(buffer, [&first](const Piece& piece) { first = first.value_or(piece.steps); });
    return first.value_or(buffer.lifetime);
}

}  // namespace

std::vector<MemoryRectangle> peak_carriers(const Problem& problem, const Layout& layout,
                                           const std::vector<Container>& stack,
                                           IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    const Container* container = highest_container(stack);
    const auto top = container != nullptr ? topmost_buffer(problem, layout, *container) : std::nullopt;
    if (!top) {
        return {};
    }
    const Step step = busiest_step(*container->profile, first_piece(problem.buffers[*top]));
    const Bytes least(container->peak.value() / least_carried_share);
    std::vector<BufferIndex> carriers;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        const auto& placement = layout.placements[i];
        if (buffer.size >= least && placement && placement->region == container->region && BufferIndex(i) != *top &&
            is_live_at(buffer, step)) {
            carriers.emplace_back(i);
        }
    }
    std::ranges::stable_sort(carriers, std::greater(), [&](BufferIndex each) { return problem.buffers[each].size; });
    carriers.insert(carriers.begin(), *top);
    carriers.resize(std::min(carriers.size(), most_carriers), BufferIndex::none());
    std::vector<MemoryRectangle> rectangles;
    for (const BufferIndex buffer : carriers) {
        for (const MemoryRectangle& each : placed_rectangles(problem, buffer, *layout.placements[buffer], shifts)) {
            if (each.begin <= step.value() && step.value() < each.end) {
                rectangles.push_back(each);
            }
        }
    }
    return rectangles;
}

}  // namespace arenascope
