#include "core/picture/plan/page_marks.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/picture/plan/unit.h"

namespace arenascope {
namespace {

std::string buffers_text(std::size_t count) {
    return grouped(static_cast<std::int64_t>(count)) + (count == 1 ? " buffer" : " buffers");
}

bool is_marked_dimmed(const PageMarks& marks, BufferIndex buffer) {
    const std::span<const std::uint8_t> dimmed = dimmed_buffers(marks);
    return buffer.value() < dimmed.size() && dimmed[buffer.value()] != 0;
}

LegendEntry outline_entry(Color color, double line, std::string name, const Palette& tokens) {
    return {{{}, tokens.plot, color, line, Pattern::plain, {}}, std::move(name), 0, tokens.ink};
}

}  // namespace

std::span<const std::uint8_t> dimmed_buffers(const PageMarks& marks) {
    return marks.dimmed ? std::span<const std::uint8_t>(*marks.dimmed) : std::span<const std::uint8_t>();
}

std::size_t dimmed_count(const PageMarks& marks) {
    const std::span<const std::uint8_t> dimmed = dimmed_buffers(marks);
    return dimmed.size() - static_cast<std::size_t>(std::ranges::count(dimmed, 0));
}

std::vector<std::string> mark_texts(const PageMarks& marks, const Problem& problem) {
    std::vector<std::string> texts;
    if (const std::size_t count = dimmed_count(marks); count > 0) {
        const std::string reason = marks.filter.empty() ? "share no time with the selection"
                                                        : "do not match the filter " + in_quotes(marks.filter);
        texts.push_back("dimmed: " + grouped(static_cast<std::int64_t>(count)) + " of " +
                        buffers_text(problem.buffers.size()) + ", which " + reason);
    }
    if (marks.time_cursor) {
        texts.push_back("time cursor at step " + grouped(marks.time_cursor->value()));
    }
    if (marks.time_range) {
        texts.push_back("shaded: steps [" + grouped(marks.time_range->begin.value()) + ", " +
                        grouped(marks.time_range->end.value()) + ")");
    }
    if (marks.selected.size() == 1) {
        texts.push_back("selected: " + in_quotes(problem.buffers[marks.selected.front()].name));
    } else if (!marks.selected.empty()) {
        texts.push_back("selected: " + buffers_text(marks.selected.size()));
    }
    return texts;
}

std::vector<LegendEntry> legend_of_marks(const PageMarks& marks, const Coloring& colors, Theme theme) {
    const Palette& tokens = palette(theme);
    std::vector<LegendEntry> entries;
    if (!marks.selected.empty()) {
        entries.push_back(outline_entry(tokens.accent, 2.5, "selected", tokens));
    }
    std::size_t dimmed_over = 0;
    for (std::size_t i = 0; i < colors.class_of.size(); ++i) {
        dimmed_over += is_marked_dimmed(marks, BufferIndex(i)) &&
                               colors.classes[colors.class_of[i]].dimmed_class == Coloring::dimmed_over
                           ? 1
                           : 0;
    }
    const auto add_dimmed = [&](std::uint8_t style, std::size_t count, const std::string& name) {
        if (count > 0) {
            const RiskStyle& look = colors.classes[style].style;
            entries.push_back({{{}, look.fill, look.edge, 1, look.pattern, look.mark},
                               name + " (" + grouped(static_cast<std::int64_t>(count)) + ")",
                               0,
                               tokens.ink});
        }
    };
    add_dimmed(Coloring::dimmed_over, dimmed_over, "dimmed: over the threshold");
    add_dimmed(Coloring::dimmed, dimmed_count(marks) - dimmed_over, "dimmed");
    return entries;
}

}  // namespace arenascope
