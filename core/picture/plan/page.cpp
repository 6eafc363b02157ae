#include "core/picture/plan/page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/short_names.h"
#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/candidate_marks.h"
#include "core/picture/plan/carrier_names.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/free_area_box.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/label_rows.h"
#include "core/picture/plan/legend.h"
#include "core/picture/plan/live_curve.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/note_marks.h"
#include "core/picture/plan/out_of_memory_mark.h"
#include "core/picture/plan/page_caption.h"
#include "core/picture/plan/peak_carriers.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/plan/region_strip.h"
#include "core/picture/plan/step_names.h"
#include "core/picture/plan/takeover_arrow.h"
#include "core/picture/plan/time_axis.h"

namespace arenascope {
namespace {

constexpr TextStyle title_style{20, true};
constexpr TextStyle verdict_style{14, true};
constexpr TextStyle figure_style{13, false};
constexpr TextStyle caption_style{12, false};
constexpr TextStyle line_style{12, true};
constexpr double page_margin = 24;
constexpr double ticks_apart = 64;  ///< least distance between two offset ticks, in pixels
constexpr int most_ticks = 12;
constexpr double live_share = 0.16;  ///< of the height of the plots, for the live-size curve
constexpr double plots_gap = 14;
constexpr double least_plots = 80;  ///< least height in pixels; parts above are left out for it
constexpr std::size_t verdict_lines = 2;
constexpr std::size_t caption_lines = 3;
constexpr double notes_share = 0.3;  ///< of the height that is left, for a list

/// Lays out a page from top to bottom.
class PageComposer {
public:
    PageComposer(const PageContent& content, const PageFormat& format, const MeasureText& measure,
                 const IsOutdated& is_outdated)
        : content_(content), format_(format), measure_(measure), is_outdated_(is_outdated) {
        count_placed(colors_, *content.layout);
        drawing_.width = std::max(format.width, least_page_width);
        drawing_.height = std::max(format.height, least_page_height);
        // These are figures of the whole plan, even if only a part is shown.
        peak_ = peak(*content.problem, *content.layout);
        threshold_ = profiles_->deciding().threshold;
        if (const Container* core = live_core(); core != nullptr && has_several_memories() && !reserved_) {
            fragmentation_ = external_fragmentation(*content.problem, *content.layout, core->region);
        }
        const Bytes most = std::max({peak_ - Offset(0), threshold_, reserved_ ? highest_amount(*reserved_) : Bytes(0)});
        unit_ = content.unit.value_or(unit_for(most));
    }

    Drawing compose() {
        add(filled({0, 0, drawing_.width, drawing_.height}, tokens_.panel));
        draw_title();
        if (!content_.verdict.empty()) {
            add_where_room([this] { draw_verdict(); });
        }
        add_where_room([this] { draw_figures(); });
        if (content_.has_caption) {
            add_where_room([this] { draw_caption(); });
        }
        add_where_room([this] { list_notes(); });
        add_where_room([this] { draw_rows(); });
        y_ += 10;
        if (content_.has_legend) {
            add_where_room([this] { draw_legend(); });
        }
        place_plots();
        draw_containers();
        draw_live();
        return std::move(drawing_);
    }

private:
    void add(Primitive primitive) { drawing_.add(std::move(primitive)); }

    void write(double x, double y, std::string text, TextStyle style, Color color,
               DrawnText::Align align = DrawnText::Align::left, bool upwards = false) {
        add(DrawnText{{x, y}, std::move(text), style, color, align, upwards});
    }

    [[nodiscard]] double room() const { return drawing_.width - 2 * page_margin; }

    /// The lowest pixel of the plots; the time axis is below it.
    [[nodiscard]] double plots_bottom() const {
        return drawing_.height - page_margin - time_axis_height(*content_.problem);
    }

    /// Draws a part and moves `y_` below it. If the page is too low for it, the part is left out.
    template <class Draw>
    void add_where_room(Draw&& draw_part) {
        const std::size_t before = drawing_.primitives.size();
        const double y = y_;
        draw_part();
        if (plots_bottom() - y_ < least_plots) {
            while (drawing_.primitives.size() > before) {
                drawing_.primitives.pop_back();
            }
            y_ = y;
        }
    }

