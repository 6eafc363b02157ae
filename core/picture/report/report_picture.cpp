#include "core/picture/report/report_picture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "core/base/text/json_text.h"
#include "core/model/memory/live_profile.h"
#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/candidate_marks.h"
#include "core/picture/plan/canvas.h"
#include "core/picture/plan/carrier_names.h"
#include "core/picture/plan/free_area_box.h"
#include "core/picture/plan/label_rows.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/object_band.h"
#include "core/picture/plan/out_of_memory_mark.h"
#include "core/picture/plan/overlap_marks.h"
#include "core/picture/plan/page_caption.h"
#include "core/picture/plan/peak_carriers.h"
#include "core/picture/plan/region_strip.h"
#include "core/picture/plan/scene.h"
#include "core/picture/plan/sharing_frame.h"
#include "core/picture/plan/takeover_arrow.h"
#include "core/picture/plan/time_axis.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/buffer_shapes.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/live_plot.h"
#include "core/picture/report/svg_drawing.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

/// Limits, so that a broken layout does not make a report large.
constexpr std::size_t most_overlap_areas = 5'000;
constexpr std::size_t most_frame_lines = 20'000;

/// Composes the picture from the bottom up.
class PictureWriter {
public:
    PictureWriter(const ReportContent& content, ThemeColors& colors) : content_(content), colors_(colors) {}

    Expected<ReportPicture> write() {
        const auto shapes = buffer_shapes(content_, frame_, rectangles_, colors_, hatches_);
        if (!shapes) {
            return tl::unexpected(shapes.error());
        }
        ReportPicture picture;
        picture.too_small = shapes->too_small;
        picture.legend = legend_items();
        picture.axes = axes_json(*page_.problem, frame_, lines_);
        const std::string body =
            axes() + containers_svg(*shapes) + live_plot(*page_.problem, frame_, colors_, hatches_);
        picture.caption = page_caption(page_, frame_.names, frame_.stack, frame_.unit);
        picture.caption += (picture.caption.empty() || left_out_.empty() ? "" : " · ") + left_out_;
        const double across = step_scale(port_).pixels_per_unit();
        const double up = -byte_scale(port_).pixels_per_unit();
        picture.svg = "<svg id=\"picture\" viewBox=\"0 0 " + decimal_text(report_picture_width, 0) + " " +
                      decimal_text(report_picture_height, 0) + "\" font-size=\"12\" role=\"img\" aria-label=\"" +
                      html_text("Memory layout of " + page_.title + ": steps across, offsets up") + "\">\n" +
                      hatches_.definitions(colors_, across, up) + body + "</svg>\n";
        return picture;
    }

private:
    /// The tick lines and numbers of all three axes, and their titles.
    std::string axes() {
        std::string text;
        text += frame_ground(port_) + frame_ground(frame_.live);
        const auto group = [&](const std::string& id, const auto& draw_axis) {
            const SvgDrawing drawn = svg_drawing(draw_axis, colors_, hatches_);
            text += "<g id=\"" + id + "\">\n" + drawn.shapes + drawn.texts + "</g>\n";
        };
        group("offset-ticks", [&](Drawing& drawing, Theme theme) {
            const ContainerTicks ticks =
                stack_ticks(frame_.stack, port_, frame_.unit, report_ticks_apart, report_most_ticks);
            draw_offset_ticks(drawing, ticks.ticks, ticks.positions, port_, palette(theme));
        });
        group("step-ticks", [&](Drawing& drawing, Theme theme) {
            drawing.width = report_picture_width;
            draw_time_axis(drawing, *page_.problem, frame_.live.box.bottom, frame_.live, palette(theme), measure_);
        });
        group("titles", [&](Drawing& drawing, Theme theme) {
            const std::string heights = shows_bands(frame_.stack) ? "segments stacked by address, " : "offset, ";
            draw_offset_title(drawing,
                              heights + (frame_.unit == Unit::hexadecimal ? "bytes (hex)" : name_of(frame_.unit)),
                              axis_style.size / 2 + 2, port_, palette(theme));
        });
        return text;
    }

