#include "core/picture/legend.h"

#include "core/picture/candidate_marks.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

std::string counted(const std::string& name, std::size_t buffers, const LegendMarks& marks) {
    return marks.counts ? name + " (" + grouped(static_cast<std::int64_t>(buffers)) + ")" : name;
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
            entries.push_back(
                {look_of(look.style), counted(look.name, buffers, marks), look.style.letter, look.style.text});
        }
    }
    if (scratch > 0) {
        entries.push_back({look_of(tokens.scratch), counted("scratch", scratch, marks), 0, tokens.ink});
    }
    if (marks.overlaps) {
        entries.push_back(
            {{{}, tokens.plot, tokens.conflict, 1, Pattern::cross_hatch, tokens.conflict}, "overlap", 0, tokens.ink});
    }
    if (marks.sharing) {
        entries.push_back({{{}, tokens.plot, tokens.dim, 1.5, Pattern::plain, {}}, "shared on purpose", 0, tokens.ink});
    }
    if (marks.fast) {
        entries.push_back({{{}, tokens.fast, tokens.line, 1, Pattern::plain, {}}, "fast part", 0, tokens.ink});
    }
    if (marks.transfers) {
        entries.push_back({{{}, tokens.plot, tokens.dim, 1, Pattern::plain, {}}, "in transfer", 0, tokens.ink});
    }
    if (marks.moved > 0) {
        entries.push_back({{{}, tokens.plot, tokens.ink, 1, Pattern::plain, {}},
                           counted("moved in this step", marks.moved, marks),
                           0,
                           tokens.ink});
    }
    if (marks.former) {
        entries.push_back(
            {{{}, tokens.plot, tokens.ink, 1.25, Pattern::plain, {}}, "its place before", 0, tokens.ink, true});
    }
    if (marks.candidates) {
        entries.push_back({{{}, tokens.plot, tokens.accent, 2.5, Pattern::plain, {}}, "placed here", 0, tokens.ink});
        entries.push_back(
            {{{}, tokens.plot, tokens.ink, 1.25, Pattern::plain, {}}, "other candidate", 0, tokens.ink, true});
        entries.push_back({{{}, tokens.selection, tokens.dim, 1, Pattern::plain, {}, ghost_opacity},
                           "context, as it would lie",
                           0,
                           tokens.ink,
                           true});
    }
    return entries;
}

}  // namespace arenascope
