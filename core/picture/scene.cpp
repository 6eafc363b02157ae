#include "core/picture/scene.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/picture/label.h"
#include "core/picture/pixel_grid.h"

namespace arenascope {
namespace {

/// Bounds that keep a picture of millions of overlapping rectangles finite; only such a broken layout meets them.
constexpr std::size_t most_labels = 4000;
constexpr std::size_t most_kept_clear = 200;
constexpr std::size_t most_shapes = 60000;

/// Of the view's width, for each line of a frame: where there is less, frames are drawn thin.
constexpr double least_frame_pixels = 4;

constexpr std::size_t few_moved = 40;
constexpr double least_moved_pixels = 6;

/// The pixels that a scene is drawn on.
struct Canvas {
    explicit Canvas(const Scene& scene)
        : scale(std::max<std::int32_t>(scene.scale, 1)),
          columns(std::max<std::int32_t>(static_cast<std::int32_t>(std::lround(width(scene.viewport.box) * scale)), 1)),
          rows(std::max<std::int32_t>(static_cast<std::int32_t>(std::lround(height(scene.viewport.box) * scale)), 1)),
          cells_of(scene.viewport.view, columns, rows) {}

    std::int32_t scale;
    std::int32_t columns;
    std::int32_t rows;
    CellMapper cells_of;
};

bool is_put_aside(const Scene& scene, const MemoryRectangle& rectangle) {
    const std::uint32_t buffer = rectangle.buffer.value();
    return buffer < scene.dimmed.size() && scene.dimmed[buffer] != 0;
}

std::uint8_t style_of(const Scene& scene, const MemoryRectangle& rectangle) {
    const std::uint8_t own = scene.coloring->class_of[rectangle.buffer.value()];
    return is_put_aside(scene, rectangle) ? scene.coloring->classes[own].put_aside : own;
}

class SceneDrawer {
public:
    SceneDrawer(Drawing& drawing, const Scene& scene, const SceneGround& ground)
        : drawing_(drawing),
          scene_(scene),
          ground_(ground),
          tokens_(palette(scene.theme)),
          canvas_(scene),
          across_(step_scale(scene.viewport)),
          up_(byte_scale(scene.viewport)) {}

    void draw() {
        drawing_.primitives.push_back(ClipBegin{scene_.viewport.box});
        draw_grounds(drawing_, scene_.bands, tokens_);
        if (scene_.medium == Medium::pixels) {
            draw_pixels();
        } else {
            draw_shapes();
        }
        draw_labels();
        arenascope::draw(drawing_, scene_.bands, tokens_, scene_.label_style);
        draw_frames();
        draw_moved();
        draw_outlines(scene_.selected, tokens_.accent, 2.5);
        drawing_.primitives.push_back(ClipEnd{});
    }

private:
    void draw_pixels() {
        PixelGrid result = ground_.pixels;
        mark_overlaps(result);
        drawing_.primitives.emplace_back(std::make_shared<const PixelGrid>(std::move(result)));
    }

    void mark_overlaps(PixelGrid& result) const {
        if (scene_.overlaps.empty()) {
            return;
        }
        Raster marks(canvas_.columns, canvas_.rows);
        for (const MemoryRectangle& overlap : scene_.overlaps) {
            const CellRange cells = widened(canvas_.cells_of(overlap));
            marks.add(cells, 0);
            add_outline(marks, cells, canvas_.scale, 1);
        }
        const std::vector<std::uint8_t> codes = marks.codes();
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (codes[i] != 0) {
                result.codes[i] |= codes[i] == 1 ? conflict_inside : conflict_edge;
            }
        }
    }

    /// An overlap of a single pixel would not be seen: it is drawn a little larger.
    [[nodiscard]] CellRange widened(CellRange cells) const {
        if (is_empty(cells)) {
            return cells;
        }
        const auto least = static_cast<std::int32_t>(least_outline_pixels) * canvas_.scale;
        const std::int32_t across = std::max(0, least - (cells.right - cells.left));
        const std::int32_t up = std::max(0, least - (cells.bottom - cells.top));
        return {std::max(0, cells.left - across / 2), std::max(0, cells.top - up / 2),
                std::min(canvas_.columns, cells.right + (across + 1) / 2),
                std::min(canvas_.rows, cells.bottom + (up + 1) / 2)};
    }

