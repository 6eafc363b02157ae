#include "core/memory/external_fragmentation.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <queue>

#include "core/memory/wide.h"

namespace arenascope {

FragmentationProfile external_fragmentation(std::vector<PlacedPiece> pieces) {
    std::sort(pieces.begin(), pieces.end(),
              [](const PlacedPiece& a, const PlacedPiece& b) { return a.steps.begin < b.steps.begin; });
    std::vector<std::pair<Step, Bytes>> ends;
    for (const PlacedPiece& piece : pieces) {
        ends.emplace_back(piece.steps.end, piece.bytes.to - piece.bytes.from);
    }
    std::sort(ends.begin(), ends.end());
    FragmentationProfile profile;
    std::priority_queue<std::pair<Offset, Step>> tails;  // tail and end of each piece
    Bytes live;
    Int128 total = 0;
    std::size_t next = 0;
    for (std::size_t ended = 0; ended < ends.size();) {
        const Step step =
            next < pieces.size() ? std::min(pieces[next].steps.begin, ends[ended].first) : ends[ended].first;
        for (; ended < ends.size() && ends[ended].first == step; ++ended) {
            live = live - ends[ended].second;
        }
        for (; next < pieces.size() && pieces[next].steps.begin == step; ++next) {
            live = live + (pieces[next].bytes.to - pieces[next].bytes.from);
            tails.emplace(pieces[next].bytes.to, pieces[next].steps.end);
        }
        while (!tails.empty() && tails.top().second <= step) {
            tails.pop();
        }
        const Bytes free = tails.empty() ? Bytes(0) : std::max(Bytes(0), (tails.top().first - Offset(0)) - live);
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

FragmentationProfile external_fragmentation(const Problem& problem, const Layout& layout, RegionIndex region) {
    std::vector<PlacedPiece> pieces;
    for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
    return external_fragmentation(std::move(pieces));
}

}  // namespace arenascope
