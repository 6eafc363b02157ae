#include "core/picture/plan/page_caption.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/picture/plan/legend.h"
#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/region_strip.h"
#include "core/picture/plan/takeover_arrow.h"

namespace arenascope {
namespace {

/// Of a step or byte; zooming and panning round, so that an end may lie this far beyond a whole number.
constexpr long double rounding = 1e-6L;

void add_text(std::string& caption, const std::string& text) {
    if (!text.empty()) {
        caption += (caption.empty() ? "" : " · ") + text;
    }
}

/// The first and the last whole number that a stretch touches.
std::pair<std::int64_t, std::int64_t> ends_of(Stretch stretch) {
    const std::int64_t first = whole_part(stretch.from + rounding);
    return {first, std::max(first, whole_part(std::ceil(stretch.to - rounding)) - 1)};
}

/// Empty: all steps.
std::string steps_text(Stretch shown, Stretch whole) {
    const auto [first, last] = ends_of(shown);
    const auto [least, most] = ends_of(whole);
    if (first <= least && last >= most) {
        return {};
    }
    return (first == last ? "step " + grouped(first) : "steps " + grouped(first) + " to " + grouped(last)) + " of " +
           grouped(least) + " to " + grouped(most);
}

std::string amounts_text(std::int64_t from, std::int64_t to, Unit unit) {
    // In a deep zoom both ends would be rounded to the same text.
    const Unit fine = amount_text(from, unit) == amount_text(to, unit) ? Unit::bytes : unit;
    return amount_text(from, fine) + " to " + amount_text(to, fine);
}

/// The offsets of the only memory. Empty: all offsets at which buffers lie.
std::string offsets_text(Stretch shown, const Container& container, Unit unit) {
    const auto shift = static_cast<long double>(container.shift);
    const std::int64_t lowest = container.lowest;
    const std::int64_t highest = std::max(container.peak.value(), lowest);
    const std::int64_t from = std::max(whole_part(shown.from - shift + rounding), lowest);
    const std::int64_t to = whole_part(std::ceil(shown.to - shift - rounding));
    if (from <= lowest && to >= highest) {
        return {};
    }
    return from >= highest ? "offsets " + amounts_text(from, to, unit) + ", above the peak"
                           : "offsets " + amounts_text(from, std::min(to, highest), unit) + " of " +
                                 amounts_text(lowest, highest, unit);
}

/// The memories in view, if not all of them are in view as a whole.
std::string memories_text(const View& view, const View& whole, const std::vector<Container>& stack) {
    if (view.bytes == whole.bytes) {
        return {};
    }
    std::int64_t seen = 0;
    std::int64_t complete = 0;
    for (const Container& container : stack) {
        const auto bottom = static_cast<long double>(container.shift) + static_cast<long double>(container.lowest);
        const auto top = static_cast<long double>(container.shift) + static_cast<long double>(container.highest);
        seen += bottom < view.bytes.to && top > view.bytes.from ? 1 : 0;
        complete += bottom >= view.bytes.from - rounding && top <= view.bytes.to + rounding ? 1 : 0;
    }
    return (complete == seen ? "" : "parts of ") + grouped(seen) + " of " + grouped(stack.size()) + " memories";
}

/// The sizes that are unknown, assumed or upper bounds, as text; empty if there are none.
std::string open_sizes_text(const Problem& problem) {
    std::string text;
    const auto add = [&text](std::size_t count, const std::string& before, const std::string& one,
                             const std::string& many) {
        if (count > 0) {
            add_text(text, before + grouped(count) + " " + (count == 1 ? one : many));
        }
    };
    if (const auto& graph = problem.graph) {
        add(graph->unknown_sizes.size(), "without ", "tensor of unknown size", "tensors of unknown size");
        add(graph->assumed_dimensions.size(), "", "dimension assumed", "dimensions assumed");
        add(graph->bounded_sizes.size(), "", "size at its largest", "sizes at their largest");
        add_text(text, graph->has_only_tensors
                           ? "tensors alone: kernels' scratch and what the runtime keeps come on top"
                           : "");
    }
    return text;
}

std::string planner_text(const Provenance& provenance) {
    std::string text = "planner " + provenance.planner;
    for (const auto& [key, value] : provenance.options) {
        text += " · " + key + "=" + value;
    }
    text += " · seed=" + std::to_string(provenance.seed);
    return provenance.reproducible ? text : text + " · cut short, not reproducible";
}

}  // namespace

std::string part_text(const View& view, const View& whole, const std::vector<Container>& stack, Unit unit) {
    std::string text = steps_text(view.steps, whole.steps);
    const std::string vertical =
        stack.size() == 1 ? offsets_text(view.bytes, stack.front(), unit) : memories_text(view, whole, stack);
    if (!vertical.empty()) {
        text += (text.empty() ? "" : ", ") + vertical;
    }
    return text;
}

std::string page_caption(const PageContent& content, const ShortNames& names, const std::vector<Container>& stack,
                         Unit unit) {
    std::string caption;
    add_text(caption, content.verdict);
    if (content.view) {
        const View whole = whole_view(*content.problem, stack);
        const std::string part = part_text(clamped(*content.view, whole), whole, stack, unit);
        if (!part.empty()) {
            add_text(caption, "part of the plan: " + part + "; the figures are those of the whole plan");
        }
    }
    if (made_by_of(shown_color_by(*content.problem, content.color_by))) {
        add_text(caption, "amounts of the legend: alive at the highest live size");
    }
    for (const std::string& mark : mark_texts(content.marks, *content.problem)) {
        add_text(caption, mark);
    }
    add_text(caption, content.note);
    if (!are_outlined(content.moves, *content.layout)) {
        add_text(caption, grouped(content.moves.size()) + " buffers moved since the previous iteration, not outlined");
    }
    if (const std::size_t hidden = content.containers.hidden.size(); hidden > 0) {
        add_text(caption, grouped(hidden) + " of " + grouped(content.problem->regions.size()) + " memories not shown");
    }
    add_text(caption, note_of(names));
    add_text(caption, open_sizes_text(*content.problem));
    if (content.provenance) {
        add_text(caption, planner_text(*content.provenance));
    }
    return caption;
}

LegendMarks legend_marks(const PageContent& content, const std::vector<Container>& stack,
                         std::span<const BufferIndex> selected) {
    return {.counts = content.figures.empty(),
            .overlaps = content.overlap_count > 0,
            .absent = shows_bands(stack),
            .sharing = sharing_words(*content.layout),
            .fast = shades_fast_parts(stack),
            .transfers = stack.size() > 1 && !content.problem->transfers.empty(),
            .takeovers = shows_takeovers(*content.problem, selected),
            .candidates = content.placement_step.has_value(),
            .objects = content.placement_step && content.placement_step->object,
            .group = tells_group(content.group, *content.layout) ? content.group.size() : 0,
            .moved = are_outlined(content.moves, *content.layout) ? content.moves.size() : 0,
            .former = !content.moves.empty() && content.moves.size() <= few_moved,
            .threshold = shows_threshold(stack),
            .free_areas = content.free_areas_at.has_value()};
}

}  // namespace arenascope