    std::string frame_ground(const Viewport& port) {
        std::string text = "<path class=\"" + colors_.fill(&Palette::plot) + "\" d=\"";
        append_box_path(text, port.box);
        return text + "\"/>\n";
    }

    std::string frame_edge(const Viewport& port) {
        std::string text = "<path class=\"none " + colors_.stroke(&Palette::line) + "\" d=\"";
        append_box_path(text, inset(port.box, -0.5));
        return text + "\"/>\n";
    }

    /// Everything inside the box of the containers. Shapes in pixels are in groups with the class `whole`, whose
    /// transform a zooming script sets; texts in pixels are in groups with the class `moves`.
    std::string containers_svg(const BufferShapes& shapes) {
        const Box& box = port_.box;
        const SvgDrawing below =
            svg_drawing([&](Drawing& drawing, Theme theme) { draw_below_buffers(drawing, theme); }, colors_, hatches_);
        const SvgDrawing above =
            svg_drawing([&](Drawing& drawing, Theme theme) { draw_above_buffers(drawing, theme); }, colors_, hatches_);
        const SvgDrawing fitted =
            svg_drawing([&](Drawing& drawing, Theme theme) { draw_fitted_marks(drawing, theme); }, colors_, hatches_);
        std::vector<bool> is_labelled = shapes.is_shape;
        for (const CarrierName& name : carrier_names_) {
            is_labelled[name.buffer.value()] = false;
        }
        std::string text = "<svg id=\"containers\"";
        append_pixels(text, "x", box.left);
        append_pixels(text, "y", box.top);
        append_pixels(text, "width", width(box));
        append_pixels(text, "height", height(box));
        text += ">\n" + whole_group(below.shapes);
        if (!shapes.image.empty()) {
            text += "<g class=\"image\">\n" + shapes.image + "</g>\n";
        }
        text += "<g id=\"plan\" transform=\"" + plan_matrix(frame_) + "\">\n" + shapes.svg + overlaps_svg() +
                frames_svg() + "</g>\n" + whole_group(above.shapes) + "<g class=\"fitted\">\n" +
                buffer_labels(content_, frame_, rectangles_, is_labelled, clear_of_labels(), colors_) + "</g>\n" +
                in_pixels("fitted", fitted.shapes + fitted.texts) + "<g id=\"labels\"></g>\n" + lines_svg() +
                texts_group(below.texts + above.texts) + "</svg>\n";
        return text + line_labels() + region_names() + frame_edge(port_);
    }

    std::string whole_group(const std::string& shapes) {
        return shapes.empty() ? std::string() : in_pixels("whole", shapes);
    }
    std::string texts_group(const std::string& texts) {
        return texts.empty() ? std::string() : in_pixels("moves", texts);
    }

    /// A group whose content is in pixels of the picture, inside the box of the containers.
    std::string in_pixels(const std::string& name, const std::string& content) {
        std::string text = "<g class=\"" + name + "\" transform=\"translate(";
        append_pixels(text, -port_.box.left);
        text += ' ';
        append_pixels(text, -port_.box.top);
        return text + ")\">\n" + content + "</g>\n";
    }

    void draw_below_buffers(Drawing& drawing, Theme theme) {
        const Palette& tokens = palette(theme);
        draw_region_grounds(drawing, frame_.stack, port_, theme);
        draw_band_grounds(drawing, frame_.stack, port_, theme);
        draw_grounds(drawing, bands(), tokens);
        draw_below(drawing, takeover_arrows(*page_.problem, *page_.layout, frame_.shifts, port_, {}), port_, tokens);
    }

