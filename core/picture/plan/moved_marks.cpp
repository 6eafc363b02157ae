#include "core/picture/plan/moved_marks.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>

#include "core/picture/plan/candidate_marks.h"

namespace arenascope {
namespace {

constexpr std::size_t most_strong = 40;
constexpr double former_line = 1.5;

bool is_in_view(const Canvas& canvas, const MemoryRectangle& rectangle) {
    return !is_empty(canvas.cells_of(rectangle));
}

/// A view that is larger by one step and one byte on each side. The outline of a buffer that only touches the view is
/// inside it, too.
View with_border(const View& view) {
    return {{view.steps.from - 1, view.steps.to + 1}, {view.bytes.from - 1, view.bytes.to + 1}};
}

/// No smaller rectangle is large enough to be outlined among many.
LeastExtent extent_of_large(const Canvas& canvas) {
    constexpr long double most = 4e18L;
    constexpr long double rounding = 1;
    const auto least = [&](long double shown, double pixels) {
        const long double extent = shown * static_cast<long double>(least_size_to_outline / pixels);
        return std::clamp(extent - rounding, 1.0L, most);
    };
    const View& view = canvas.view();
    return {static_cast<std::uint64_t>(least(length(view.steps), width(canvas.box()))),
            static_cast<std::int64_t>(least(length(view.bytes), height(canvas.box())))};
}

constexpr double line_width = 1.5;

}  // namespace

bool are_outlined(std::span<const Move> moves, const Layout& layout) {
    if (moves.size() <= few_moved) {
        return true;
    }
    const auto unplaced = std::count(layout.placements.begin(), layout.placements.end(), std::nullopt);
    return are_outlined(moves.size(), layout.placements.size() - static_cast<std::size_t>(unplaced));
}

std::vector<MemoryRectangle> moved_rectangles(std::span<const Move> moves, const Problem& problem, const Layout& layout,
                                              IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    if (!are_outlined(moves, layout)) {
        return {};
    }
    std::vector<BufferIndex> buffers;
    buffers.reserve(moves.size());
    std::ranges::transform(moves, std::back_inserter(buffers), &Move::buffer);
    return rectangles_of(problem, layout, shifts, buffers);
}

std::vector<MemoryRectangle> former_rectangles(std::span<const Move> moves, const Problem& problem,
                                               const Layout& layout,
                                               IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                               std::span<const BufferIndex> selection) {
    std::vector<Move> chosen;
    if (moves.size() <= few_moved) {
        chosen.assign(moves.begin(), moves.end());
    } else {
        for (const BufferIndex buffer : selection) {
            const auto move = std::ranges::lower_bound(moves, buffer, {}, &Move::buffer);
            if (move != moves.end() && move->buffer == buffer) {
                chosen.push_back(*move);
            }
        }
    }
    std::vector<MemoryRectangle> former;
    if (chosen.size() > few_moved) {
        return former;
    }
    for (const Move& move : chosen) {
        const auto& now = layout.placements[move.buffer];
        if (move.from && now) {
            std::ranges::copy(placed_rectangles(problem, move.buffer, {*move.from, now->region}, shifts),
                              std::back_inserter(former));
        }
    }
    return former;
}

void draw_moved(Drawing& drawing, const ShownRectangles& moved, const Canvas& canvas, const Palette& tokens,
                const std::function<bool(const MemoryRectangle&)>& is_left_out) {
    std::vector<MemoryRectangle> outlined;
    const auto is_wanted = [&](const MemoryRectangle& each) {
        return is_in_view(canvas, each) && !(is_left_out && is_left_out(each));
    };
    const View view = with_border(canvas.view());
    moved.for_each_in(view, [&](const MemoryRectangle& each) {
        if (is_wanted(each)) {
            outlined.push_back(each);
        }
        return outlined.size() <= most_small_moved;
    });
    if (outlined.size() > most_small_moved) {
        outlined.clear();
        moved.for_each_in(
            view,
            [&](const MemoryRectangle& each) {
                const Box box = canvas.exact_box(each);
                const bool is_large = width(box) >= least_size_to_outline && height(box) >= least_size_to_outline;
                if (is_large && is_wanted(each)) {
                    outlined.push_back(each);
                }
                return true;
            },
            extent_of_large(canvas));
    }
    const Color color = outlined.size() <= most_strong ? tokens.ink : tokens.dim;
    for (const MemoryRectangle& each : outlined) {
        drawing.add(arenascope::outlined(canvas.near_box(each, least_outline_pixels), color));
    }
}

void draw_former(Drawing& drawing, std::span<const MemoryRectangle> former, const Canvas& canvas,
                 const Palette& tokens) {
    for (const MemoryRectangle& each : former) {
        if (is_in_view(canvas, each)) {
            draw_outline(drawing, canvas.near_box(each, least_outline_pixels), tokens.ink, former_line, Dash::dashed);
        }
    }
}

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
            drawing.add(outlined(box, tokens.accent, line_width));
        }
    }
}

}  // namespace arenascope