    [[nodiscard]] Box exact_box(const MemoryRectangle& rectangle) const {
        return {across_(rectangle.begin), up_(rectangle.to), across_(rectangle.end), up_(rectangle.from)};
    }

    /// The part in view, a little beyond it so that edges outside stay outside.
    [[nodiscard]] Box near_box(const MemoryRectangle& rectangle, double least) const {
        Box box = exact_box(rectangle);
        const Box& view = scene_.viewport.box;
        const double across = std::max(0.0, least - width(box)) / 2;
        const double up = std::max(0.0, least - height(box)) / 2;
        box = {box.left - across, box.top - up, box.right + across, box.bottom + up};
        return {std::max(box.left, view.left - 4), std::max(box.top, view.top - 4), std::min(box.right, view.right + 4),
                std::min(box.bottom, view.bottom + 4)};
    }

    [[nodiscard]] Box box_of(const CellRun& run) const {
        const Box& view = scene_.viewport.box;
        const double across = width(view) / canvas_.columns;
        const double up = height(view) / canvas_.rows;
        return {view.left + run.left * across, view.top + run.top * up, view.left + run.right * across,
                view.top + run.bottom * up};
    }

    void draw_shapes() {
        const PixelGrid& small = ground_.pixels;
        std::vector<CellRun> runs = runs_of(small);
        const auto run_style = [](const CellRun& run) { return class_of_code(run.code); };
        std::stable_sort(runs.begin(), runs.end(),
                         [&](const CellRun& a, const CellRun& b) { return run_style(a) < run_style(b); });
        std::vector<SingleRectangle> singles = ground_.singles;
        singles.resize(std::min(singles.size(), most_shapes));
        std::stable_sort(singles.begin(), singles.end(),
                         [](const SingleRectangle& a, const SingleRectangle& b) { return a.style < b.style; });
        auto run = runs.begin();
        auto single = singles.begin();
        for (std::size_t style = 0; style < small.styles.size(); ++style) {
            const RiskStyle& look = small.styles[style];
            for (; run != runs.end() && run_style(*run) == style; ++run) {
                drawing_.primitives.push_back(
                    FilledBox{box_of(*run), color_of(look, CellPart::small), {}, 1, look.pattern, look.mark});
            }
            for (; single != singles.end() && single->style == style; ++single) {
                drawing_.primitives.push_back(
                    FilledBox{near_box(single->rectangle, 0), look.fill, look.edge, 0.75, look.pattern, look.mark});
            }
        }
        for (const MemoryRectangle& overlap : scene_.overlaps) {
            if (!is_empty(canvas_.cells_of(overlap))) {
                drawing_.primitives.push_back(FilledBox{near_box(overlap, least_outline_pixels),
                                                        {},
                                                        tokens_.conflict,
                                                        1,
                                                        Pattern::cross_hatch,
                                                        tokens_.conflict});
            }
        }
    }

    /// Members of a block lie over each other on purpose: each is labelled where it is alone.
    [[nodiscard]] MemoryRectangle room_of(const MemoryRectangle& rectangle) const {
        const auto position = [](const MemoryRectangle& each) { return std::pair(each.buffer, each.begin); };
        const auto found = std::lower_bound(
            scene_.bare.begin(), scene_.bare.end(), rectangle,
            [&](const MemoryRectangle& a, const MemoryRectangle& b) { return position(a) < position(b); });
        if (found == scene_.bare.end() || found->buffer != rectangle.buffer || found->begin >= rectangle.end) {
            return rectangle;
        }
        // While it is on its way from one layout to the next, all its bytes are as good as any.
        const bool lies_there = rectangle.from <= found->from && found->to <= rectangle.to;
        return {found->begin, found->end, lies_there ? found->from : rectangle.from,
                lies_there ? found->to : rectangle.to, rectangle.buffer};
    }