    void draw_above_buffers(Drawing& drawing, Theme theme) {
        const Palette& tokens = palette(theme);
        arenascope::draw(drawing, bands(), tokens, label_style);
        draw_group(drawing, group_rectangles(page_.group, *page_.layout, rectangles_), canvas_, tokens);
        draw_former(drawing, former_rectangles(page_.moves, *page_.problem, *page_.layout, frame_.shifts, {}), canvas_,
                    tokens);
        draw_moved(drawing, moved_rectangles(page_.moves, *page_.problem, *page_.layout, frame_.shifts), canvas_,
                   tokens);
        if (page_.free_areas_at) {
            const std::vector<Box> grounds = label_grounds(lines_);
            arenascope::draw(drawing,
                             free_area_boxes(*page_.problem, *page_.layout, frame_.stack, *page_.free_areas_at, port_,
                                             {frame_.unit, report_line_style, measure_, grounds}),
                             tokens, report_line_style);
        }
        arenascope::draw(drawing, transfer_ties(*page_.problem, *page_.layout, frame_.shifts, port_, {}), port_,
                         tokens);
        draw_above(drawing, takeover_arrows(*page_.problem, *page_.layout, frame_.shifts, port_, {}), port_, tokens);
        draw_folded_strips(drawing, frame_.stack, port_, frame_.unit, theme, axis_style, measure_);
        if (page_.placement_step) {
            draw_candidates(drawing, *page_.placement_step, *page_.problem, frame_.stack, port_, theme, axis_style,
                            measure_);
        }
        const std::vector<Box> labels = label_grounds(lines_);
        arenascope::draw(drawing,
                         out_of_memory_marks(*page_.problem, port_, frame_.unit, report_line_style, measure_, labels),
                         port_, tokens, report_line_style);
        draw_note_marks(drawing, content_.annotations.pinned_notes, rectangles_, frame_.shifts, port_, tokens);
    }

    /// What only the whole plan shows: a script that zooms writes names anew.
    void draw_fitted_marks(Drawing& drawing, Theme theme) {
        const Palette& tokens = palette(theme);
        arenascope::draw(drawing, theme == Theme::light ? carrier_names_ : names_beside(frame_.dark), tokens,
                         label_style);
        draw_numbers(drawing, overlap_numbers_, {pairs_, pairs_}, {}, canvas_, label_style, tokens);
    }

    /// The names of carriers whose rectangles do not hold them.
    [[nodiscard]] std::vector<CarrierName> names_beside(const Coloring& coloring) const {
        const std::vector<Box> clear = kept_clear();
        Scene scene;
        scene.problem = page_.problem;
        scene.rectangles = rectangles_;
        scene.coloring = &coloring;
        scene.keep_clear = clear;
        scene.viewport = port_;
        scene.unit = frame_.unit;
        scene.label_style = label_style;
        scene.measure = &measure_;
        scene.names = &frame_.names;
        return carrier_names(scene, ground_of(scene),
                             peak_carriers(*page_.problem, *page_.layout, frame_.stack, frame_.shifts));
    }

    [[nodiscard]] std::vector<ObjectBand> bands() const {
        std::vector<Box> clear = kept_clear();
        if (!page_.layout->objects.empty()) {
            std::ranges::copy(culprit_boxes(frame_.stack, rectangles_, port_), std::back_inserter(clear));
        }
        return object_bands(*page_.layout, frame_.shifts, port_, frame_.unit, label_style, measure_, clear,
                            page_.object_numbers);
    }

    [[nodiscard]] std::vector<Box> kept_clear() const { return boxes_of(lines_, port_); }

    /// What labels of buffers avoid: lines, the labels of shared objects, names with leaders, numbers of overlaps.
    [[nodiscard]] std::vector<Box> clear_of_labels() const {
        std::vector<Box> clear = kept_clear();
        for (const ObjectBand& band : bands()) {
            clear.push_back(band.ground);
        }
        std::ranges::copy(boxes_of(carrier_names_), std::back_inserter(clear));
        std::ranges::transform(overlap_numbers_, std::back_inserter(clear), &OverlapNumber::ground);
        return clear;
    }

    /// The shared bytes, hatched, in steps and bytes.
    std::string overlaps_svg() {
        std::vector<MemoryRectangle> areas =
            !pairs_.empty() ? pairs_ : overlap_rectangles(page_.overlap_areas, frame_.shifts);
        if (areas.empty()) {
            return {};
        }
        if (areas.size() > most_overlap_areas) {
            const auto extent = [](const MemoryRectangle& area) {
                return (static_cast<double>(area.end) - static_cast<double>(area.begin)) *
                       (static_cast<double>(area.to) - static_cast<double>(area.from));
            };
            std::ranges::stable_sort(areas, std::greater{}, extent);
            left_out_ = grouped(most_overlap_areas) + " of " + grouped(areas.size()) +
                        " overlapping areas are drawn, the largest";
            areas.resize(most_overlap_areas);
        }
        const ThemedColor conflict{palette(Theme::light).conflict, palette(Theme::dark).conflict};
        return "<path class=\"overlaps " + colors_.stroke(conflict) + "\" fill=\"" +
               hatches_.fill(Pattern::cross_hatch, std::nullopt, conflict, HatchTable::In::plan) + "\" d=\"" +
               exact_paths(areas) + "\"/>\n";
    }

