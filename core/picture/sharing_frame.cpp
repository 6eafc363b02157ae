#include "core/picture/sharing_frame.h"

#include <algorithm>
#include <utility>

#include "core/picture/memory_rectangle.h"

namespace arenascope {
namespace {

/// Parts [first, second) of a line, rising and apart.
using Parts = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// What is left of a line when the covers are taken out. Sorts the covers.
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

/// Adds the lines of one block's outline: of each edge what no other member covers from outside.
void add_outline(std::vector<FrameLine>& lines, const std::vector<MemoryRectangle>& members) {
    const std::size_t first = lines.size();
    Parts covers;
    const auto add_upright = [&](const MemoryRectangle& own, std::int64_t step, bool at_begin) {
        covers.clear();
        for (const MemoryRectangle& other : members) {
            // The step just outside the edge: before a begin, at an end.
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
    // Members that begin together have the same edge.
    std::sort(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end());
    lines.erase(std::unique(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end()), lines.end());
}

}  // namespace

std::vector<FrameLine> sharing_frames(const Problem& problem, const Layout& layout,
                                      std::span<const std::int64_t> shifts) {
    std::vector<FrameLine> lines;
    if (layout.sharing.empty()) {
        return lines;
    }
    const std::vector<MemoryRectangle> all = memory_rectangles(problem, layout, shifts);
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        std::vector<MemoryRectangle> members;
        for (const BufferIndex member : block) {
            // Rectangles are in buffer order.
            const auto at = std::lower_bound(
                all.begin(), all.end(), member,
                [](const MemoryRectangle& rectangle, BufferIndex wanted) { return rectangle.buffer < wanted; });
            for (auto i = at; i != all.end() && i->buffer == member; ++i) {
                members.push_back(*i);
            }
        }
        add_outline(lines, members);
    }
    return lines;
}

}  // namespace arenascope