    void draw_title() {
        y_ = page_margin + title_style.size / 2;
        write(page_margin, y_, elided(content_.title, room(), title_style, measure_), title_style, tokens_.ink);
        y_ += title_style.size / 2 + 8;
    }

    void draw_verdict() {
        for (const std::string& line : wrapped(content_.verdict, room(), verdict_lines, verdict_style, measure_)) {
            y_ += line_height(verdict_style);
            write(page_margin, y_ - verdict_style.size / 2, line, verdict_style,
                  arenascope::color_of(tokens_, content_.tone));
        }
        y_ += 4;
    }

    void draw_caption() {
        PageContent told = content_;
        told.verdict.clear();  // it stands below the title
        const std::string text = page_caption(told, names_of_buffers_, stack_, unit_);
        for (const std::string& line : wrapped(text, room(), caption_lines, caption_style, measure_)) {
            y_ += line_height(caption_style);
            write(page_margin, y_ - caption_style.size / 2, line, caption_style, tokens_.dim);
        }
    }

    [[nodiscard]] std::size_t most_listed_lines() const {
        return static_cast<std::size_t>(
            std::max(0.0, (plots_bottom() - y_) * notes_share / line_height(caption_style)));
    }

    void list_notes() {
        y_ += content_.pinned_notes.empty() ? 0 : 2;
        for (const std::string& line : listed_notes(content_.pinned_notes, *content_.problem, room(),
                                                    most_listed_lines(), caption_style, measure_)) {
            y_ += line_height(caption_style);
            write(page_margin, y_ - caption_style.size / 2, line, caption_style, tokens_.ink);
        }
    }

    void draw_rows() {
        y_ = draw_table(drawing_, content_.table, page_margin, drawing_.width - page_margin, y_, most_listed_lines(),
                        caption_style, tokens_, measure_);
    }

    /// Draws the figures in a line. If there is not enough space, they continue on the next line.
    void draw_figures() {
        double x = page_margin;
        y_ += line_height(figure_style) / 2 + 2;
        for (const PageFigure& figure : figures()) {
            const TextStyle bold{figure_style.size, true};
            const double name_width = measure_(figure.name + " ", figure_style);
            const double whole = name_width + measure_(figure.value, bold) + 22;
            if (x > page_margin && x + whole > drawing_.width - page_margin) {
                x = page_margin;
                y_ += line_height(figure_style);
            }
            write(x, y_, figure.name, figure_style, tokens_.dim);
            write(x + name_width, y_, figure.value, bold, color_of(figure.tone));
            x += whole;
        }
        y_ += line_height(figure_style) / 2;
    }

    [[nodiscard]] std::vector<PageFigure> figures() const {
        return content_.figures.empty() ? page_figures(*content_.problem, *content_.layout, content_.overlap_count,
                                                       unit_, profiles_->thresholds(), content_.tone)
                                        : content_.figures;
    }

    [[nodiscard]] Color color_of(FigureTone tone) const {
        switch (tone) {
            case FigureTone::plain:
                break;
            case FigureTone::threshold:
                return tokens_.accent;
            case FigureTone::good:
                return tokens_.good;
            case FigureTone::worrying:
                return tokens_.risk_text;
            case FigureTone::warning:
                return tokens_.warning;
            case FigureTone::bad:
                return tokens_.bad;
        }
        return tokens_.ink;
    }

    void draw_legend() {
        std::vector<LegendEntry> entries =
            legend(colors_, color_by_, legend_marks(content_, stack_, content_.marks.selected), format_.theme);
        std::ranges::move(legend_of_marks(content_.marks, colors_, format_.theme), std::back_inserter(entries));
        if (fragmentation_ && fragmentation_->largest > Bytes(0)) {
            entries.push_back({.look = FilledBox{{}, tokens_.plot, tokens_.risk_text, 1.5},
                               .name = "free below the highest live tail",
                               .letter_color = tokens_.ink,
                               .is_line = true});
        }
        constexpr double gap_below = 10;
        const FittedLegend fitted =
            fitted_legend(entries, page_margin, drawing_.width - page_margin,
                          plots_bottom() - y_ - gap_below - least_plots, caption_style, measure_);
        arenascope::draw(drawing_, fitted.entries, fitted.rows, y_, caption_style, tokens_);
        y_ += fitted.rows.height + gap_below;
    }