    std::string exact_paths(const std::vector<MemoryRectangle>& areas) const {
        std::string text;
        for (const MemoryRectangle& area : areas) {
            const auto unsigned_of = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
            append_exact_path(text, unsigned_of(area.begin) - unsigned_of(frame_.first_step), area.from,
                              unsigned_of(area.end) - unsigned_of(area.begin),
                              unsigned_of(area.to) - unsigned_of(area.from));
        }
        return text;
    }

    /// The frames around buffers that share memory on purpose.
    std::string frames_svg() {
        const SharingFrames frames = sharing_frames(*page_.layout, rectangles_);
        if (frames.lines.empty() || frames.lines.size() > most_frame_lines) {
            return {};
        }
        constexpr double least_apart = 4;  // pixels of the width for each line; see Scene
        const bool crowded = static_cast<double>(frames.lines.size()) > width(port_.box) / least_apart;
        std::string text = "<path class=\"none " + colors_.stroke(crowded ? &Palette::dim : &Palette::ink) +
                           "\" stroke-width=\"" + (crowded ? "0.75" : "1.5") + "\" d=\"";
        for (const FrameLine& line : frames.lines) {
            const auto first = static_cast<std::uint64_t>(frame_.first_step);
            text += "M" + std::to_string(static_cast<std::uint64_t>(line.begin) - first) + " " +
                    std::to_string(line.from) + "L" + std::to_string(static_cast<std::uint64_t>(line.end) - first) +
                    " " + std::to_string(line.to);
        }
        return text + "\"/>\n";
    }

    /// The lines across the containers, in the order that lines_json() names them.
    std::string lines_svg() {
        std::string text = "<g id=\"lines\">\n";
        for (const ReferenceLine& line : lines_) {
            text += "<path class=\"none " + colors_.stroke(color_of(line)) + "\"";
            append_pixels(text, "stroke-width", line.width);
            text += line.dash == Dash::dashed ? " stroke-dasharray=\"7 4\"" : "";
            text += " transform=\"translate(0 ";
            append_pixels(text, line.y - port_.box.top);
            text += ")\" d=\"M0 0H";
            append_pixels(text, width(port_.box));
            text += "\"/>\n";
        }
        return text + "</g>\n";
    }

    /// The labels of the lines, as placed among the buffers of the whole plan. They may stand above the containers.
    std::string line_labels() {
        std::string text = "<g id=\"line-labels\">\n";
        for (const ReferenceLine& line : lines_) {
            if (line.label.empty()) {
                text += "<text></text>\n";  // the script counts them as it counts the lines
                continue;
            }
            DrawnText label{{line.ground.left + 4, middle(line.ground).y},
                            line.label,
                            report_line_style,
                            line.color,
                            DrawnText::Align::left,
                            false};
            append_svg_text(text, label, color_of(line),
                            ThemedColor{palette(Theme::light).plot, palette(Theme::dark).plot}, colors_);
        }
        return text + "</g>\n";
    }

    /// The colour of a line in both themes. Lines were made for the light one.
    [[nodiscard]] static ThemedColor color_of(const ReferenceLine& line) {
        const Palette& light = palette(Theme::light);
        const Palette& dark = palette(Theme::dark);
        for (Color Palette::*const meaning :
             {&Palette::accent, &Palette::ink, &Palette::good, &Palette::warning, &Palette::bad, &Palette::dim}) {
            if (light.*meaning == line.color) {
                return {line.color, dark.*meaning};
            }
        }
        return {line.color, line.color};
    }