    void draw_labels() {
        if (scene_.measure == nullptr) {
            return;
        }
        const Box& view = scene_.viewport.box;
        std::vector<Box> keep_clear(scene_.keep_clear.begin(), scene_.keep_clear.end());
        for (const ObjectBand& band : scene_.bands) {
            keep_clear.push_back(band.ground);
        }
        const bool may_cover = !scene_.overlaps.empty();
        for (const MemoryRectangle& overlap :
             scene_.overlaps.first(std::min(scene_.overlaps.size(), most_kept_clear))) {
            keep_clear.push_back(exact_box(overlap));
        }
        std::size_t labels = 0;
        for (const SingleRectangle& single : ground_.singles) {
            const Box exact = exact_box(room_of(single.rectangle));
            const Box box{std::max(exact.left, view.left), std::max(exact.top, view.top),
                          std::min(exact.right, view.right), std::min(exact.bottom, view.bottom)};
            if (height(box) < line_height(scene_.label_style) || labels >= most_labels) {
                continue;
            }
            const Buffer& buffer = scene_.problem->buffers[single.rectangle.buffer.value()];
            const auto label = label_in(box, buffer.name, amount_text(buffer.size.value(), size_unit()),
                                        scene_.label_style, *scene_.measure, keep_clear);
            if (!label) {
                continue;
            }
            ++labels;
            if (may_cover) {
                keep_clear.push_back(label->ground);
            }
            draw_label(*label, box, scene_.coloring->classes[single.style].style);
        }
    }

    /// Sizes are read as sizes: hexadecimal is for addresses.
    [[nodiscard]] Unit size_unit() const { return scene_.unit == Unit::hexadecimal ? Unit::bytes : scene_.unit; }

    void draw_label(const Label& label, const Box& box, const RiskStyle& look) {
        if (look.pattern != Pattern::plain) {
            drawing_.primitives.push_back(
                FilledBox{{label.ground.left - 2, label.ground.top, label.ground.right + 2, label.ground.bottom},
                          look.fill,
                          {},
                          1,
                          Pattern::plain,
                          {}});
        }
        if (label.upwards) {
            drawing_.primitives.push_back(DrawnText{middle(label.ground), label.text, scene_.label_style, look.text,
                                                    DrawnText::Align::center, true});
            return;
        }
        const double y = middle(label.ground).y;
        drawing_.primitives.push_back(DrawnText{
            {label.ground.left, y}, label.text, scene_.label_style, look.text, DrawnText::Align::left, false});
        const double letter_room = 3 * scene_.label_style.size;
        const double right = box.right - 4;
        const Box letter{right - scene_.label_style.size, label.ground.top, right + 2, label.ground.bottom};
        const bool free = std::none_of(scene_.keep_clear.begin(), scene_.keep_clear.end(),
                                       [&](const Box& kept) { return intersects(kept, letter); });
        if (look.letter != 0 && free && box.right - label.ground.right > letter_room) {
            if (look.pattern != Pattern::plain) {
                drawing_.primitives.push_back(FilledBox{letter, look.fill, {}, 1, Pattern::plain, {}});
            }
            drawing_.primitives.push_back(DrawnText{{right, y},
                                                    std::string(1, look.letter),
                                                    {scene_.label_style.size, true},
                                                    look.text,
                                                    DrawnText::Align::right,
                                                    false});
        }
    }

    void draw_frames() {
        const Box& view = scene_.viewport.box;
        std::vector<Box> visible;
        for (const FrameLine& line : scene_.frames) {
            const Box box = exact_box({line.begin, line.end, line.from, line.to, {}});
            if (box.right >= view.left && box.left <= view.right && box.bottom >= view.top && box.top <= view.bottom) {
                visible.push_back(box);
            }
        }
        // Where frames stand close they must not darken what they hold.
        const bool crowded = static_cast<double>(visible.size()) > width(view) / least_frame_pixels;
        for (const Box& box : visible) {
            drawing_.primitives.push_back(
                StraightLine{{std::max(box.left, view.left - 4), std::max(box.top, view.top - 4)},
                             {std::min(box.right, view.right + 4), std::min(box.bottom, view.bottom + 4)},
                             crowded ? tokens_.dim : tokens_.ink,
                             crowded ? 0.75 : 1.5,
                             Dash::solid});
        }
    }

