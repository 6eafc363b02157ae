#include "core/model/memory/external_fragmentation.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <queue>

#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/wide.h"
#include "core/model/memory/live_changes.h"

namespace arenascope {

namespace {

/// `pieces` in any order; `live`: the bytes in use over time.
FragmentationProfile fragmentation_of(std::vector<PlacedPiece> pieces, const Staircase& live) {
    std::ranges::sort(pieces, [](const PlacedPiece& a, const PlacedPiece& b) { return a.steps.begin < b.steps.begin; });
    std::vector<Step> ends;
    ends.reserve(pieces.size());
    for (const PlacedPiece& piece : pieces) {
        ends.push_back(piece.steps.end);
    }
    std::ranges::sort(ends);
    FragmentationProfile profile;
    std::priority_queue<std::pair<Offset, Step>> tails;  // tail and end of each piece
    Int128 total = 0;
    std::size_t next = 0;
    std::size_t stair = 0;
    for (std::size_t ended = 0; ended < ends.size();) {
        const Step step = next < pieces.size() ? std::min(pieces[next].steps.begin, ends[ended]) : ends[ended];
        while (ended < ends.size() && ends[ended] == step) {
            ++ended;
        }
        for (; next < pieces.size() && pieces[next].steps.begin == step; ++next) {
            tails.emplace(pieces[next].bytes.to, pieces[next].steps.end);
        }
        while (!tails.empty() && tails.top().second <= step) {
            tails.pop();
        }
        while (stair < live.steps.size() && live.steps[stair] <= step) {
            ++stair;
        }
        const Bytes used = stair == 0 ? Bytes(0) : live.live[stair - 1];
        const Bytes free = tails.empty() ? Bytes(0) : std::max(Bytes(0), (tails.top().first - Offset(0)) - used);
        if (!profile.steps.empty()) {
            total += Int128{profile.free.back().value()} * (step - profile.steps.back()).value();
        }
        profile.steps.push_back(step);
        profile.free.push_back(free);
        profile.largest = std::max(profile.largest, free);
    }
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    profile.total = total > most ? most : static_cast<std::int64_t>(total);
    return profile;
}

void add_each(LiveChanges& changes, const std::vector<PlacedPiece>& pieces) {
    for (const PlacedPiece& piece : pieces) {
        changes.add(piece.steps, size(piece.bytes));
    }
}

}  // namespace

FragmentationProfile external_fragmentation(std::vector<PlacedPiece> pieces) {
    LiveChanges changes;
    add_each(changes, pieces);
    return fragmentation_of(std::move(pieces), staircase(std::move(changes)));
}

FragmentationProfile external_fragmentation(const Problem& problem, const Layout& layout, RegionIndex region) {
    std::vector<PlacedPiece> pieces;
    for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
    if (layout.sharing.empty()) {
        return external_fragmentation(std::move(pieces));
    }
    IndexedVector<BufferIndex, std::size_t> block_of(problem.buffers.size(), 0);  // 0: it shares nothing
    const std::vector<std::vector<BufferIndex>> blocks = sharing_blocks(layout);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (const BufferIndex member : blocks[i]) {
            block_of[member] = i + 1;
        }
    }
    std::vector<std::vector<PlacedPiece>> by_block(blocks.size() + 1);
    for (const PlacedPiece& piece : pieces) {
        by_block[block_of[piece.buffer]].push_back(piece);
    }
    LiveChanges changes;
    add_each(changes, by_block.front());
    for (std::size_t i = 1; i < by_block.size(); ++i) {
        add_union(changes, by_block[i]);
    }
    return fragmentation_of(std::move(pieces), staircase(std::move(changes)));
}

}  // namespace arenascope