    void place_plots() {
        const View whole = whole_view(*content_.problem, stack_);
        const View view = content_.view ? clamped(*content_.view, whole) : whole;
        double height = std::max(plots_bottom() - y_ - plots_gap, 40.0);
        double widest = 0;
        for (const Tick& tick : offset_ticks(view.bytes, unit_, tick_count(height, ticks_apart, most_ticks))) {
            widest = std::max(widest, measure_(tick.label, axis_style));
        }
        // Whole pixels keep thin lines sharp, and all media round in the same way.
        const double left = std::ceil(page_margin + line_height(axis_style) + widest + axis_tick_length + 6);
        const double headroom =
            stack_.size() == 1 ? std::ceil(label_headroom(height * (1 - live_share), line_style)) : 0;
        const double top = std::ceil(y_) + headroom;
        height -= headroom;
        const double right = std::max(
            std::floor(drawing_.width - page_margin - region_strip_width(stack_, line_style, measure_)), left + 1);
        names_height_ = place_names(view.steps, left, right, height);
        height -= names_height_;
        const double live_height = std::floor(height * live_share);
        container_port_ = {view, {left, top, right, std::floor(top + height - live_height)}};
        const double live_top = container_port_.box.bottom + plots_gap;
        const Container* core = live_core();
        const Container* limited = limited_memory(core, stack_);
        const Bytes live = reserved_ ? highest_amount(*reserved_)
                                     : std::max({core != nullptr ? core->threshold : threshold_,
                                                 limited != nullptr ? *limited->capacity : Bytes(1),
                                                 fragmentation_ ? fragmentation_->largest : Bytes(1)});
        const double above = has_several_memories() || reserved_ ? live_legend_height(live_height, line_style) : 0;
        live_port_ = {{view.steps, {0, live_axis_end(live, live_height, above)}},
                      {left, live_top, right, live_top + live_height}};
        for (StepName& name : names_) {
            name.ground = {name.ground.left, name.ground.top + live_port_.box.bottom, name.ground.right,
                           name.ground.bottom + live_port_.box.bottom};
        }
    }

    /// Places the names of the steps in a strip that begins at 0. Returns its height; 0 if the plots would become too
    /// low.
    double place_names(Stretch steps, double left, double right, double plots) {
        const auto& labels = content_.problem->step_labels;
        const double most = std::floor(names_height(longest_name(labels, step_name_style, measure_), drawing_.height));
        if (plots - most < least_plots) {
            return 0;
        }
        names_ =
            step_names(*content_.problem, {{steps, {0, 1}}, {left, 0, right, most}}, {}, step_name_style, measure_);
        double height = 0;
        for (const StepName& name : names_) {
            height = std::max(height, std::ceil(name.ground.bottom + axis_tick_length));
        }
        return height;
    }

    void draw_frame(const Viewport& port) { add(filled(port.box, tokens_.plot)); }
    void draw_edge(const Viewport& port) { add(outlined(inset(port.box, -1), tokens_.line)); }