    void draw_outlines(std::span<const MemoryRectangle> rectangles, Color color, double line) {
        for (const MemoryRectangle& rectangle : rectangles) {
            if (!is_empty(canvas_.cells_of(rectangle))) {
                drawing_.primitives.push_back(
                    FilledBox{near_box(rectangle, least_outline_pixels), {}, color, line, Pattern::plain, {}});
            }
        }
    }

    /// A few are to be found at once. Where much has moved, outlines in ink would hide the picture: they are paler, and
    /// none is drawn around what has no room for one. What is put aside has none, or it would stand out again.
    void draw_moved() {
        std::vector<MemoryRectangle> moved;
        std::copy_if(scene_.moved.begin(), scene_.moved.end(), std::back_inserter(moved),
                     [this](const MemoryRectangle& rectangle) { return !is_put_aside(scene_, rectangle); });
        const bool few = moved.size() <= few_moved;
        if (!few) {
            const auto has_no_room = [this](const MemoryRectangle& rectangle) {
                const Box box = exact_box(rectangle);
                return width(box) < least_moved_pixels || height(box) < least_moved_pixels;
            };
            moved.erase(std::remove_if(moved.begin(), moved.end(), has_no_room), moved.end());
        }
        draw_outlines(moved, few ? tokens_.ink : tokens_.dim, 1);
    }

    Drawing& drawing_;
    const Scene& scene_;
    const SceneGround& ground_;
    const Palette& tokens_;
    Canvas canvas_;
    PixelScale across_;
    PixelScale up_;
};

}  // namespace

SceneGround ground_of(const Scene& scene) {
    const Canvas canvas(scene);
    const std::int32_t least = least_single_pixels * canvas.scale;
    const bool with_fill = scene.medium == Medium::pixels;
    Raster raster(canvas.columns, canvas.rows);
    SceneGround ground;
    // Singles keep an edge; the rest only fills its pixels.
    for (const MemoryRectangle& rectangle : scene.rectangles) {
        const CellRange cells = canvas.cells_of(rectangle);
        if (is_empty(cells)) {
            continue;
        }
        const std::uint8_t style = style_of(scene, rectangle);
        const bool single = cells.right - cells.left >= least && cells.bottom - cells.top >= least;
        if (single) {
            ground.singles.push_back({rectangle, cells, style});
        }
        if (with_fill || !single || ground.singles.size() > most_shapes) {
            raster.add(cells, layer_of(style, single ? CellPart::inside : CellPart::small));
        }
        ++(single ? ground.figures.singly : ground.figures.too_small);
    }
    if (with_fill) {
        for (const SingleRectangle& single : ground.singles) {
            add_outline(raster, single.cells, canvas.scale, layer_of(single.style, CellPart::edge));
        }
    }
    PixelGrid& pixels = ground.pixels;
    pixels.box = scene.viewport.box;
    pixels.columns = canvas.columns;
    pixels.rows = canvas.rows;
    pixels.conflict = palette(scene.theme).conflict;
    pixels.scale = canvas.scale;
    for (const ColorClass& entry : scene.coloring->classes) {
        pixels.styles.push_back(entry.style);
    }
    pixels.codes = raster.codes();
    return ground;
}

void draw(Drawing& drawing, const Scene& scene, const SceneGround& ground) {
    SceneDrawer(drawing, scene, ground).draw();
}

SceneFigures draw(Drawing& drawing, const Scene& scene) {
    const SceneGround ground = ground_of(scene);
    draw(drawing, scene, ground);
    return ground.figures;
}

}  // namespace arenascope
