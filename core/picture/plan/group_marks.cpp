#include "core/picture/plan/group_marks.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace arenascope {
namespace {

constexpr double line_width = 1.5;

}  // namespace

bool tells_group(std::span<const BufferIndex> group, const Layout& layout) {
    const auto is_placed = [&layout](BufferIndex buffer) { return layout.placements[buffer].has_value(); };
    const auto members = std::ranges::count_if(group, is_placed);
    const auto unplaced = std::count(layout.placements.begin(), layout.placements.end(), std::nullopt);
    return members > 0 && static_cast<std::size_t>(members + unplaced) < layout.placements.size();
}

std::vector<MemoryRectangle> group_rectangles(std::span<const BufferIndex> group, const Layout& layout,
                                              std::span<const MemoryRectangle> rectangles) {
    std::vector<MemoryRectangle> outlined;
    if (!tells_group(group, layout)) {
        return outlined;
    }
    for (const BufferIndex buffer : group) {
        std::ranges::copy(rectangles_of_buffer(rectangles, buffer), std::back_inserter(outlined));
    }
    return outlined;
}

void draw_group(Drawing& drawing, std::span<const MemoryRectangle> group, const Canvas& canvas, const Palette& tokens) {
    for (const MemoryRectangle& each : group) {
        const Box box = canvas.exact_box(each);
        if (!is_empty(canvas.cells_of(each)) && width(box) >= least_size_to_outline &&
            height(box) >= least_size_to_outline) {
            drawing.primitives.emplace_back(FilledBox{box, {}, tokens.accent, line_width, Pattern::plain, {}});
        }
    }
}

}  // namespace arenascope
