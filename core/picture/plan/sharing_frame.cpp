#include "core/picture/plan/sharing_frame.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/check/piece_sweep.h"

namespace arenascope {
namespace {

/// A half-open part [first, second) of a line.
using Part = std::pair<std::int64_t, std::int64_t>;
/// Ascending, without overlap.
using Parts = std::vector<Part>;

/// The parts of a line that no cover hides. Sorts the covers.
Parts uncovered(std::int64_t from, std::int64_t to, Parts& covers) {
    std::sort(covers.begin(), covers.end());
    Parts left;
    for (const auto& [first, second] : covers) {
        if (first > from) {
            left.emplace_back(from, std::min(first, to));
        }
        from = std::max(from, second);
        if (from >= to) {
            return left;
        }
    }
    left.emplace_back(from, to);
    return left;
}

/// The longest of these parts; empty if there is none.
Part longest_uncovered(std::int64_t from, std::int64_t to, Parts& covers) {
    Part longest{from, from};
    for (const Part& part : uncovered(from, to, covers)) {
        if (part.second - part.first > longest.second - longest.first) {
            longest = part;
        }
    }
    return longest;
}

/// The rectangles of a block. Of two buffers with many gaps, few rectangles touch a time.
class Members {
public:
    explicit Members(std::vector<MemoryRectangle> members) : all_(std::move(members)), ends_(all_.size()) {
        std::ranges::stable_sort(all_, {}, [](const MemoryRectangle& each) { return each.begin; });
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            ends_.insert(i, all_[i].end);
        }
    }

