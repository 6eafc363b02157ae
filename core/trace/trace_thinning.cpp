#include "core/trace/trace_thinning.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

/// Two lists of changes, one after the other, as one list. Both are sorted by `place`.
template <class Change, class Place>
std::vector<Change> joined(std::vector<Change> first, std::vector<Change> second, Place Change::*place) {
    if (first.empty() || second.empty()) {
        return first.empty() ? std::move(second) : std::move(first);
    }
    std::vector<Change> both;
    both.reserve(first.size() + second.size());
    auto later = second.begin();
    for (const Change& change : first) {
        while (later != second.end() && (*later).*place < change.*place) {
            both.push_back(*later++);
        }
        Change whole = change;
        if (later != second.end() && (*later).*place == change.*place) {
            whole.to = (later++)->to;
        }
        if (!(whole.from == whole.to)) {
            both.push_back(whole);
        }
    }
    both.insert(both.end(), later, second.end());
    both.shrink_to_fit();
    return both;
}

/// The changes of removed siblings that the next remaining one takes over.
struct Inheritance {
    FrameChanges changes;
    std::uint32_t skipped = 0;

    void add(FrameChanges removed, std::uint32_t skipped_before) {
        changes = joined_with(std::move(removed));
        skipped += skipped_before + 1;
    }

    /// These changes followed by those of the heir.
    [[nodiscard]] FrameChanges joined_with(FrameChanges heir) {
        return {joined(std::move(changes.moves), std::move(heir.moves), &Move::buffer),
                joined(std::move(changes.order), std::move(heir.order), &OrderChange::position),
                joined(std::move(changes.risks), std::move(heir.risks), &RiskChange::buffer)};
    }
};

}  // namespace

IndexedVector<FrameIndex, FrameIndex> keep_frames(Trace& trace, const IndexedVector<FrameIndex, bool>& kept) {
    const std::size_t count = trace.frames.size();
    IndexedVector<FrameIndex, FrameIndex> moved_to(count, FrameIndex::none());
    // By parent, with the roots at the end: the last child that remains.
    std::vector<std::size_t> last_heir(count + 1, 0);
    const auto family = [&](const Frame& frame) {
        return frame.parent == FrameIndex::none() ? count : std::size_t{frame.parent.value()};
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (kept[i]) {
            last_heir[family(trace.frames[i])] = i;
        }
    }
    std::map<std::size_t, Inheritance> pending;  // by parent, as above
    std::size_t next = 0;
    ChangeStore changes;
    ChangeWalk walk(trace);  // the frames stay as they are until it is done
    std::vector<std::uint32_t> more_skipped(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const Frame& frame = trace.frames[i];
        const std::size_t parent = family(frame);
        const bool parent_remains = parent == count || moved_to[parent] != FrameIndex::none();
        if (!kept[i] || !parent_remains) {
            ++trace.dropped[static_cast<std::size_t>(frame.kind)];
            if (parent_remains && last_heir[parent] > i) {
                pending[parent].add(walk.changes_of(FrameIndex(i)), frame.skipped);
            }
            continue;
        }
        FrameChanges own = walk.changes_of(FrameIndex(i));
        if (const auto found = pending.find(parent); found != pending.end()) {
            own = found->second.joined_with(std::move(own));
            more_skipped[i] = found->second.skipped;
            pending.erase(found);
        }
        moved_to[i] = FrameIndex(next);
        changes.record(FrameIndex(next), own);
        changes.copy_checkpoint(FrameIndex(next), trace.changes, FrameIndex(i));
        ++next;
    }
    trace.changes = std::move(changes);
    for (std::size_t i = 0; i < count; ++i) {
        if (moved_to[i] == FrameIndex::none()) {
            continue;
        }
        Frame& frame = trace.frames[i];
        frame.parent = frame.parent == FrameIndex::none() ? FrameIndex::none() : moved_to[frame.parent];
        frame.skipped += more_skipped[i];
        if (moved_to[i] != FrameIndex(i)) {
            trace.frames[moved_to[i]] = std::move(frame);
        }
    }
    trace.frames.erase(trace.frames.begin() + static_cast<std::ptrdiff_t>(next), trace.frames.end());
    trace.frames.shrink_to_fit();
    link_frames(trace);
    if (trace.result != FrameIndex::none()) {
        trace.result = moved_to[trace.result];
    }
    return moved_to;
}

std::vector<FrameIndex> least_needed_frames(const Trace& trace, const IndexedVector<FrameIndex, bool>& needed) {
    std::vector<FrameIndex> others;
    std::vector<FrameIndex> improvements;
    std::map<RegionIndex, Offset> best;  // by region: the lowest peak so far
    const std::vector<FrameIndex> steps = chief_frames(trace);
    for (const FrameIndex step : steps) {
        const Frame& frame = trace.frames[step];
        const auto [so_far, is_first] = best.emplace(region_of(trace, step), frame.peak);
        const bool improved = is_first || frame.peak < so_far->second;
        so_far->second = std::min(so_far->second, frame.peak);
        const bool is_end = step == steps.front() || step == steps.back();
        const bool is_kept = is_end || step == trace.result || frame.kind == FrameKind::iteration;
        if (!is_kept && !needed[step] && frame.children.empty()) {
            (improved ? improvements : others).push_back(step);
        }
    }
    if (!others.empty() || !improvements.empty()) {
        return others.empty() ? improvements : others;
    }
    std::vector<FrameIndex> passes;
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        if (frame.kind == FrameKind::pass && frame.children.empty() && !needed[i] && FrameIndex(i) != trace.result) {
            passes.emplace_back(i);
        }
    }
    return passes;
}

}  // namespace arenascope
