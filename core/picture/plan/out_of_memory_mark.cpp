#include "core/picture/plan/out_of_memory_mark.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

constexpr double mark_width = 1.5;
constexpr double triangle_side = 5;
constexpr int most_lowered = 6;  ///< places of a label that are tried

/// The middles of the steps in view, in pixels.
template <class Visit>
void visit_failures(const Problem& problem, const Viewport& viewport, Visit&& visit) {
    if (!problem.history) {
        return;
    }
    const PixelScale across = step_scale(viewport);
    for (const OutOfMemory& failed : problem.history->out_of_memory) {
        const double x = across(failed.step.value()) + across.pixels_per_unit() / 2;
        if (viewport.box.left <= x && x <= viewport.box.right) {
            visit(failed, x);
        }
    }
}

/// The box moved down by lines of text until it is on no other; empty if that takes too many.
std::optional<Box> lowered_below(Box box, std::span<const Box> others) {
    const double line = height(box);
    for (int i = 0; i < most_lowered; ++i) {
        if (std::ranges::none_of(others, [&box](const Box& other) { return intersects(box, other); })) {
            return box;
        }
        box.top += line;
        box.bottom += line;
    }
    return std::nullopt;
}

StraightLine failure_line(double x, const Viewport& viewport, const Palette& tokens) {
    return {{x, viewport.box.top}, {x, viewport.box.bottom}, tokens.risk_text, mark_width, Dash::solid};
}

}  // namespace

std::vector<OutOfMemoryMark> out_of_memory_marks(const Problem& problem, const Viewport& viewport, Unit unit,
                                                 TextStyle style, const MeasureText& measure,
                                                 std::span<const Box> keep_clear) {
    std::vector<OutOfMemoryMark> marks;
    const Unit sizes = size_unit(unit);
    const double top = viewport.box.top + 2;
    double free_from = std::numeric_limits<double>::lowest();
    visit_failures(problem, viewport, [&](const OutOfMemory& failed, double x) {
        OutOfMemoryMark mark{x, "out of memory: " + amount_text(failed.requested, sizes) + " requested", {}};
        const double wide = measure(mark.label, style) + 2 * label_margin;
        const double left = x + label_margin + wide <= viewport.box.right ? x + label_margin : x - label_margin - wide;
        if (left < free_from || left < viewport.box.left) {
            mark.label.clear();
        } else {
            const auto lowered = lowered_below({left, top, left + wide, top + line_height(style)}, keep_clear);
            if (lowered && lowered->bottom <= viewport.box.bottom) {
                mark.ground = *lowered;
                free_from = left + wide;
            } else {
                mark.label.clear();
            }
        }
        marks.push_back(std::move(mark));
    });
    return marks;
}

void draw(Drawing& drawing, const std::vector<OutOfMemoryMark>& marks, const Viewport& viewport, const Palette& tokens,
          TextStyle style) {
    for (const OutOfMemoryMark& mark : marks) {
        drawing.add(failure_line(mark.x, viewport, tokens));
    }
    for (const OutOfMemoryMark& mark : marks) {
        if (!mark.label.empty()) {
            draw_plate(drawing, mark.ground, mark.label, style, tokens.risk_text, tokens.plot);
        }
    }
}

void draw_out_of_memory_lines(Drawing& drawing, const Problem& problem, const Viewport& viewport,
                              const Palette& tokens) {
    visit_failures(problem, viewport, [&](const OutOfMemory& /*failed*/, double x) {
        drawing.add(failure_line(x, viewport, tokens));
        const double bottom = viewport.box.bottom;
        drawing.add(Path{{{x - triangle_side, bottom}, {x, bottom - 2 * triangle_side}, {x + triangle_side, bottom}},
                         tokens.risk_text,
                         {}});
    });
}

}  // namespace arenascope
