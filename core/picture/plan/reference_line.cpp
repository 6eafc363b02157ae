#include "core/picture/plan/reference_line.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/model/memory/peak_standing.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/label_rows.h"

namespace arenascope {
namespace {

/// With several containers, a container with at least this height in lines of text has full or short labels.
constexpr double lines_for_whole = 7;
constexpr double lines_for_short = 2.5;
constexpr double least_for_lines = 10;  ///< in pixels; in lower containers, lines would hide everything else
constexpr double line_gap = 2;          ///< between a line and its label
constexpr double lines_apart = 2.5;     ///< pixels between the peak and a threshold at the same height

/// The sample of its line before a label that is elsewhere.
constexpr double sample_length = 18;
constexpr double sample_gap = 4;
/// Lines of text above the peak that labels of other lines may use.
constexpr int most_rows_above = 3;

/// Collects the lines, and then places their labels.
class LineMaker {
public:
    LineMaker(const Viewport& viewport, const std::vector<Container>& stack, const LineLabels& labels)
        : viewport_(viewport), stack_(stack), labels_(labels) {}

    /// Keeps all further labels within this container.
    void stay_within(const Container& container) {
        const Box& box = viewport_.box;
        top_ = std::max(box.top, scale_(saturated(container.shift, container.highest)));
        bottom_ = std::min(box.bottom, scale_(saturated(container.shift, container.lowest)));
    }
    [[nodiscard]] double room() const { return bottom_ - top_; }

    /// The target rectangle of a container in pixels; its edges may lie outside the view.
    [[nodiscard]] Box target_box(const Container& container) const {
        if (!container.target) {
            return {};
        }
        const PixelScale steps = step_scale(viewport_);
        const auto height_of = [&](Offset offset) { return scale_(saturated(container.shift, offset.value())); };
        return {steps(container.target->steps.begin.value()), height_of(container.target->bytes.to),
                steps(container.target->steps.end.value()), height_of(container.target->bytes.from)};
    }

    /// `words` are the texts of its label, the best one first; none: a line without a label.
    /// `lower`: so many pixels below its height.
    void add(ReferenceLine line, std::vector<std::string> words, std::int64_t byte, bool at_right, double lower = 0) {
        line.y = scale_(byte) + lower;
        const Box& box = viewport_.box;
        if (line.y < box.top - 0.5 || line.y > box.bottom + 0.5) {
            return;
        }
        if (!words.empty()) {
            Wish wish{lines_.size(), std::move(words), at_right, {}, {}};
            const double tall = line_height(labels_.style);
            add_row(wish.beside, line.y - line_gap - tall);
            add_row(wish.beside, line.y + line_gap);
            if (line.kind == ReferenceLine::Kind::peak) {
                above_peak_ = {};
                for (int i = 1; i <= most_rows_above; ++i) {
                    add_row(above_peak_, line.y - line_gap - i * tall);
                }
            } else {
                wish.above_peak = above_peak_;
            }
            wishes_.push_back(std::move(wish));
        }
        lines_.push_back(std::move(line));
    }

    /// Between two containers: the next one has its own peak.
    void begin_container() { above_peak_ = {}; }

    [[nodiscard]] std::vector<ReferenceLine> take() {
        LabelRows rows(rows_, viewport_, stack_, labels_.rectangles);
        std::stable_sort(wishes_.begin(), wishes_.end(), [this](const Wish& a, const Wish& b) {
            return urgency_of(lines_[a.line].kind) < urgency_of(lines_[b.line].kind);
        });
        for (const Wish& wish : wishes_) {
            place(wish, rows);
        }
        return std::move(lines_);
    }

private:
    /// A label to place, and the rows that it may use, as positions in `rows_`.
    struct Wish {
        std::size_t line = 0;
        std::vector<std::string> words;  ///< the best ones first
        bool at_right = false;
        std::vector<std::size_t> beside;      ///< above and below its line
        std::vector<std::size_t> above_peak;  ///< apart from its line
    };

    [[nodiscard]] static int urgency_of(ReferenceLine::Kind kind) {
        return kind == ReferenceLine::Kind::peak ? 0 : kind == ReferenceLine::Kind::threshold ? 1 : 2;
    }

    [[nodiscard]] static std::int64_t saturated(std::int64_t shift, std::int64_t offset) {
        return checked_add(shift, offset).value_or(shift);
    }

    void add_row(std::vector<std::size_t>& rows, double top) {
        const double tall = line_height(labels_.style);
        const double border = viewport_.box.top;
        if (top < border && top + tall > border && labels_.headroom > 0) {
            top = border - line_gap - tall;  // the border of the plot would strike it through
        }
        const double bottom = top + tall;
        if (top >= top_ && bottom <= bottom_) {
            rows.push_back(rows_.size());
            rows_.push_back({top, bottom});
        }
    }

    [[nodiscard]] bool is_crossed(const LabelRows::Row& row) const {
        return std::any_of(lines_.begin(), lines_.end(),
                           [&](const ReferenceLine& other) { return row.top < other.y && other.y < row.bottom; });
    }

