#include "core/picture/terminal/container_lines.h"

#include <algorithm>
#include <utility>

#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_standing.h"

namespace arenascope {
namespace {

constexpr std::int32_t columns_for_row = 5;  ///< a container alone is about so many columns wide for each row
constexpr std::int32_t least_rows = 8;
constexpr std::int32_t most_rows = 48;
constexpr std::int32_t least_rows_of_several = 2;
constexpr std::int32_t rows_for_tick = 3;
constexpr std::int32_t columns_for_tick = 10;
constexpr std::int32_t bar_rows_alone = 3;
constexpr std::int32_t eighths = 8;
constexpr std::string_view time_unit = "step";

std::int64_t top_of(const Container& container) {
    return std::max(container.peak.value(), container.threshold.value());
}

std::int64_t height_of(const Container& container) {
    return checked_subtract(top_of(container), container.lowest).value_or(top_of(container));
}

std::int32_t most_ticks(std::int32_t cells, std::int32_t cells_for_tick) {
    return std::max(2, cells / cells_for_tick);
}

/// By row, the number that stands before it.
std::vector<std::string> numbers_of(const std::vector<Tick>& ticks, const ByteRows& rows) {
    std::vector<std::string> numbers(static_cast<std::size_t>(rows.rows()));
    for (const Tick& tick : ticks) {
        if (const std::int32_t row = rows.row_of(tick.value); row >= 0 && row < rows.rows()) {
            numbers[static_cast<std::size_t>(row)] = tick.label;
        }
    }
    return numbers;
}

using RectanglesByRegion = IndexedVector<RegionIndex, std::vector<MemoryRectangle>>;

RectanglesByRegion rectangles_by_region(const Problem& problem, const Layout& layout) {
    RectanglesByRegion result(problem.regions.size());
    const std::vector<std::int64_t> level(problem.regions.size(), 0);
    for (const MemoryRectangle& rectangle : memory_rectangles(problem, layout, level)) {
        result[layout.placements[rectangle.buffer]->region].push_back(rectangle);
    }
    return result;
}

RectanglesByRegion conflicts_by_region(const Problem& problem, std::span<const OverlapArea> areas) {
    RectanglesByRegion result(problem.regions.size());
    for (const OverlapArea& area : areas) {
        result[area.region].push_back({area.steps.begin.value(), area.steps.end.value(), area.bytes.from.value(),
                                       area.bytes.to.value(), BufferIndex::none()});
    }
    return result;
}

}  // namespace

ContainerLines::ContainerLines(const PageContent& content, const std::vector<Container>& stack, const Coloring& colors,
                               const CellLook& look, const Palette& tokens, const Glyphs& glyphs, Unit unit,
                               TextWriter& writer)
    : content_(content),
      stack_(stack),
      colors_(colors),
      look_(look),
      tokens_(tokens),
      glyphs_(glyphs),
      unit_(unit),
      writer_(writer),
      axis_width_(width_of_axis()),
      steps_(time_span(*content.problem), plot_columns()) {}

void ContainerLines::add_all() {
    if (shows_bands(stack_)) {
        add_bands();
    } else {
        add_containers();
    }
    add_time_axis();
}

std::int32_t ContainerLines::rows_alone() const {
    return std::clamp(writer_.width() / columns_for_row, least_rows, most_rows);
}

/// The widest number, and a blank behind it.
std::int32_t ContainerLines::width_of_axis() const {
    std::int32_t widest = std::max(writer_.columns_of(time_unit), writer_.columns_of(name_of(unit_)));
    const auto widen = [&](const std::vector<Tick>& ticks) {
        for (const Tick& tick : ticks) {
            widest = std::max(widest, writer_.columns_of(tick.label));
        }
    };
    if (shows_bands(stack_)) {
        widen(ticks_of_bands(most_rows));
    } else {
        for (const Container& container : stack_) {
            widen(ticks_of(container, most_rows));
        }
    }
    return std::min(widest, writer_.width() / 2) + 1;
}

std::vector<Tick> ContainerLines::ticks_of(const Container& container, std::int32_t rows) const {
    if (height_of(container) <= 0) {
        return {};
    }
    return offset_ticks({static_cast<long double>(container.lowest), static_cast<long double>(top_of(container))},
                        unit_, most_ticks(rows, rows_for_tick));
}

std::vector<Tick> ContainerLines::ticks_of_bands(std::int32_t rows) const {
    return offset_ticks(whole_view(*content_.problem, stack_).bytes, unit_, most_ticks(rows, rows_for_tick));
}

/// A number before a row, or blanks.
std::string ContainerLines::axis_cell(const std::string& text) const {
    const std::string own = writer_.columns_of(text) < axis_width_ ? text : std::string();
    return std::string(static_cast<std::size_t>(axis_width_ - 1 - writer_.columns_of(own)), ' ') + own + " ";
}

void ContainerLines::add_containers() {
    long double height = 0;
    for (const Container& container : stack_) {
        height += static_cast<long double>(height_of(container));
    }
    const RectanglesByRegion rectangles = rectangles_by_region(*content_.problem, *content_.layout);
    const RectanglesByRegion conflicts = conflicts_by_region(*content_.problem, content_.overlap_areas);
    for (auto container = stack_.rbegin(); container != stack_.rend(); ++container) {
        std::int32_t rows = rows_alone();
        if (stack_.size() > 1) {
            const long double share = static_cast<long double>(height_of(*container)) / std::max(height, 1.0L);
            rows = std::max(least_rows_of_several, static_cast<std::int32_t>(share * rows + 0.5L));
            writer_.add({{.text = axis_cell("")},
                         {.text = writer_.fitted(container->name, plot_columns() + 1), .is_bold = true}});
        }
        add_container(*container, rows, rectangles[container->region], conflicts[container->region]);
    }
}

void ContainerLines::add_container(const Container& container, std::int32_t wanted_rows,
                                   const std::vector<MemoryRectangle>& rectangles,
                                   const std::vector<MemoryRectangle>& conflicts) {
    const ByteRows rows(container.lowest, container.threshold.value(), top_of(container), wanted_rows);
    const TextPlot plot = text_plot({rectangles, colors_.class_of, conflicts}, steps_, rows);
    const std::vector<std::string> numbers = numbers_of(ticks_of(container, rows.rows()), rows);
    head_ = name_of(unit_);
    // The peak is the upper border of a row, or lies within the row below its line.
    const std::int32_t peak_row = container.target ? rows(0, container.peak.value()).from / 2 : 0;
    const bool has_threshold = container.threshold > Bytes(0);
    if (container.peak - Offset(0) < container.threshold) {
        add_threshold_line(container);
    }
    add_rows(plot, numbers, 0, peak_row);
    if (container.target) {
        add_peak_line(container);
    }
    if (has_threshold && container.peak - Offset(0) > container.threshold) {
        add_rows(plot, numbers, peak_row, rows.rows_above());
        add_threshold_line(container);
        add_rows(plot, numbers, rows.rows_above(), rows.rows());
    } else {
        add_rows(plot, numbers, peak_row, rows.rows());
    }
    add_live(*container.profile, stack_.size() > 1 ? 1 : bar_rows_alone);
}

/// The segments of a recorded allocator have one scale. They have no peak and no threshold, because nobody planned
/// their addresses.
void ContainerLines::add_bands() {
    const auto top = static_cast<std::int64_t>(whole_view(*content_.problem, stack_).bytes.to);
    const ByteRows rows(0, 0, top, rows_alone());
    const std::vector<std::int64_t> raised = shifts(*content_.problem, stack_);
    const std::vector<MemoryRectangle> rectangles = memory_rectangles(*content_.problem, *content_.layout, raised);
    const std::vector<MemoryRectangle> conflicts = overlap_rectangles(content_.overlap_areas, raised);
    std::vector<MemoryRectangle> reserved;
    for (const Container& band : stack_) {
        for (const MappedMemory& piece : band.mapped) {
            reserved.push_back({piece.steps.begin.value(), piece.steps.end.value(),
                                band.shift + piece.range.from.value(), band.shift + piece.range.to.value(),
                                BufferIndex::none()});
        }
    }
    const TextPlot plot =
        text_plot({rectangles, colors_.class_of, conflicts, reserved, CellLook::reserved}, steps_, rows);
    head_ = name_of(unit_);
    add_line({"segments stacked by address", "segments"}, glyphs_.level, tokens_.dim);
    add_rows(plot, numbers_of(ticks_of_bands(rows.rows()), rows), 0, rows.rows());
    add_live(live_profile(*content_.problem, *content_.layout), bar_rows_alone);
}

void ContainerLines::add_rows(const TextPlot& plot, const std::vector<std::string>& numbers, std::int32_t from,
                              std::int32_t to) {
    for (std::int32_t row = from; row < to; ++row) {
        const std::string& number = numbers[static_cast<std::size_t>(row)];
        TextLine line{{.text = axis_cell(number)}};
        append(line, {.text = std::string(number.empty() ? glyphs_.upright : glyphs_.tick), .ink = tokens_.dim});
        for (std::int32_t column = 0; column < plot.columns; ++column) {
            append(line, look_.cell(plot, column, row));
        }
        writer_.add(std::move(line));
    }
}

/// A line across the plot, with the first label that fits.
void ContainerLines::add_line(const std::vector<std::string>& labels, std::string_view glyph,
                              std::optional<Color> ink) {
    constexpr std::int32_t before = 2;
    const std::int32_t room = plot_columns() + 1;
    const std::string label = writer_.first_fitting(labels, room - before - 2);
    const std::int32_t after = room - before - 2 - writer_.columns_of(label);
    writer_.add({{.text = axis_cell(std::exchange(head_, {}))},
                 {.text = times(glyph, before) + " " + label + " " + times(glyph, after), .ink = ink}});
}

void ContainerLines::add_threshold_line(const Container& container) {
    const std::string amount = amount_text(container.threshold, unit_);
    add_line({"theoretical threshold " + amount, "threshold " + amount, amount}, glyphs_.dash, tokens_.accent);
}

void ContainerLines::add_peak_line(const Container& container) {
    const std::string amount = amount_text(container.peak, unit_);
    const bool has_excess = container.is_complete && container.threshold > Bytes(0);
    const std::string excess =
        has_excess ? " (" + percent_text(fragmentation(container.peak, container.threshold), true) + ")" : "";
    const Color tone = color_of(tokens_, content_.tone);
    switch (peak_standing(container.peak, container.threshold, container.is_complete)) {
        case PeakStanding::at_threshold:
            add_line(
                {"peak = theoretical threshold " + amount, "peak = threshold " + amount, "peak = threshold", amount},
                glyphs_.level, tone);
            return;
        case PeakStanding::unfinished:
            add_line({"peak of the placed buffers " + amount, "peak " + amount, amount}, glyphs_.level, tone);
            break;
        case PeakStanding::above:
        case PeakStanding::overlapping:
            add_line({"peak " + amount + excess, "peak " + amount, amount}, glyphs_.level, tone);
            break;
    }
    if (container.peak - Offset(0) == container.threshold) {
        add_threshold_line(container);
    }
}

void ContainerLines::add_live(const LiveProfile& profile, std::int32_t rows) {
    const std::string amount = amount_text(profile.threshold, unit_);
    const std::string step = grouped(profile.peak_step);
    const std::vector<std::string> labels{"live size, highest " + amount + " at step " + step,
                                          "live, at most " + amount, "live " + amount, amount};
    writer_.add(
        {{.text = axis_cell("")}, {.text = writer_.first_fitting(labels, plot_columns() + 1), .ink = tokens_.accent}});
    const std::vector<std::int32_t> levels = live_bars(profile, steps_, eighths * rows);
    for (std::int32_t row = rows; row-- > 0;) {
        TextLine line{{.text = axis_cell("")}};
        append(line, {.text = std::string(glyphs_.upright), .ink = tokens_.dim});
        for (const std::int32_t level : levels) {
            const std::int32_t filled = std::clamp(level - eighths * row, 0, eighths);
            append(line, {.text = std::string(glyphs_.bars[static_cast<std::size_t>(filled)]), .ink = tokens_.accent});
        }
        writer_.add(std::move(line));
    }
}

/// A number begins below the first column of its step.
void ContainerLines::add_time_axis() {
    const Lifetime span = steps_.span();
    const Stretch stretch{static_cast<long double>(span.begin.value()),
                          static_cast<long double>(std::max(span.end.value(), span.begin.value() + 1))};
    std::string line;
    std::string numbers;
    std::int32_t drawn = 0;
    for (const Tick& tick : step_ticks(stretch, most_ticks(plot_columns(), columns_for_tick))) {
        if (!contains(span, Step(tick.value))) {
            continue;
        }
        const std::int32_t column = steps_({Step(tick.value), Step(tick.value + 1)}).from;
        const auto written = static_cast<std::int32_t>(numbers.size());
        if ((written > 0 && column <= written) || column + writer_.columns_of(tick.label) > plot_columns()) {
            continue;
        }
        line += times(glyphs_.level, column - drawn) + std::string(glyphs_.step);
        drawn = column + 1;
        numbers += std::string(static_cast<std::size_t>(column - written), ' ') + tick.label;
    }
    line += times(glyphs_.level, plot_columns() - drawn);
    writer_.add({{.text = axis_cell("")}, {.text = std::string(glyphs_.corner) + line, .ink = tokens_.dim}});
    writer_.add({{.text = axis_cell(std::string(time_unit)) + " " + numbers}});
}

}  // namespace arenascope