    void draw_containers() {
        const Viewport& port = container_port_;
        draw_frame(port);
        draw_region_grounds(drawing_, stack_, port, format_.theme);
        const ContainerTicks axis = stack_ticks(stack_, port, unit_, ticks_apart, most_ticks);
        draw_offset_ticks(drawing_, axis.ticks, axis.positions, port, tokens_);
        draw_band_grounds(drawing_, stack_, port, format_.theme);
        const std::string heights = shows_bands(stack_) ? "segments stacked by address, " : "offset, ";
        draw_offset_title(drawing_, heights + (unit_ == Unit::hexadecimal ? "bytes (hex)" : name_of(unit_)),
                          page_margin + axis_style.size / 2, port, tokens_);
        const std::vector<MemoryRectangle> rectangles = memory_rectangles(*content_.problem, *content_.layout, shifts_);
        const double headroom = stack_.size() == 1 ? label_headroom(height(port.box), line_style) : 0;
        const std::vector<ReferenceLine> lines = reference_lines(
            stack_, port, {unit_, format_.theme, line_style, measure_, rectangles, headroom, content_.tone});
        note_flags_ =
            note_marks(content_.pinned_notes, *content_.problem, *content_.layout, stack_, port, label_grounds(lines));
        const std::vector<TakeoverArrow> arrows =
            takeover_arrows(*content_.problem, *content_.layout, shifts_, port, content_.marks.selected);
        draw_below(drawing_, arrows, port, tokens_);
        draw_rectangles(rectangles, lines);
        arenascope::draw(drawing_,
                         transfer_ties(*content_.problem, *content_.layout, shifts_, port, content_.marks.selected),
                         port, tokens_);
        draw_above(drawing_, arrows, port, tokens_);
        draw_folded_strips(drawing_, stack_, port, unit_, format_.theme, axis_style, measure_);
        draw_region_strips(drawing_, stack_, port, format_.theme, line_style, measure_);
        arenascope::draw(drawing_, lines, port, format_.theme, line_style);
        if (content_.placement_step) {
            draw_candidates(drawing_, *content_.placement_step, *content_.problem, stack_, port, format_.theme,
                            caption_style, measure_);
        }
        arenascope::draw(
            drawing_, out_of_memory_marks(*content_.problem, port, unit_, line_style, measure_, label_grounds(lines)),
            port, tokens_, line_style);
        draw_time_range(drawing_, content_.marks.time_range, port, tokens_);
        draw_time_cursor(drawing_, content_.marks.time_cursor, port, tokens_);
        draw_area_taken(lines);
        arenascope::draw(drawing_, note_flags_, std::nullopt, tokens_);
        draw_edge(port);
    }

    /// Outlines the free area in which the shown step placed a buffer.
    void draw_area_taken(const std::vector<ReferenceLine>& lines) {
        const PageMarks& marks = content_.marks;
        if (!marks.placed) {
            return;
        }
        const auto labels = label_grounds(lines);
        if (const auto taken =
                taken_area_box(*content_.problem, *content_.layout, stack_, *marks.placed, marks.placed_words,
                               container_port_, {unit_, line_style, measure_, labels})) {
            draw_taken(drawing_, *taken, tokens_, line_style);
        }
    }

    void draw_rectangles(const std::vector<MemoryRectangle>& rectangles, const std::vector<ReferenceLine>& lines) {
        const std::vector<MemoryRectangle> pairs = overlap_rectangles(*content_.layout, content_.overlaps, shifts_);
        const std::vector<MemoryRectangle> shared = overlap_rectangles(content_.overlap_areas, shifts_);
        const std::vector<MemoryRectangle> selected = rectangles_of(rectangles, content_.marks.selected);
        const SharingFrames frames = sharing_frames(*content_.layout, rectangles);
        std::vector<Box> keep_clear = boxes_of(lines, container_port_);
        std::ranges::transform(note_flags_, std::back_inserter(keep_clear), &NoteMark::flag);
        const std::vector<MemoryRectangle> moved =
            moved_rectangles(content_.moves, *content_.problem, *content_.layout, shifts_);
        const std::vector<MemoryRectangle> group = group_rectangles(content_.group, *content_.layout, rectangles);
        const std::vector<MemoryRectangle> former =
            former_rectangles(content_.moves, *content_.problem, *content_.layout, shifts_, content_.marks.selected);
        std::vector<Box> clear_of_bands = keep_clear;
        if (!content_.layout->objects.empty()) {
            std::ranges::copy(culprit_boxes(stack_, rectangles, container_port_), std::back_inserter(clear_of_bands));
        }
        Scene scene;
        const std::vector<ObjectBand> bands =
            object_bands(*content_.layout, shifts_, container_port_, unit_, scene.label_style, measure_, clear_of_bands,
                         content_.object_numbers);
        scene.bands = bands;
        scene.problem = content_.problem;
        scene.rectangles = rectangles;
        scene.coloring = &colors_;
        scene.dimmed = dimmed_buffers(content_.marks);
        scene.selected = selected;
        scene.overlaps = {pairs, shared};
        scene.are_overlaps_numbered = true;
        scene.frames = frames.lines;
        scene.bare = frames.bare;
        scene.group = group;
        scene.moved = moved;
        scene.former = former;
        scene.keep_clear = keep_clear;
        scene.viewport = container_port_;
        scene.unit = unit_;
        scene.theme = format_.theme;
        scene.medium = format_.medium;
        scene.scale = format_.scale;
        scene.measure = &measure_;
        scene.names = &names_of_buffers_;
        const SceneGround ground = ground_of(scene, is_outdated_);
        is_image_ = format_.medium == Medium::shapes && !ground.has_shapes;
        const std::vector<CarrierName> names =
            carrier_names(scene, ground, peak_carriers(*content_.problem, *content_.layout, stack_, shifts_));
        scene.carrier_names = names;
        arenascope::draw(drawing_, scene, ground);
        if (content_.free_areas_at) {
            std::vector<Box> labels = label_grounds(lines);
            std::ranges::transform(names, std::back_inserter(labels), &CarrierName::ground);
            const auto areas = free_area_boxes(*content_.problem, *content_.layout, stack_, *content_.free_areas_at,
                                               container_port_, {unit_, line_style, measure_, labels});
            arenascope::draw(drawing_, areas, tokens_, line_style);
        }
    }

