#include "core/memory/live_changes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/memory/digit_sort.h"
#include "core/memory/tail.h"

namespace arenascope {
namespace {

void sort_by_step(std::vector<LiveChange>& changes, std::vector<LiveChange>& room) {
    sort_by_digits(changes, room, [](const LiveChange& change) { return change.step.value(); });
}

}  // namespace

Staircase staircase(LiveChanges changes) {
    std::vector<LiveChange> room;
    sort_by_step(changes.begins, room);
    sort_by_step(changes.ends, room);
    room = {};
    Staircase profile;
    // Most plans have no more steps than buffers, and one for the last end.
    profile.steps.reserve(changes.begins.size() + 1);
    profile.live.reserve(changes.begins.size() + 1);
    Bytes live;
    std::size_t begin = 0;
    for (std::size_t end = 0; end < changes.ends.size();) {
        const Step step = begin < changes.begins.size() ? std::min(changes.begins[begin].step, changes.ends[end].step)
                                                        : changes.ends[end].step;
        for (; end < changes.ends.size() && changes.ends[end].step == step; ++end) {
            live = live - changes.ends[end].amount;
        }
        for (; begin < changes.begins.size() && changes.begins[begin].step == step; ++begin) {
            live = live + changes.begins[begin].amount;
        }
        if (!profile.live.empty() && profile.live.back() == live) {
            continue;
        }
        profile.steps.push_back(step);
        profile.live.push_back(live);
        if (live > profile.threshold) {
            profile.threshold = live;
            profile.peak_step = step;
        }
    }
    profile.steps.shrink_to_fit();
    profile.live.shrink_to_fit();
    return profile;
}

void add_pieces(LiveChanges& changes, const Problem& problem, BufferIndex index) {
    const Buffer& buffer = problem.buffers[index];
    if (!takes_bytes(buffer)) {
        return;
    }
    if (const ScratchRequest* request = scratch_request_of(problem, index); request != nullptr && request->variable) {
        changes.add(buffer.lifetime, std::min(request->minimum, buffer.size));
        return;
    }
    for_each_piece(buffer, [&](const Piece& piece) { changes.add(piece.steps, piece.bytes.to - piece.bytes.from); });
}

std::vector<Staircase> region_staircases(const Problem& problem) {
    IndexedVector<RegionIndex, LiveChanges> changes(problem.regions.size());
    if (changes.size() == 1) {
        changes.front().begins.reserve(problem.buffers.size());
        changes.front().ends.reserve(problem.buffers.size());
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        add_pieces(changes[problem.buffers[i].region], problem, BufferIndex(i));
    }
    std::vector<Staircase> staircases;
    staircases.reserve(changes.size());
    for (LiveChanges& of_region : changes) {
        staircases.push_back(staircase(std::exchange(of_region, {})));
    }
    return staircases;
}

}  // namespace arenascope
