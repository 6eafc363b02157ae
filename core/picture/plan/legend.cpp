#include "core/picture/plan/legend.h"

#include <algorithm>
#include <utility>

#include "core/base/text/amount.h"
#include "core/picture/plan/candidate_marks.h"
#include "core/picture/plan/free_area_box.h"

namespace arenascope {
namespace {

constexpr double swatch_side = 14;  ///< in pixels
constexpr double swatch_gap = 6;    ///< between a swatch and its name
constexpr double entries_gap = 18;
constexpr double row_gap = 2;

/// The name of a class, with its bytes if it is of makers.
std::string name_in_legend(const ColorClass& look) {
    return look.at_peak ? look.name + " · " + amount_text(*look.at_peak, unit_for(*look.at_peak)) : look.name;
}

std::string counted(const std::string& name, std::size_t buffers, const LegendMarks& marks) {
    return marks.counts ? name + " (" + grouped(buffers) + ")" : name;
}

FilledBox look_of(const RiskStyle& style) {
    return {{}, style.fill, style.edge, 1, style.pattern, style.mark};
}

}  // namespace

std::vector<LegendEntry> legend(const Coloring& colors, ColorBy by, LegendMarks marks, Theme theme) {
    const Palette& tokens = palette(theme);
    std::vector<LegendEntry> entries;
    const bool is_scale = by == ColorBy::size || by == ColorBy::lifetime;
    std::size_t scratch = 0;
    std::size_t scratch_of_class = 0;
    for (std::size_t i = colors.classes.size(); i-- > Coloring::first;) {
        const ColorClass& look = colors.classes[i];
        if (look.is_scratch) {
            scratch += look.buffers;
            scratch_of_class = look.buffers;
            continue;
        }
        const std::size_t buffers = look.buffers + scratch_of_class;
        scratch_of_class = 0;
        if (buffers > 0 || is_scale) {
            entries.push_back({.look = look_of(look.style),
                               .name = counted(name_in_legend(look), buffers, marks),
                               .letter = look.style.letter,
                               .letter_color = look.style.text,
                               .risk = look.risk,
                               .makers = look.makers,
                               .color_class = i});
        }
    }
    if (scratch > 0) {
        entries.push_back({.look = look_of(tokens.scratch),
                           .name = counted("scratch", scratch, marks),
                           .letter_color = tokens.ink,
                           .mark = LegendMark::scratch});
    }
    const auto add = [&](LegendMark mark, const FilledBox& look, std::string name, bool is_dashed = false,
                         bool is_line = false) {
        entries.push_back({.look = look,
                           .name = std::move(name),
                           .letter_color = tokens.ink,
                           .is_dashed = is_dashed,
                           .is_line = is_line,
                           .mark = mark});
    };
    const auto outline = [&](Color color, double line) { return FilledBox{{}, tokens.plot, color, line}; };
    if (marks.absent) {
        add(LegendMark::absent, {{}, tokens.absent, tokens.line, 1, Pattern::plain, {}}, "segment does not exist");
    }
    if (marks.overlaps) {
        add(LegendMark::overlap, {{}, tokens.plot, tokens.conflict, 1, Pattern::cross_hatch, tokens.conflict},
            "overlap");
    }
    if (!marks.sharing.empty()) {
        add(LegendMark::sharing, outline(tokens.dim, 1.5), std::string(marks.sharing));
    }
    if (marks.fast) {
        add(LegendMark::fast_part, {{}, tokens.fast, tokens.line, 1, Pattern::plain, {}}, "fast part");
    }
    if (marks.transfers) {
        add(LegendMark::transfer, outline(tokens.dim, 1), "in transfer");
    }
    if (marks.takeovers) {
        add(LegendMark::takeover, outline(tokens.ink, 1), "takes over", false, true);
        add(LegendMark::takeover, outline(tokens.ink, 1), "may take over", true, true);
    }
    if (marks.threshold) {
        add(LegendMark::threshold, outline(tokens.accent, 1.5), "theoretical threshold", true, true);
    }
    if (marks.group > 0) {
        add(LegendMark::group, outline(tokens.accent, 1.5), counted("in the group", marks.group, marks));
    }
    if (marks.moved > 0) {
        add(LegendMark::moved, outline(tokens.ink, 1), counted("moved since previous", marks.moved, marks));
    }
    if (marks.former) {
        add(LegendMark::former, outline(tokens.ink, 1.25), "its place before", true);
    }
    if (marks.free_areas) {
        add(LegendMark::free_area, {{}, tokens.accent, tokens.accent, 1, Pattern::plain, {}, free_area_opacity},
            "free area");
    }
    if (marks.candidates) {
        add(LegendMark::candidate, outline(tokens.accent, 2.5), "placed here");
        add(LegendMark::candidate, outline(tokens.ink, 1.25), marks.objects ? "other free object" : "other candidate",
            true);
    }
    if (marks.candidates && !marks.objects) {
        add(LegendMark::candidate, {{}, tokens.selection, tokens.dim, 1, Pattern::plain, {}, ghost_opacity},
            "context, as it would lie", true);
    }
    if (marks.candidates && marks.objects) {
        add(LegendMark::grown, {{}, tokens.accent, {}, 1, Pattern::plain, {}, growth_opacity}, "the object grows");
    }
    return entries;
}

std::string_view sharing_words(const Layout& layout) {
    const auto is_arena = [](const SharingGroup& group) { return group.kind == SharingGroup::Kind::arena; };
    if (layout.sharing.empty()) {
        return {};
    }
    return std::all_of(layout.sharing.begin(), layout.sharing.end(), is_arena) ? "shared: an accelerator's arena"
                                                                               : "shared on purpose";
}

bool shows_threshold(const std::vector<Container>& stack) {
    return std::any_of(stack.begin(), stack.end(), [](const Container& container) {
        return !container.is_folded && !container.is_band && container.threshold > Bytes(0) &&
               container.peak - Offset(0) != container.threshold;
    });
}

LegendRows legend_rows(const std::vector<LegendEntry>& entries, double left, double right, TextStyle style,
                       const MeasureText& measure) {
    LegendRows rows;
    const double line = line_height(style);
    double x = left;
    double top = 0;
    for (const LegendEntry& entry : entries) {
        const double whole = swatch_side + swatch_gap + measure(entry.name, style);
        if (x > left && x + whole > right) {
            x = left;
            top += line + row_gap;
        }
        rows.grounds.push_back({x, top, x + whole, top + line});
        x += whole + entries_gap;
    }
    rows.height = entries.empty() ? 0 : top + line;
    return rows;
}

std::size_t legend_count(std::span<const LegendEntry> entries) {
    std::size_t count = 0;
    for (const LegendEntry& entry : entries) {
        count += std::max(entry.makers, std::size_t{1});
    }
    return count;
}

FittedLegend fitted_legend(const std::vector<LegendEntry>& entries, double left, double right, double height,
                           TextStyle style, const MeasureText& measure) {
    FittedLegend fitted{entries, legend_rows(entries, left, right, style, measure), entries.size()};
    while (fitted.rows.height > height && fitted.kept > 1) {
        --fitted.kept;
        fitted.entries.resize(fitted.kept);
        LegendEntry more;
        more.name = grouped(legend_count(std::span(entries).subspan(fitted.kept))) + " more";
        fitted.entries.push_back(std::move(more));
        fitted.rows = legend_rows(fitted.entries, left, right, style, measure);
    }
    return fitted;
}

void draw(Drawing& drawing, const std::vector<LegendEntry>& entries, const LegendRows& rows, double top,
          TextStyle style, const Palette& tokens) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const LegendEntry& entry = entries[i];
        const Box& ground = rows.grounds[i];
        const double y = top + middle(ground).y;
        FilledBox box = entry.look;
        box.box = {ground.left, y - swatch_side / 2, ground.left + swatch_side, y + swatch_side / 2};
        const Color edge = entry.look.edge.value_or(tokens.ink);
        if (entry.is_line) {
            drawing.add(
                level_line(box.box, y, edge, entry.look.edge_width, entry.is_dashed ? Dash::dashed : Dash::solid));
        } else {
            if (entry.is_dashed) {
                box.edge.reset();
            }
            drawing.add(box);
            if (entry.is_dashed) {
                draw_outline(drawing, box.box, edge, entry.look.edge_width, Dash::dashed);
            }
        }
        if (entry.letter != 0) {
            if (entry.look.pattern != Pattern::plain) {
                drawing.add(FilledBox{inset(box.box, 2.5), entry.look.fill});
            }
            drawing.add(DrawnText{{middle(box.box).x, y},
                                  std::string(1, entry.letter),
                                  {10, true},
                                  entry.letter_color,
                                  DrawnText::Align::center});
        }
        drawing.add(DrawnText{{ground.left + swatch_side + swatch_gap, y}, entry.name, style, tokens.ink});
    }
}

}  // namespace arenascope