    [[nodiscard]] bool has_several_memories() const { return content_.problem->regions.size() > 1; }

    /// The memory whose live size is shown; null: all memories.
    [[nodiscard]] const Container* live_core() const {
        if (stack_.size() == 1) {
            return &stack_.front();
        }
        return content_.live_core ? container_of(stack_, *content_.live_core) : nullptr;
    }

    void draw_live() {
        const Viewport& port = live_port_;
        draw_frame(port);
        const std::vector<Tick> ticks = offset_ticks(port.view.bytes, unit_, 3);
        std::vector<std::int64_t> positions;
        std::transform(ticks.begin(), ticks.end(), std::back_inserter(positions),
                       [](const Tick& tick) { return tick.value; });
        draw_offset_ticks(drawing_, ticks, positions, port, tokens_);
        add(ClipBegin{port.box});
        if (reserved_) {
            arenascope::draw(drawing_, *reserved_, port, tokens_);
        } else {
            draw_live_curves(port);
        }
        draw_out_of_memory_lines(drawing_, *content_.problem, port, tokens_);
        draw_time_range(drawing_, content_.marks.time_range, port, tokens_);
        draw_time_cursor(drawing_, content_.marks.time_cursor, port, tokens_);
        add(ClipEnd{});
        if (reserved_) {
            arenascope::draw(drawing_, reserved_legend(*reserved_, port, unit_, format_.theme, line_style, measure_),
                             line_style, format_.theme);
        } else {
            name_live(port);
        }
        draw_edge(port);
        draw_steps(port);
    }

    void draw_live_curves(const Viewport& port) {
        const Container* core = live_core();
        const Container* limited = limited_memory(core, stack_);
        for (const Container& container : stack_) {
            if (core != nullptr && core != &container) {
                continue;
            }
            std::vector<Point> curve = live_curve(*container.profile, port, container.levels.get());
            if (core != nullptr && format_.medium == Medium::pixels) {
                for (const Box& box : boxes_under(curve, port)) {
                    add(filled(box, tokens_.live_fill));
                }
            } else if (core != nullptr) {
                add(Path{live_area(*container.profile, port, container.levels.get()), tokens_.live_fill, {}});
            }
            if (&container == limited) {
                draw_live_capacity(drawing_, curve, *limited->capacity, port, tokens_);
            }
            add(Path{std::move(curve), {}, tokens_.accent, 1.25});
        }
        const double y = byte_scale(port)(core != nullptr ? core->threshold.value() : threshold_.value());
        add(level_line(port.box, y, tokens_.accent, 1.5, Dash::dashed));
        if (fragmentation_) {
            add(Path{live_curve(fragmentation_->steps, fragmentation_->free, port), {}, tokens_.risk_text, 1.25});
        }
    }

