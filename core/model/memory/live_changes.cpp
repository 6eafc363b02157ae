#include "core/model/memory/live_changes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/containers/digit_sort.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

void sort_by_step(std::vector<LiveChange>& changes, std::vector<LiveChange>& room) {
    sort_by_digits(changes, room, [](const LiveChange& change) { return change.step.value(); });
}

/// How many bytes are covered by ranges that come and go. A binary tree over the bytes where ranges begin and end.
class CoveredBytes {
public:
    /// `borders`: all bytes where ranges begin or end, sorted, without duplicates.
    explicit CoveredBytes(std::vector<Offset> borders) : borders_(std::move(borders)) {
        while (leaves_ + 1 < borders_.size()) {
            leaves_ *= 2;
        }
        nodes_.resize(2 * leaves_);
    }

    /// A range comes (`by` is 1), or one that came goes (-1). O(log k).
    void change(AddressRange range, int by) { change_below(1, 0, leaves_, {rank(range.from), rank(range.to)}, by); }
    [[nodiscard]] Bytes covered() const { return nodes_[1].covered; }

private:
    struct Node {
        int ranges = 0;  ///< that cover all of its bytes, and not all of those of the node above
        Bytes covered;
    };
    struct Ranks {
        std::size_t from;
        std::size_t to;
    };

    [[nodiscard]] std::size_t rank(Offset byte) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(borders_, byte) - borders_.begin());
    }

    void change_below(std::size_t node, std::size_t first, std::size_t width, Ranks range, int by) {
        const std::size_t last = std::min(first + width, borders_.size() - 1);
        if (first >= range.to || last <= range.from) {
            return;
        }
        Node& here = nodes_[node];
        const bool is_leaf = width == 1;
        if (range.from <= first && last <= range.to) {
            here.ranges += by;
        } else {
            change_below(2 * node, first, width / 2, range, by);
            change_below(2 * node + 1, first + width / 2, width / 2, range, by);
        }
        here.covered = here.ranges > 0 ? borders_[last] - borders_[first]
                       : is_leaf       ? Bytes(0)
                                       : nodes_[2 * node].covered + nodes_[2 * node + 1].covered;
    }

    std::vector<Offset> borders_;
    std::size_t leaves_ = 1;
    std::vector<Node> nodes_;
};

}  // namespace

void add_union(LiveChanges& changes, const std::vector<PlacedPiece>& pieces) {
    struct Event {
        Step step;
        std::size_t piece;
        int by;
    };
    std::vector<Event> events;
    std::vector<Offset> borders;
    events.reserve(2 * pieces.size());
    borders.reserve(2 * pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        events.push_back({pieces[i].steps.begin, i, 1});
        events.push_back({pieces[i].steps.end, i, -1});
        borders.push_back(pieces[i].bytes.from);
        borders.push_back(pieces[i].bytes.to);
    }
    std::ranges::sort(events, {}, &Event::step);
    std::ranges::sort(borders);
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    CoveredBytes bytes(std::move(borders));
    for (std::size_t i = 0; i < events.size();) {
        const Step step = events[i].step;
        for (; i < events.size() && events[i].step == step; ++i) {
            bytes.change(pieces[events[i].piece].bytes, events[i].by);
        }
        if (i < events.size() && bytes.covered() > Bytes(0)) {
            changes.add({step, events[i].step}, bytes.covered());
        }
    }
}

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