    /// Tries the words one after the other. A line without a place for any of them has no label.
    void place(const Wish& wish, LabelRows& rows) {
        for (const std::string& text : wish.words) {
            lines_[wish.line].label = text;
            if (try_places(wish, rows)) {
                return;
            }
        }
        lines_[wish.line].label.clear();
    }

    /// Tries the places in falling quality.
    bool try_places(const Wish& wish, LabelRows& rows) {
        return try_rows(wish, wish.beside, false, false, Covered::nothing, rows) ||
               try_rows(wish, wish.above_peak, true, false, Covered::nothing, rows) ||
               try_rows(wish, wish.beside, false, true, Covered::nothing, rows) ||
               try_rows(wish, wish.beside, false, false, Covered::buffer, rows) ||
               try_rows(wish, wish.beside, false, true, Covered::buffer, rows);
    }

    bool try_rows(const Wish& wish, const std::vector<std::size_t>& choices, bool is_apart, bool may_cross,
                  Covered most, LabelRows& rows) {
        ReferenceLine& line = lines_[wish.line];
        const double text = labels_.measure(line.label, labels_.style) + 2 * label_margin;
        const double wide = text + (is_apart ? sample_length + sample_gap : 0);
        for (const std::size_t choice : choices) {
            const LabelRows::Row& row = rows.row(choice);
            if (!may_cross && is_crossed(row)) {
                continue;
            }
            // A margin on both sides keeps it from the border of the plot and from other labels.
            if (const auto left = rows.place(choice, wide + 2 * label_margin, wish.at_right, most)) {
                line.ground = {*left + label_margin, row.top, *left + label_margin + wide, row.bottom};
                line.is_apart = is_apart;
                rows.take(line.ground);
                return true;
            }
        }
        return false;
    }