    void name_live(const Viewport& port) {
        const Container* core = live_core();
        const double y = byte_scale(port)(core != nullptr ? core->threshold.value() : threshold_.value());
        const std::string of = !has_several_memories() ? "" : core != nullptr ? " of " + core->name : " of each memory";
        const std::string name = "live size" + of + ", " + name_of(unit_) +
                                 limit_words(limited_memory(core, stack_), !has_several_memories());
        const double text_width = measure_(name, line_style) + 8;
        const double right = port.box.right - 4;
        const double above = has_several_memories() ? live_legend_height(height(port.box), line_style) : 0;
        const Box ground = above > 0 ? Box{right - text_width, port.box.top + 2, right, port.box.top + above - 2}
                                     : ground_beside_curves(port, text_width, y);
        add(filled(ground, tokens_.plot));
        write(ground.right - 4, middle(ground).y, name, line_style, tokens_.ink, DrawnText::Align::right);
    }

    /// The place of a text at the right of the live size. It is above the base line, or below the threshold at `top` if
    /// a curve runs there and leaves space above.
    [[nodiscard]] Box ground_beside_curves(const Viewport& port, double text_width, double top) const {
        const double right = port.box.right - 4;
        const double left = right - text_width;
        const double line = line_height(line_style);
        const Box low{left, port.box.bottom - line - 4, right, port.box.bottom - 4};
        const Box high{left, top + 4, right, top + 4 + line};
        const auto is_free = [&](const Box& ground) {
            return std::all_of(stack_.begin(), stack_.end(), [&](const Container& container) {
                const std::vector<Point> curve = live_curve(*container.profile, port, container.levels.get());
                for (std::size_t i = 1; i < curve.size(); ++i) {
                    const auto [upper, lower] = std::minmax(curve[i - 1].y, curve[i].y);
                    if (curve[i].x > ground.left && curve[i - 1].x < ground.right && lower > ground.top &&
                        upper < ground.bottom) {
                        return false;
                    }
                }
                return true;
            });
        };
        return !is_free(low) && is_free(high) ? high : low;
    }

    void draw_steps(const Viewport& port) {
        // The names are next to their operators, the numbers below them.
        arenascope::draw(drawing_, names_, {}, step_name_style, tokens_);
        const double axis = port.box.bottom + names_height_;
        if (!names_.empty()) {
            add(level_line(port.box, axis, tokens_.line));
        }
        const double bottom = draw_time_axis(drawing_, *content_.problem, axis, port, tokens_, measure_);
        if (is_image_) {
            const std::string text = "all rectangles are an image";
            const double title = measure_(time_axis_title(*content_.problem), axis_style);
            const double half = (width(port.box) - title) / 2 - 16;
            write(port.box.right, bottom, elided(text, half, axis_style, measure_), axis_style, tokens_.dim,
                  DrawnText::Align::right);
        }
    }

    const PageContent& content_;
    const PageFormat& format_;
    const MeasureText& measure_;
    const IsOutdated& is_outdated_;
    const Palette& tokens_ = palette(format_.theme);
    std::shared_ptr<const PlanProfiles> profiles_ =
        std::make_shared<const PlanProfiles>(*content_.problem, *content_.layout);
    std::vector<Container> stack_ = containers(*content_.problem, *content_.layout, content_.containers, profiles_);
    std::vector<std::int64_t> shifts_ = shifts(*content_.problem, stack_);
    ShortNames names_of_buffers_ = short_names(*content_.problem);
    ColorBy color_by_ = shown_color_by(*content_.problem, content_.color_by);
    Coloring colors_ = coloring(*content_.problem, content_.risks, color_by_, format_.theme);
    std::optional<ReservedArea> reserved_ = reserved_area(*content_.problem);  ///< of a recorded allocator
    Drawing drawing_;
    Offset peak_;
    Bytes threshold_;
    std::optional<FragmentationProfile> fragmentation_;  ///< of the memory whose live size is shown
    Unit unit_ = Unit::kibibytes;
    double y_ = 0;
    Viewport container_port_;
    Viewport live_port_;
    std::vector<StepName> names_;
    double names_height_ = 0;
    bool is_image_ = false;  ///< the rectangles would need too many shapes
    std::vector<NoteMark> note_flags_;
};

}  // namespace

Drawing compose_page(const PageContent& content, const PageFormat& format, const MeasureText& measure,
                     const IsOutdated& is_outdated) {
    return PageComposer(content, format, measure, is_outdated).compose();
}

}  // namespace arenascope
