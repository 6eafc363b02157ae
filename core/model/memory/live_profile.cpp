#include "core/model/memory/live_profile.h"

#include <algorithm>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/live_changes.h"
#include "core/model/memory/placed_piece.h"

namespace arenascope {
namespace {

LiveProfile profile_of(LiveChanges changes) {
    Staircase stairs = staircase(std::move(changes));
    return {std::move(stairs.steps), std::move(stairs.live), stairs.threshold, stairs.peak_step};
}

template <class Accept>
LiveProfile profile_of(const Problem& problem, Accept&& accept) {
    LiveChanges changes;
    changes.begins.reserve(problem.buffers.size());
    changes.ends.reserve(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (accept(problem.buffers[i])) {
            add_pieces(changes, problem, BufferIndex(i));
        }
    }
    return profile_of(std::move(changes));
}

}  // namespace

LiveProfile live_profile(const Problem& problem, RegionIndex region) {
    return profile_of(problem, [region](const Buffer& buffer) { return buffer.region == region; });
}

LiveProfile live_profile(const Problem& problem) {
    return profile_of(problem, [](const Buffer&) { return true; });
}

LiveProfile live_profile(const Problem& problem, const Layout& layout, RegionIndex region) {
    if (layout.sharing.empty()) {
        return live_profile(problem, region);
    }
    IndexedVector<BufferIndex, bool> shared(problem.buffers.size(), false);
    LiveChanges changes;
    std::vector<PlacedPiece> pieces;
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        pieces.clear();
        for (const BufferIndex member : block) {
            const auto& placement = layout.placements[member];
            if (problem.buffers[member].region != region || !placement) {
                continue;
            }
            shared[member] = true;
            for_each_placed_piece(problem, member, placement->offset,
                                  [&](const PlacedPiece& piece) { pieces.push_back(piece); });
        }
        add_union(changes, pieces);
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!shared[i] && problem.buffers[i].region == region) {
            add_pieces(changes, problem, BufferIndex(i));
        }
    }
    return profile_of(std::move(changes));
}

LiveProfile live_profile(const Problem& problem, const Layout& layout) {
    if (layout.sharing.empty()) {
        return live_profile(problem);
    }
    LiveChanges changes;
    for (std::size_t region = 0; region < problem.regions.size(); ++region) {
        const LiveProfile own = live_profile(problem, layout, RegionIndex(region));
        for (std::size_t i = 0; i + 1 < own.steps.size(); ++i) {
            if (own.live[i] > Bytes(0)) {
                changes.add({own.steps[i], own.steps[i + 1]}, own.live[i]);
            }
        }
    }
    return profile_of(std::move(changes));
}

LiveProfile deciding_profile(const Problem& problem, const Layout& layout) {
    LiveProfile deciding;
    bool is_first = true;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        LiveProfile profile = live_profile(problem, layout, RegionIndex(i));
        const bool counts = counts_in_peak(problem, RegionIndex(i));
        if (counts && (is_first || profile.threshold > deciding.threshold)) {
            deciding = std::move(profile);
            is_first = false;
        }
    }
    return deciding;
}

std::vector<Bytes> region_thresholds(const Problem& problem, const Layout& layout) {
    std::vector<Bytes> thresholds;
    thresholds.reserve(problem.regions.size());
    if (layout.sharing.empty()) {
        for (const Staircase& stairs : region_staircases(problem)) {
            thresholds.push_back(stairs.threshold);
        }
        return thresholds;
    }
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        thresholds.push_back(live_profile(problem, layout, RegionIndex(i)).threshold);
    }
    return thresholds;
}

bool thresholds_may_differ(const Layout& a, const Layout& b) {
    return !a.sharing.empty() || !b.sharing.empty();
}

Bytes threshold(const Problem& problem) {
    return threshold(problem, Layout());
}

std::optional<Bytes> threshold_without_scratch(const Problem& problem) {
    const auto is_scratch = [](const Buffer& buffer) { return buffer.kind == BufferKind::scratch; };
    if (std::ranges::none_of(problem.buffers, is_scratch)) {
        return std::nullopt;
    }
    Problem without;
    without.regions = problem.regions;
    std::ranges::copy_if(problem.buffers, std::back_inserter(without.buffers),
                         [](const Buffer& buffer) { return buffer.kind != BufferKind::scratch; });
    return threshold(without);
}

Bytes threshold(const Problem& problem, const Layout& layout) {
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    Bytes highest(0);
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        highest = counts_in_peak(problem, RegionIndex(i)) ? std::max(highest, thresholds[i]) : highest;
    }
    return highest;
}

Bytes live_at(const LiveProfile& profile, Step step) {
    const auto after = std::upper_bound(profile.steps.begin(), profile.steps.end(), step);
    return after == profile.steps.begin() ? Bytes(0)
                                          : profile.live[static_cast<std::size_t>(after - profile.steps.begin()) - 1];
}

double fragmentation(Offset peak, Bytes threshold) {
    return threshold.value() == 0
               ? 0.0
               : static_cast<double>(peak.value() - threshold.value()) / static_cast<double>(threshold.value());
}

}  // namespace arenascope
