#include "core/picture/reference_line.h"

#include <algorithm>
#include <cstdint>

#include "core/memory/peak_standing.h"
#include "core/picture/label.h"

namespace arenascope {
namespace {

/// With several containers, a container with at least this height in lines of text has full or short labels.
constexpr double lines_for_whole = 7;
constexpr double lines_for_short = 2.5;
constexpr double least_for_lines = 10;  ///< in pixels; in lower containers, lines would hide everything else

class LineMaker {
public:
    LineMaker(const Viewport& viewport, TextStyle style, const MeasureText& measure)
        : viewport_(viewport),
          scale_(byte_scale(viewport)),
          style_(style),
          measure_(measure),
          top_(viewport.box.top),
          bottom_(viewport.box.bottom) {}

    /// Keeps all further labels within this container.
    void stay_within(const Container& container) {
        const Box& box = viewport_.box;
        is_confined_ = true;
        top_ = std::max(box.top, scale_(saturated(container.shift, container.highest)));
        bottom_ = std::min(box.bottom, scale_(saturated(container.shift, container.lowest)));
    }
    [[nodiscard]] double room() const { return bottom_ - top_; }

    void add(ReferenceLine line, std::int64_t byte, bool at_right) {
        line.y = scale_(byte);
        const Box& box = viewport_.box;
        if (line.y < box.top - 0.5 || line.y > box.bottom + 0.5) {
            return;
        }
        const double text_width = measure_(line.label, style_) + 2 * label_margin;
        const double left = at_right ? box.right - label_margin - text_width : box.left + label_margin;
        const double height = line_height(style_);
        const Box above{left, line.y - 2 - height, left + text_width, line.y - 2};
        const Box below{left, line.y + 2, left + text_width, line.y + 2 + height};
        const bool above_fits = above.top >= top_ && is_free(above);
        line.ground = above_fits || below.bottom > bottom_ ? above : below;
        avoid_labels(line, at_right);
        lines.push_back(std::move(line));
    }

    std::vector<ReferenceLine> lines;

private:
    /// Moves a label to the side of another one that it would cover, or removes it if there is no space.
    void avoid_labels(ReferenceLine& line, bool at_right) const {
        Box& ground = line.ground;
        const double text_width = width(ground);
        for (const ReferenceLine& other : lines) {
            if (intersects(ground, other.ground)) {
                ground.left =
                    at_right ? other.ground.left - label_margin - text_width : other.ground.right + label_margin;
                ground.right = ground.left + text_width;
            }
        }
        const bool is_outside = ground.left < viewport_.box.left || ground.right > viewport_.box.right ||
                                (is_confined_ && (ground.top < top_ || ground.bottom > bottom_));
        if (line.label.empty() || is_outside) {
            line.label.clear();
            ground = {};
        }
    }

    [[nodiscard]] static std::int64_t saturated(std::int64_t shift, std::int64_t offset) {
        return checked_add(shift, offset).value_or(shift);
    }

    [[nodiscard]] bool is_free(const Box& ground) const {
        return std::none_of(lines.begin(), lines.end(), [&](const ReferenceLine& other) {
            return intersects(ground, other.ground) || (ground.top < other.y && other.y < ground.bottom);
        });
    }