    std::string region_names() {
        const SvgDrawing drawn = svg_drawing(
            [&](Drawing& drawing, Theme theme) {
                draw_region_strips(drawing, frame_.stack, port_, theme, report_line_style, measure_);
            },
            colors_, hatches_);
        return drawn.texts.empty() && drawn.shapes.empty()
                   ? std::string()
                   : "<svg id=\"strips\" y=\"" + decimal_text(port_.box.top, 2) + "\" height=\"" +
                         decimal_text(height(port_.box), 2) + "\" width=\"" + decimal_text(report_picture_width, 0) +
                         "\"><g class=\"strips\" transform=\"translate(0 " + decimal_text(-port_.box.top, 2) +
                         ")\">\n" + drawn.shapes + "</g><g class=\"names\" transform=\"translate(0 " +
                         decimal_text(-port_.box.top, 2) + ")\">\n" + drawn.texts + "</g></svg>\n";
    }

    /// The legend of the picture, a list of swatches with their names.
    std::vector<std::string> legend_items() {
        const LegendMarks marks = legend_marks(page_, frame_.stack, {});
        const std::vector<LegendEntry> light = legend(frame_.light, frame_.color_by, marks, Theme::light);
        const std::vector<LegendEntry> dark = legend(frame_.dark, frame_.color_by, marks, Theme::dark);
        std::vector<std::string> items;
        for (std::size_t i = 0; i < light.size(); ++i) {
            const auto swatch = [&](Drawing& drawing, Theme theme) {
                LegendEntry entry = theme == Theme::light ? light[i] : dark[i];
                entry.name.clear();
                const LegendRows rows{{{1, 0, 15, 16}}, 16};
                arenascope::draw(drawing, {entry}, rows, 0, axis_style, palette(theme));
            };
            const SvgDrawing drawn = svg_drawing(swatch, colors_, hatches_);
            items.push_back("<svg width=\"16\" height=\"16\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">" +
                            drawn.shapes + drawn.texts + "</svg>" + html_text(light[i].name));
        }
        return items;
    }

    static constexpr TextStyle label_style{11, false};

    const ReportContent& content_;
    const PageContent& page_ = content_.page;
    ThemeColors& colors_;
    MeasureText measure_ = browser_text_measure();
    PictureFrame frame_ = picture_frame(page_, measure_);
    const Viewport& port_ = frame_.containers;
    std::vector<MemoryRectangle> rectangles_ = memory_rectangles(*page_.problem, *page_.layout, frame_.shifts);
    std::vector<ReferenceLine> lines_ = reference_lines(
        frame_.stack, port_,
        {frame_.unit, Theme::light, report_line_style, measure_, rectangles_, frame_.headroom, page_.tone});
    Canvas canvas_ = Canvas(port_, 1);
    /// Of the overlaps, if they are few and all are known.
    std::vector<MemoryRectangle> pairs_ =
        page_.overlap_count <= few_overlaps && page_.overlaps.size() == page_.overlap_count
            ? overlap_rectangles(*page_.layout, page_.overlaps, frame_.shifts)
            : std::vector<MemoryRectangle>();
    std::vector<OverlapNumber> overlap_numbers_ = overlap_numbers({pairs_, pairs_}, canvas_, label_style, measure_);
    std::vector<CarrierName> carrier_names_ = names_beside(frame_.light);
    HatchTable hatches_;
    std::string left_out_;  ///< what the picture lacks for its size, as words; empty: nothing
};

constexpr TextStyle number_style{12, true};
constexpr double inset_of_mark = 9;  ///< pixels between a corner and the middle of a number
constexpr double half = 8;           ///< of the ground of a number

class MarkPlaces {
public:
    MarkPlaces(std::span<const MemoryRectangle> rectangles, IndexedSpan<RegionIndex, const std::int64_t> shifts,
               const Viewport& viewport)
        : rectangles_(rectangles), shifts_(shifts), viewport_(viewport) {}