    [[nodiscard]] const std::vector<MemoryRectangle>& all() const { return all_; }
    /// Calls `use` for each rectangle that touches the time, also with its end. O((k + 1) log m) for k of them.
    template <class Use>
    void for_each_touching(std::int64_t begin, std::int64_t end, Use&& use) const {
        const auto later =
            std::upper_bound(all_.begin(), all_.end(), end,
                             [](std::int64_t step, const MemoryRectangle& each) { return step < each.begin; });
        ends_.find(static_cast<std::uint32_t>(later - all_.begin()), begin - 1, [&](std::uint32_t found) {
            ++work_;
            use(all_[found]);
            return true;
        });
    }
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    std::vector<MemoryRectangle> all_;  ///< by begin
    CrossedPieces ends_;                ///< by position in `all_`
    mutable std::uint64_t work_ = 0;
};

/// Adds the outline of one block: the parts of each edge that no other member covers from outside.
void add_outline(std::vector<FrameLine>& lines, const Members& members) {
    const std::size_t first = lines.size();
    Parts covers;
    const auto add_upright = [&](const MemoryRectangle& own, std::int64_t step, bool at_begin) {
        covers.clear();
        members.for_each_touching(step, step, [&](const MemoryRectangle& other) {
            // The step just outside the edge: before a begin, or at an end.
            if (at_begin ? other.begin < step : step < other.end) {
                covers.emplace_back(other.from, other.to);
            }
        });
        for (const auto& [from, to] : uncovered(own.from, own.to, covers)) {
            lines.push_back({step, step, from, to});
        }
    };
    const auto add_level = [&](const MemoryRectangle& own, std::int64_t byte, bool at_bottom) {
        covers.clear();
        members.for_each_touching(own.begin, own.end, [&](const MemoryRectangle& other) {
            if (at_bottom ? other.from < byte && byte <= other.to : other.from <= byte && byte < other.to) {
                covers.emplace_back(other.begin, other.end);
            }
        });
        for (const auto& [begin, end] : uncovered(own.begin, own.end, covers)) {
            lines.push_back({begin, end, byte, byte});
        }
    };
    for (const MemoryRectangle& member : members.all()) {
        add_upright(member, member.begin, true);
        add_upright(member, member.end, false);
        add_level(member, member.from, true);
        add_level(member, member.to, false);
    }
    // Members that begin together have a common edge.
    std::sort(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end());
    lines.erase(std::unique(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end()), lines.end());
}

/// The longest time in which no other member uses any of the bytes.
MemoryRectangle bare_part(const MemoryRectangle& own, const Members& members) {
    Parts covers;
    members.for_each_touching(own.begin, own.end, [&](const MemoryRectangle& other) {
        if (!(other == own) && other.from < own.to && own.from < other.to) {
            covers.emplace_back(other.begin, other.end);
        }
    });
    MemoryRectangle bare = own;
    std::tie(bare.begin, bare.end) = longest_uncovered(own.begin, own.end, covers);
    return bare;
}

/// Bytes that some members cover, joined where they touch.
class CoveredBytes {
public:
    void add(std::int64_t from, std::int64_t to) {
        auto first = std::lower_bound(parts_.begin(), parts_.end(), from,
                                      [](const Part& part, std::int64_t byte) { return part.second < byte; });
        auto last = first;
        for (; last != parts_.end() && last->first <= to; ++last) {
            from = std::min(from, last->first);
            to = std::max(to, last->second);
        }
        if (first == last) {
            parts_.insert(first, {from, to});
        } else {
            *first = {from, to};
            parts_.erase(first + 1, last);
        }
    }
    /// The largest range of [from, to) that is not covered; empty if there is none.
    [[nodiscard]] Part largest_left(std::int64_t from, std::int64_t to) { return longest_uncovered(from, to, parts_); }
    [[nodiscard]] std::size_t size() const { return parts_.size(); }

private:
    Parts parts_;
};

/// Of each member, the largest range of bytes that no smaller member covers. Of equal members, the first is the
/// smallest.
void add_uncovered_parts(SharingFrames& frames, std::vector<MemoryRectangle> members) {
    const auto rank = [](const MemoryRectangle& each) { return std::pair(each.to - each.from, each.buffer); };
    std::ranges::stable_sort(members, {}, rank);
    CoveredBytes covered;
    for (std::size_t first = 0, last = 0; first < members.size(); first = last) {
        for (; last < members.size() && rank(members[last]) == rank(members[first]); ++last) {
            MemoryRectangle bare = members[last];
            std::tie(bare.from, bare.to) = covered.largest_left(bare.from, bare.to);
            frames.bare.push_back(bare);
            frames.work += covered.size() + 1;
        }
        for (std::size_t i = first; i < last; ++i) {
            covered.add(members[i].from, members[i].to);
        }
    }
}

/// The members of all overlays and arenas, ascending.
std::vector<BufferIndex> overlaid_buffers(const Layout& layout) {
    std::vector<BufferIndex> buffers;
    for (const SharingGroup& group : layout.sharing) {
        if (group.kind == SharingGroup::Kind::overlay || group.kind == SharingGroup::Kind::arena) {
            buffers.insert(buffers.end(), group.members.begin(), group.members.end());
        }
    }
    std::sort(buffers.begin(), buffers.end());
    return buffers;
}

}  // namespace

SharingFrames sharing_frames(const Layout& layout, std::span<const MemoryRectangle> rectangles) {
    SharingFrames frames;
    const std::vector<BufferIndex> overlaid = overlaid_buffers(layout);
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        std::vector<MemoryRectangle> members;
        for (const BufferIndex member : block) {
            std::ranges::copy(rectangles_of_buffer(rectangles, member), std::back_inserter(members));
        }
        const bool is_overlay = std::binary_search(overlaid.begin(), overlaid.end(), block.front());
        if (is_overlay) {
            for (const MemoryRectangle& member : members) {
                add_outline(frames.lines, Members({member}));
            }
            add_uncovered_parts(frames, std::move(members));
            continue;
        }
        const Members sharing(std::move(members));
        add_outline(frames.lines, sharing);
        for (const MemoryRectangle& member : sharing.all()) {
            frames.bare.push_back(bare_part(member, sharing));
        }
        frames.work += sharing.work();
    }
    std::sort(frames.bare.begin(), frames.bare.end(), [](const MemoryRectangle& a, const MemoryRectangle& b) {
        return std::pair(a.buffer, a.begin) < std::pair(b.buffer, b.begin);
    });
    return frames;
}

}  // namespace arenascope