    const Viewport& viewport_;
    PixelScale scale_;
    TextStyle style_;
    const MeasureText& measure_;
    double top_;
    double bottom_;
    bool is_confined_ = false;
};

/// The length of the labels in a container, by its height. With many containers, full labels would hide too much.
enum class Wording : std::uint8_t { none, short_one, whole };

Wording wording_in(double room, TextStyle style) {
    const double lines = room / line_height(style);
    return lines >= lines_for_whole ? Wording::whole : lines >= lines_for_short ? Wording::short_one : Wording::none;
}

PeakStanding standing_of(const Container& container) {
    return peak_standing(container.peak, container.threshold, container.is_complete);
}

std::string excess_text(const Container& container) {
    switch (standing_of(container)) {
        case PeakStanding::above:
            break;
        case PeakStanding::at_threshold:
            return " = theoretical threshold";
        case PeakStanding::overlapping:
            return " (below the threshold: buffers overlap)";
        case PeakStanding::unfinished:
            return " (not all buffers placed)";
    }
    return " (" + percent_text(fragmentation(container.peak, container.threshold), true) + ")";
}

Color peak_color(const Container& container, const Palette& tokens) {
    const PeakStanding standing = standing_of(container);
    return standing == PeakStanding::at_threshold ? tokens.good
           : standing == PeakStanding::unfinished ? tokens.dim
                                                  : tokens.risk_text;
}

/// For example "heap before: top 100 KiB". If the bottom has moved: "heap before: top 100 KiB, now at 140 KiB".
std::string heap_label(std::string_view when, std::string_view end, Offset offset, std::int64_t raised, Unit unit,
                       Wording wording) {
    if (wording == Wording::none) {
        return {};
    }
    const std::int64_t was = offset.value();
    std::string text = (wording == Wording::whole ? "heap " : "") + std::string(when) + ": " + std::string(end) + " ";
    text += was < 0 ? "−" + amount_text(-was, unit) : amount_text(was, unit);
    if (raised != 0 && wording == Wording::whole) {
        text += ", now at " + amount_text(was + raised, unit);
    }
    return text;
}

/// The greatest live size in a part of the view. `from` and `to` are fractions of its length.
Bytes most_live(const LiveProfile& profile, const View& view, long double from, long double to) {
    const auto step_at = [&view](long double share) {
        return Step(static_cast<std::int64_t>(view.steps.from + share * length(view.steps)));
    };
    Bytes most = live_at(profile, step_at(from));
    const auto first = std::upper_bound(profile.steps.begin(), profile.steps.end(), step_at(from));
    for (auto step = first; step != profile.steps.end() && *step <= step_at(to); ++step) {
        most = std::max(most, profile.live[static_cast<std::size_t>(step - profile.steps.begin())]);
    }
    return most;
}

/// Whether less memory is live at the right end of the view than at the left.
bool is_freer_at_right(const LiveProfile& profile, const View& view) {
    constexpr long double label_share = 0.15L;
    return most_live(profile, view, 0, label_share) > most_live(profile, view, 1 - label_share, 1);
}

/// Adds lines for the ends of a heap that have moved: before scratch was placed, and after it or so far.
void add_heap(LineMaker& maker, const Container& container, Unit unit, const Palette& tokens, Wording wording) {
    const HeapBounds& heap = *container.heap;
    const AddressRange now = container.heap_so_far;
    const std::string_view by_now = now == heap.after ? "after" : "so far";
    const std::int64_t raised = -heap.after.from.value();
    const auto add = [&](ReferenceLine::Kind kind, std::string_view end, Offset offset) {
        const bool before = kind == ReferenceLine::Kind::heap_before;
        maker.add({kind,
                   0,
                   heap_label(before ? "before" : by_now, end, offset, raised, unit, wording),
                   {},
                   tokens.dim,
                   before ? Dash::dotted : Dash::solid,
                   before ? 1.5 : 1},
                  container.shift + raised + offset.value(), false);
    };
    if (now.to != heap.before.to) {
        add(ReferenceLine::Kind::heap_after, "top", now.to);
        add(ReferenceLine::Kind::heap_before, "top", heap.before.to);
    }
    if (now.from != heap.before.from) {
        add(ReferenceLine::Kind::heap_before, "bottom", heap.before.from);
        add(ReferenceLine::Kind::heap_after, "bottom", now.from);
    }
}

}  // namespace

std::vector<ReferenceLine> reference_lines(const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                                           Theme theme, TextStyle style, const MeasureText& measure) {
    const Palette& tokens = palette(theme);
    LineMaker maker(viewport, style, measure);
    for (const Container& container : stack) {
        if (container.is_folded) {
            continue;
        }
        if (stack.size() > 1) {
            maker.stay_within(container);
        }
        if (stack.size() > 1 && maker.room() < least_for_lines) {
            continue;
        }
        const Wording wording = stack.size() > 1 ? wording_in(maker.room(), style) : Wording::whole;
        const auto words = [&](const std::string& name, const std::string& short_name, std::int64_t bytes,
                               const std::string& more) {
            const std::string amount = " " + amount_text(bytes, unit);
            return wording == Wording::whole       ? name + amount + more
                   : wording == Wording::short_one ? short_name + amount
                                                   : std::string();
        };
        const double strength = wording == Wording::none ? 0.4 : 1;
        const auto in_stack = [&](std::int64_t offset) {
            return checked_add(container.shift, offset).value_or(container.shift);
        };
        // First, so that a peak at the heap's top is drawn over it.
        if (container.heap) {
            add_heap(maker, container, unit, tokens, wording);
        }
        const std::int64_t peak = container.peak.value();
        const std::int64_t threshold = container.threshold.value();
        if (peak > 0) {
            maker.add({ReferenceLine::Kind::peak,
                       0,
                       words("peak", "peak", peak, excess_text(container)),
                       {},
                       peak_color(container, tokens),
                       Dash::solid,
                       1.5 * strength},
                      in_stack(peak), true);
        }
        if (peak != threshold && threshold > 0) {
            maker.add({ReferenceLine::Kind::threshold,
                       0,
                       words("theoretical threshold", "threshold", threshold, {}),
                       {},
                       tokens.accent,
                       Dash::dashed,
                       1.5 * strength},
                      in_stack(threshold), true);
        }
        if (container.shows_capacity) {
            const std::int64_t capacity = container.capacity->value();
            maker.add({ReferenceLine::Kind::capacity,
                       0,
                       words("capacity", "capacity", capacity, {}),
                       {},
                       tokens.ink,
                       Dash::solid,
                       2 * strength},
                      in_stack(capacity), stack.size() > 1 && is_freer_at_right(container.profile, viewport.view));
        }
    }
    return std::move(maker.lines);
}

std::vector<Box> boxes_of(const std::vector<ReferenceLine>& lines, const Viewport& viewport) {
    std::vector<Box> boxes;
    boxes.reserve(2 * lines.size());
    for (const ReferenceLine& line : lines) {
        boxes.push_back(line.ground);
        boxes.push_back({viewport.box.left, line.y - 1, viewport.box.right, line.y + 1});
    }
    return boxes;
}

std::vector<Box> label_grounds(const std::vector<ReferenceLine>& lines) {
    std::vector<Box> grounds;
    for (const ReferenceLine& line : lines) {
        if (!line.label.empty()) {
            grounds.push_back(line.ground);
        }
    }
    return grounds;
}

void draw(Drawing& drawing, const std::vector<ReferenceLine>& lines, const Viewport& viewport, Theme theme,
          TextStyle style) {
    const Palette& tokens = palette(theme);
    TextStyle bold = style;
    bold.bold = true;
    for (const ReferenceLine& line : lines) {
        drawing.primitives.push_back(
            StraightLine{{viewport.box.left, line.y}, {viewport.box.right, line.y}, line.color, line.width, line.dash});
    }
    for (const ReferenceLine& line : lines) {
        if (line.label.empty()) {
            continue;
        }
        draw_plate(drawing, line.ground, line.label, bold, line.color, tokens.plot);
    }
}

}  // namespace arenascope
