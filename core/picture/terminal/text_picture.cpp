#include "core/picture/terminal/text_picture.h"

#include <algorithm>
#include <optional>

#include "core/model/memory/live_profile.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/legend.h"
#include "core/picture/plan/page_caption.h"
#include "core/picture/terminal/cell_look.h"
#include "core/picture/terminal/container_lines.h"
#include "core/picture/terminal/text_writer.h"

namespace arenascope {
namespace {

constexpr std::size_t caption_lines = 4;

/// Empty: the terminal's own colour, whose ground is not known.
std::optional<Color> ink_of(FigureTone tone, const Palette& tokens) {
    switch (tone) {
        case FigureTone::plain:
            break;
        case FigureTone::threshold:
            return tokens.accent;
        case FigureTone::good:
            return tokens.good;
        case FigureTone::worrying:
            return tokens.risk_text;
        case FigureTone::warning:
            return tokens.warning;
        case FigureTone::bad:
            return tokens.bad;
    }
    return std::nullopt;
}

std::vector<FlowItem> figures_of(const PageContent& content, Unit unit, const Palette& tokens) {
    const std::vector<PageFigure> figures =
        content.figures.empty()
            ? page_figures(*content.problem, *content.layout, content.overlap_count, unit, {}, content.tone)
            : content.figures;
    std::vector<FlowItem> items;
    for (const PageFigure& figure : figures) {
        items.push_back({.words = {.text = figure.name + " " + figure.value, .ink = ink_of(figure.tone, tokens)}});
    }
    return items;
}

std::vector<FlowItem> legend_items(const PageContent& content, const Coloring& colors, ColorBy color_by,
                                   const CellLook& look, bool has_bands, Theme theme) {
    std::vector<FlowItem> items;
    for (const LegendEntry& entry : legend(colors, color_by, {.counts = content.figures.empty()}, theme)) {
        if (entry.color_class) {
            items.push_back({look.swatch(*entry.color_class), {.text = entry.name}});
        }
    }
    if (has_bands) {
        items.push_back({look.swatch(CellLook::reserved), {.text = "reserved, free"}});
    }
    if (content.overlap_count > 0) {
        items.push_back({look.conflict_swatch(), {.text = "overlap"}});
    }
    return items;
}

}  // namespace

std::vector<TextLine> text_picture(const PageContent& content, const TextFormat& format, const MeasureText& measure) {
    const Palette& tokens = palette(format.theme);
    const Glyphs& glyphs = format.is_ascii ? ascii_glyphs : block_glyphs;
    const std::vector<Container> stack = containers(*content.problem, *content.layout, content.containers);
    const ColorBy color_by = shown_color_by(*content.problem, content.color_by);
    Coloring colors = coloring(*content.problem, content.risks, color_by, format.theme);
    count_placed(colors, *content.layout);
    const CellLook look(colors, tokens, glyphs, format.has_colors);
    const Bytes most =
        std::max(peak(*content.problem, *content.layout) - Offset(0), threshold(*content.problem, *content.layout));
    const Unit unit = content.unit.value_or(unit_for(most));

    TextWriter writer(std::clamp(format.columns, least_text_columns, most_text_columns), format.is_ascii, measure);
    writer.add({{.text = writer.fitted(content.title, writer.width()), .is_bold = true}});
    writer.add_flow(figures_of(content, unit, tokens), " · ");
    if (content.has_caption) {
        writer.add_wrapped(page_caption(content, ShortNames{}, stack, unit), caption_lines, tokens.dim);
    }
    if (content.has_legend) {
        writer.add_flow(legend_items(content, colors, color_by, look, shows_bands(stack), format.theme), "  ");
    }
    ContainerLines(content, stack, colors, look, tokens, glyphs, unit, writer).add_all();
    return writer.take();
}

}  // namespace arenascope
