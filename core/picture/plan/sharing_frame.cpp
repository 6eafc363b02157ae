#include "core/picture/plan/sharing_frame.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

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

/// Adds the outline of one block: the parts of each edge that no other member covers from outside.
void add_outline(std::vector<FrameLine>& lines, const std::vector<MemoryRectangle>& members) {
    const std::size_t first = lines.size();
    Parts covers;
    const auto add_upright = [&](const MemoryRectangle& own, std::int64_t step, bool at_begin) {
        covers.clear();
        for (const MemoryRectangle& other : members) {
            // The step just outside the edge: before a begin, or at an end.
            if (at_begin ? other.begin < step && step <= other.end : other.begin <= step && step < other.end) {
                covers.emplace_back(other.from, other.to);
            }
        }
        for (const auto& [from, to] : uncovered(own.from, own.to, covers)) {
            lines.push_back({step, step, from, to});
        }
    };
    const auto add_level = [&](const MemoryRectangle& own, std::int64_t byte, bool at_bottom) {
        covers.clear();
        for (const MemoryRectangle& other : members) {
            if (at_bottom ? other.from < byte && byte <= other.to : other.from <= byte && byte < other.to) {
                covers.emplace_back(other.begin, other.end);
            }
        }
        for (const auto& [begin, end] : uncovered(own.begin, own.end, covers)) {
            lines.push_back({begin, end, byte, byte});
        }
    };
    for (const MemoryRectangle& member : members) {
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
MemoryRectangle bare_part(const MemoryRectangle& own, const std::vector<MemoryRectangle>& members) {
    Parts covers;
    for (const MemoryRectangle& other : members) {
        if (!(other == own) && other.from < own.to && own.from < other.to) {
            covers.emplace_back(other.begin, other.end);
        }
    }
    MemoryRectangle bare = own;
    std::tie(bare.begin, bare.end) = longest_uncovered(own.begin, own.end, covers);
    return bare;
}

/// The largest range of bytes that no smaller member covers. Of equal members, the first is the smallest.
MemoryRectangle uncovered_part(const MemoryRectangle& own, const std::vector<MemoryRectangle>& members) {
    const auto rank = [](const MemoryRectangle& each) { return std::pair(each.to - each.from, each.buffer); };
    Parts covers;
    for (const MemoryRectangle& other : members) {
        if (rank(other) < rank(own)) {
            covers.emplace_back(other.from, other.to);
        }
    }
    MemoryRectangle bare = own;
    std::tie(bare.from, bare.to) = longest_uncovered(own.from, own.to, covers);
    return bare;
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
        if (!is_overlay) {
            add_outline(frames.lines, members);
        }
        for (const MemoryRectangle& member : members) {
            if (is_overlay) {
                add_outline(frames.lines, {member});
            }
            frames.bare.push_back(is_overlay ? uncovered_part(member, members) : bare_part(member, members));
        }
    }
    std::sort(frames.bare.begin(), frames.bare.end(), [](const MemoryRectangle& a, const MemoryRectangle& b) {
        return std::pair(a.buffer, a.begin) < std::pair(b.buffer, b.begin);
    });
    return frames;
}

}  // namespace arenascope