    [[nodiscard]] std::optional<Point> operator()(BufferIndex buffer) const {
        const auto pieces = rectangles_of_buffer(rectangles_, buffer);
        return pieces.empty() ? std::nullopt
                              : std::optional(Point{across_(pieces.front().begin) + inset_of_mark,
                                                    up_(pieces.front().to) + inset_of_mark});
    }
    [[nodiscard]] std::optional<Point> operator()(const BytePlace& place) const {
        const std::int64_t shift = shifts_[place.region];
        const auto byte = shift == not_shown ? std::nullopt : checked_add(shift, place.byte.value());
        return byte ? std::optional(Point{across_(place.step.value()), up_(*byte)}) : std::nullopt;
    }
    [[nodiscard]] std::optional<Point> operator()(Step step) const {
        return Point{across_(step.value()), viewport_.box.bottom - inset_of_mark};
    }

private:
    std::span<const MemoryRectangle> rectangles_;
    IndexedSpan<RegionIndex, const std::int64_t> shifts_;
    const Viewport& viewport_;
    PixelScale across_ = step_scale(viewport_);
    PixelScale up_ = byte_scale(viewport_);
};

/// Of more, the names of steps would take more room than the buffers.
constexpr std::size_t most_step_names = 2'000;
constexpr std::size_t most_bytes_of_names = 100'000;

bool are_few(const std::vector<StepLabel>& labels) {
    std::size_t bytes = 0;
    for (const StepLabel& label : labels) {
        bytes += label.text.size();
    }
    return labels.size() <= most_step_names && bytes <= most_bytes_of_names;
}

void append_box(std::string& out, const Box& box) {
    out += "[";
    for (const double side : {box.left, box.top, box.right, box.bottom}) {
        out += (out.back() == '[' ? "" : ", ") + decimal_text(side, 2);
    }
    out += "]";
}

/// Numbers of the script are floats. Steps count from the first one, so that they stay exact there.
void append_stretch(std::string& out, long double from, long double to) {
    out += "[" + precise_text(static_cast<double>(from)) + ", " + precise_text(static_cast<double>(to)) + "]";
}

}  // namespace

Expected<ReportPicture> report_picture(const ReportContent& content, ThemeColors& colors) {
    return PictureWriter(content, colors).write();
}

void draw_note_marks(Drawing& drawing, std::span<const PinnedNote> notes, std::span<const MemoryRectangle> rectangles,
                     IndexedSpan<RegionIndex, const std::int64_t> shifts, const Viewport& viewport,
                     const Palette& tokens) {
    constexpr std::size_t most = 500;
    const MarkPlaces place(rectangles, shifts, viewport);
    for (std::size_t i = 0; i < std::min(notes.size(), most); ++i) {
        if (const auto at = std::visit(place, notes[i].anchor)) {
            drawing.add(filled({at->x - half, at->y - half, at->x + half, at->y + half}, tokens.plot));
            drawing.add(DrawnText{*at, std::to_string(i + 1), number_style, tokens.accent, DrawnText::Align::center});
        }
    }
}

std::string axes_json(const Problem& problem, const PictureFrame& frame, const std::vector<ReferenceLine>& lines) {
    std::string text;
    MemberWriter members(text);
    const Viewport& port = frame.containers;
    append_box(members.name("box"), port.box);
    append_box(members.name("live"), frame.live.box);
    members.text("first", std::to_string(frame.first_step));
    append_stretch(members.name("steps"), port.view.steps.from - static_cast<long double>(frame.first_step),
                   port.view.steps.to - static_cast<long double>(frame.first_step));
    append_stretch(members.name("bytes"), port.view.bytes.from, port.view.bytes.to);
    members.text("unit", name_of(frame.unit));
    members.flag("bands", shows_bands(frame.stack));
    members.row("containers", frame.stack, [&](const Container& container) {
        MemberWriter one(text);
        one.number("shift", container.shift);
        one.number("lowest", container.lowest);
        one.number("highest", container.highest);
        one.flag("folded", container.is_folded);
        one.close();
    });
    members.row("lines", lines, [&](const ReferenceLine& line) {
        MemberWriter one(text);
        one.number("at", std::llround(byte_at(port, line.y)));
        one.close();
    });
    members.row("names", are_few(problem.step_labels) ? problem.step_labels : std::vector<StepLabel>(),
                [&](const StepLabel& label) {
                    MemberWriter one(text);
                    one.number("step", checked_subtract(label.step.value(), frame.first_step));
                    one.text("text", report_name(label.text));
                    one.close();
                });
    members.close();
    return text;
}

}  // namespace arenascope