    const Viewport& viewport_;
    PixelScale scale_ = byte_scale(viewport_);
    const std::vector<Container>& stack_;
    const LineLabels& labels_;
    double top_ = viewport_.box.top - labels_.headroom;
    double bottom_ = viewport_.box.bottom;
    std::vector<ReferenceLine> lines_;
    std::vector<Wish> wishes_;
    std::vector<LabelRows::Row> rows_;
    std::vector<std::size_t> above_peak_;  ///< of the current container
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
            return "";
        case PeakStanding::overlapping:
            return " (below the threshold: buffers overlap)";
        case PeakStanding::unfinished:
            return " (not all buffers placed)";
    }
    return " (" + percent_text(fragmentation(container.peak, container.threshold), true) + ")";
}

/// For example "heap before: top 100 KiB". If the bottom has moved: "heap before: top 100 KiB, now at 140 KiB".
/// Shorter: "before: top 100 KiB".
std::vector<std::string> heap_words(std::string_view when, std::string_view end, Offset offset, std::int64_t raised,
                                    Unit unit, Wording wording) {
    if (wording == Wording::none) {
        return {};
    }
    const std::int64_t was = offset.value();
    std::string brief = std::string(when) + ": " + std::string(end) + " ";
    brief += was < 0 ? "−" + amount_text(-was, unit) : amount_text(was, unit);
    if (wording == Wording::short_one) {
        return {std::move(brief)};
    }
    std::string whole = "heap " + brief;
    if (raised != 0) {
        whole += ", now at " + amount_text(was + raised, unit);
    }
    return {std::move(whole), std::move(brief)};
}

/// For example "peak 345 KiB (+17.7 %)", "peak 345 KiB", "345 KiB".
std::vector<std::string> line_words(const std::string& whole, const std::string& brief, const std::string& amount,
                                    Wording wording) {
    switch (wording) {
        case Wording::none:
            break;
        case Wording::short_one:
            return {brief, amount};
        case Wording::whole:
            return brief == whole ? std::vector{whole, amount} : std::vector{whole, brief, amount};
    }
    return {};
}

/// The greatest live size in a part of the view. `from` and `to` are fractions of its length.
Bytes most_live(const Container& container, const View& view, long double from, long double to) {
    const LiveProfile& profile = *container.profile;
    const auto step_at = [&view](long double share) {
        return Step(static_cast<std::int64_t>(view.steps.from + share * length(view.steps)));
    };
    Bytes most = live_at(profile, step_at(from));
    const auto first = std::upper_bound(profile.steps.begin(), profile.steps.end(), step_at(from));
    const auto last = std::upper_bound(first, profile.steps.end(), step_at(to));
    const auto position = [&profile](auto step) { return static_cast<std::size_t>(step - profile.steps.begin()); };
    return first == last
               ? most
               : std::max(most,
                          extremes_in(profile.live, container.levels.get(), position(first), position(last)).most);
}

/// Whether less memory is live at the right end of the view than at the left.
bool is_freer_at_right(const Container& container, const View& view) {
    constexpr long double label_share = 0.15L;
    return most_live(container, view, 0, label_share) > most_live(container, view, 1 - label_share, 1);
}

/// Adds lines for the ends of a heap that have moved: before scratch was placed, and after it or so far.
void add_heap(LineMaker& maker, const Container& container, Unit unit, const Palette& tokens, Wording wording) {
    const HeapBounds& heap = *container.heap;
    const AddressRange now = container.heap_so_far;
    const std::string_view by_now = now == heap.after ? "after" : "so far";
    const std::int64_t raised = -heap.after.from.value();
    const auto add = [&](ReferenceLine::Kind kind, std::string_view end, Offset offset) {
        const bool before = kind == ReferenceLine::Kind::heap_before;
        maker.add({kind, 0, {}, {}, tokens.dim, before ? Dash::dotted : Dash::solid, before ? 1.5 : 1},
                  heap_words(before ? "before" : by_now, end, offset, raised, unit, wording),
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

/// The edges of the target rectangle below its top, as far as they are in view. They lie outside it, so that they cover
/// no buffer, however narrow.
void draw_target(Drawing& drawing, const ReferenceLine& line, const Box& view) {
    constexpr double share = 2.0 / 3;  // of the top's width
    if (width(line.target) <= 0) {
        return;
    }
    const Box& target = line.target;
    const double stroke = share * line.width;
    const double left = std::max(target.left, view.left);
    const double right = std::min(target.right, view.right);
    const double top = std::max(target.top, view.top);
    const double bottom = std::min(target.bottom, view.bottom);
    for (const auto& [edge, x] :
         {std::pair{target.left, target.left - stroke / 2}, {target.right, target.right + stroke / 2}}) {
        if (top < bottom && view.left <= edge && edge <= view.right) {
            drawing.add(StraightLine{{x, top}, {x, bottom}, line.color, stroke});
        }
    }
    if (left < right && view.top <= target.bottom && target.bottom <= view.bottom) {
        const double y = target.bottom + stroke / 2;
        drawing.add(StraightLine{{left, y}, {right, y}, line.color, stroke});
    }
}

}  // namespace

std::vector<ReferenceLine> reference_lines(const std::vector<Container>& stack, const Viewport& viewport,
                                           const LineLabels& labels) {
    const Palette& tokens = palette(labels.theme);
    const Unit unit = labels.unit;
    LineMaker maker(viewport, stack, labels);
    for (const Container& container : stack) {
        if (container.is_folded || container.is_band) {
            continue;
        }
        maker.begin_container();
        if (stack.size() > 1) {
            maker.stay_within(container);
        }
        if (stack.size() > 1 && maker.room() < least_for_lines) {
            continue;
        }
        const Wording wording = stack.size() > 1 ? wording_in(maker.room(), labels.style) : Wording::whole;
        const auto words = [&](const std::string& name, const std::string& short_name, std::int64_t bytes,
                               const std::string& more) {
            const std::string amount = amount_text(bytes, unit);
            return line_words(name + " " + amount + more, short_name + " " + amount, amount, wording);
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
                       {},
                       {},
                       color_of(tokens, labels.tone),
                       Dash::solid,
                       1.5 * strength,
                       maker.target_box(container)},
                      words("peak", "peak", peak, excess_text(container)), in_stack(peak), true);
        }
        if (threshold > 0) {
            maker.add({ReferenceLine::Kind::threshold, 0, {}, {}, tokens.accent, Dash::dashed, 1.5 * strength},
                      words("theoretical threshold", "threshold", threshold, {}), in_stack(threshold), true,
                      peak == threshold ? lines_apart : 0);
        }
        if (container.shows_capacity) {
            const std::int64_t capacity = container.capacity->value();
            maker.add({ReferenceLine::Kind::capacity, 0, {}, {}, tokens.ink, Dash::solid, 2 * strength},
                      words("capacity", "capacity", capacity, {}), in_stack(capacity),
                      stack.size() > 1 && is_freer_at_right(container, viewport.view));
        }
    }
    return maker.take();
}

double label_headroom(double plot_height, TextStyle style) {
    constexpr double air_share = 1.0 / 13;  // see containers()
    const double needed = line_height(style) + 2 * line_gap;
    return plot_height * air_share < needed ? needed : 0;
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
        drawing.add(level_line(viewport.box, line.y, line.color, line.width, line.dash));
    }
    for (const ReferenceLine& line : lines) {
        draw_target(drawing, line, viewport.box);
    }
    for (const ReferenceLine& line : lines) {
        if (line.label.empty()) {
            continue;
        }
        Box ground = line.ground;
        if (line.is_apart) {
            const double y = middle(ground).y;
            const double left = ground.left + label_margin;
            drawing.add(StraightLine{{left, y}, {left + sample_length, y}, line.color, line.width, line.dash});
            ground.left += sample_length + sample_gap;
        }
        draw_plate(drawing, ground, line.label, bold, line.color, tokens.plot);
    }
}

}  // namespace arenascope
