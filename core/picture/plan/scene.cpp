#include "core/picture/plan/scene.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/threads/worker_threads.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/pixel_grid.h"

namespace arenascope {
namespace {

/// Limits for broken layouts with millions of overlapping rectangles; others do not reach them.
constexpr std::size_t most_labels = 4000;
constexpr std::size_t most_kept_clear = 200;

/// In pixels of the view's width for each frame line; with less, frames are thin.
constexpr double least_frame_pixels = 4;

bool is_dimmed(const Scene& scene, const MemoryRectangle& rectangle) {
    const std::uint32_t buffer = rectangle.buffer.value();
    return buffer < scene.dimmed.size() && scene.dimmed[buffer] != 0;
}

class SceneDrawer {
public:
    SceneDrawer(Drawing& drawing, const Scene& scene, const SceneGround& ground)
        : drawing_(drawing), scene_(scene), ground_(ground) {}

    void draw() {
        if (scene_.are_overlaps_numbered && scene_.measure != nullptr) {
            numbers_ = overlap_numbers(scene_.overlaps, canvas_, scene_.label_style, *scene_.measure);
        }
        drawing_.add(ClipBegin{scene_.viewport.box});
        draw_grounds(drawing_, scene_.bands, tokens_);
        if (ground_.has_shapes) {
            draw_shapes();
        } else {
            draw_pixels();
        }
        draw_labels();
        arenascope::draw(drawing_, scene_.bands, tokens_, scene_.label_style);
        arenascope::draw(drawing_, scene_.carrier_names, tokens_, scene_.label_style);
        draw_frames();
        draw_group(drawing_, scene_.group, canvas_, tokens_);
        draw_former(drawing_, undimmed(scene_.former), canvas_, tokens_);
        draw_moved(drawing_, scene_.moved, canvas_, tokens_,
                   [this](const MemoryRectangle& rectangle) { return is_dimmed(scene_, rectangle); });
        draw_outlines(scene_.selected, tokens_.accent, 2.5);
        draw_numbers(drawing_, numbers_, scene_.overlaps, scene_.selected, canvas_, scene_.label_style, tokens_);
        drawing_.add(ClipEnd{});
    }

private:
    void draw_pixels() {
        PixelGrid result = ground_.pixels;
        mark_overlaps(result);
        drawing_.add(std::make_shared<const PixelGrid>(std::move(result)));
    }

    void mark_overlaps(PixelGrid& result) const {
        if (scene_.overlaps.areas.empty()) {
            return;
        }
        const std::vector<std::uint8_t> codes = overlap_codes(scene_.overlaps, canvas_);
        for (std::size_t i = 0; i < codes.size(); ++i) {
            result.codes[i] |= codes[i];
        }
    }

    void draw_shapes() {
        const PixelGrid& small = ground_.pixels;
        std::vector<CellRun> runs = runs_of(small);
        const auto run_style = [](const CellRun& run) { return class_of_code(run.code); };
        std::stable_sort(runs.begin(), runs.end(),
                         [&](const CellRun& a, const CellRun& b) { return run_style(a) < run_style(b); });
        std::vector<SingleRectangle> singles = ground_.singles;
        std::stable_sort(singles.begin(), singles.end(),
                         [](const SingleRectangle& a, const SingleRectangle& b) { return a.style < b.style; });
        auto run = runs.begin();
        auto single = singles.begin();
        for (std::size_t style = 0; style < small.styles.size(); ++style) {
            const RiskStyle& look = small.styles[style];
            for (; run != runs.end() && run_style(*run) == style; ++run) {
                drawing_.add(
                    FilledBox{canvas_.box_of(*run), color_of(look, CellPart::small), {}, 1, look.pattern, look.mark});
            }
            for (; single != singles.end() && single->style == style; ++single) {
                drawing_.add(FilledBox{canvas_.near_box(single->rectangle, 0), look.fill, look.edge, 0.75, look.pattern,
                                       look.mark});
            }
        }
        arenascope::draw_shapes(drawing_, scene_.overlaps, canvas_, tokens_.conflict);
    }

    /// The area for the label of a rectangle. Members of a sharing block overlap on purpose, so it is the part that is
    /// not covered.
    [[nodiscard]] MemoryRectangle label_area_of(const MemoryRectangle& rectangle) const {
        const auto position = [](const MemoryRectangle& each) { return std::pair(each.buffer, each.begin); };
        const auto found = std::lower_bound(
            scene_.bare.begin(), scene_.bare.end(), rectangle,
            [&](const MemoryRectangle& a, const MemoryRectangle& b) { return position(a) < position(b); });
        if (found == scene_.bare.end() || found->buffer != rectangle.buffer || found->begin >= rectangle.end) {
            return rectangle;
        }
        // During an animation between two layouts, the whole rectangle is used.
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
        std::ranges::copy(boxes_of(scene_.carrier_names), std::back_inserter(keep_clear));
        std::ranges::transform(numbers_, std::back_inserter(keep_clear), &OverlapNumber::ground);
        for (const ObjectBand& band : scene_.bands) {
            keep_clear.push_back(band.ground);
        }
        const std::span<const MemoryRectangle> pairs = scene_.overlaps.pairs;
        const bool may_cover = !pairs.empty();
        for (const MemoryRectangle& overlap : pairs.first(std::min(pairs.size(), most_kept_clear))) {
            keep_clear.push_back(canvas_.exact_box(overlap));
        }
        std::size_t labels = 0;
        for (const SingleRectangle& single : ground_.singles) {
            const Box exact = canvas_.exact_box(label_area_of(single.rectangle));
            const Box box{std::max(exact.left, view.left), std::max(exact.top, view.top),
                          std::min(exact.right, view.right), std::min(exact.bottom, view.bottom)};
            if (height(box) < line_height(scene_.label_style) || labels >= most_labels ||
                has_name_beside(single.rectangle.buffer)) {
                continue;
            }
            const Buffer& buffer = scene_.problem->buffers[single.rectangle.buffer];
            const std::string_view name = scene_.names != nullptr ? (*scene_.names)(buffer.name) : buffer.name;
            const auto label =
                label_in(box, name, amount_text(buffer.size, size_unit(scene_.unit)), scene_.label_style,
                         *scene_.measure, keep_clear, scene_.names != nullptr ? scene_.names->parts.get() : nullptr);
            if (!label) {
                continue;
            }
            ++labels;
            if (may_cover) {
                keep_clear.push_back(label->ground);
            }
            draw_label(*label, box, ground_.pixels.styles[single.style]);
        }
    }

    [[nodiscard]] bool has_name_beside(BufferIndex buffer) const {
        return std::ranges::find(scene_.carrier_names, buffer, &CarrierName::buffer) != scene_.carrier_names.end();
    }

    void draw_label(const Label& label, const Box& box, const RiskStyle& look) {
        if (look.pattern != Pattern::plain) {
            drawing_.add(filled({label.ground.left - 2, label.ground.top, label.ground.right + 2, label.ground.bottom},
                                look.fill));
        }
        if (label.upwards) {
            drawing_.add(DrawnText{middle(label.ground), label.text, scene_.label_style, look.text,
                                   DrawnText::Align::center, true});
            return;
        }
        const double y = middle(label.ground).y;
        drawing_.add(DrawnText{{label.ground.left, y}, label.text, scene_.label_style, look.text});
        const double letter_room = 3 * scene_.label_style.size;
        const double right = box.right - 4;
        const Box letter{right - scene_.label_style.size, label.ground.top, right + 2, label.ground.bottom};
        const bool free = std::none_of(scene_.keep_clear.begin(), scene_.keep_clear.end(),
                                       [&](const Box& kept) { return intersects(kept, letter); });
        if (look.letter != 0 && free && box.right - label.ground.right > letter_room) {
            if (look.pattern != Pattern::plain) {
                drawing_.add(filled(letter, look.fill));
            }
            drawing_.add(DrawnText{{right, y},
                                   std::string(1, look.letter),
                                   {scene_.label_style.size, true},
                                   look.text,
                                   DrawnText::Align::right});
        }
    }

    void draw_frames() {
        const Box& view = scene_.viewport.box;
        std::vector<Box> visible;
        for (const FrameLine& line : scene_.frames) {
            const Box box = canvas_.exact_box({line.begin, line.end, line.from, line.to, {}});
            if (box.right >= view.left && box.left <= view.right && box.bottom >= view.top && box.top <= view.bottom) {
                visible.push_back(box);
            }
        }
        // Many close frames would darken their content.
        const bool crowded = static_cast<double>(visible.size()) > width(view) / least_frame_pixels;
        for (const Box& box : visible) {
            drawing_.add(StraightLine{{std::max(box.left, view.left - 4), std::max(box.top, view.top - 4)},
                                      {std::min(box.right, view.right + 4), std::min(box.bottom, view.bottom + 4)},
                                      crowded ? tokens_.dim : tokens_.ink,
                                      crowded ? 0.75 : 1.5});
        }
    }

    void draw_outlines(std::span<const MemoryRectangle> rectangles, Color color, double line) {
        for (const MemoryRectangle& rectangle : rectangles) {
            if (!is_empty(canvas_.cells_of(rectangle))) {
                drawing_.add(outlined(canvas_.near_box(rectangle, least_outline_pixels), color, line));
            }
        }
    }

    /// Dimmed buffers have no marks.
    [[nodiscard]] std::vector<MemoryRectangle> undimmed(std::span<const MemoryRectangle> rectangles) const {
        std::vector<MemoryRectangle> kept;
        std::copy_if(rectangles.begin(), rectangles.end(), std::back_inserter(kept),
                     [this](const MemoryRectangle& rectangle) { return !is_dimmed(scene_, rectangle); });
        return kept;
    }

    Drawing& drawing_;
    const Scene& scene_;
    const SceneGround& ground_;
    const Palette& tokens_ = palette(scene_.theme);
    Canvas canvas_ = Canvas(scene_.viewport, scene_.scale);
    std::vector<OverlapNumber> numbers_;
};

/// How many rectangles are drawn between two questions whether they are still wanted.
constexpr std::size_t rectangles_between_questions = 4096;

/// So many rectangles are worth a thread.
constexpr std::size_t least_share = 100'000;

/// A thread that gets less of a processor than others takes fewer shares.
constexpr std::size_t shares_of_thread = 16;

/// The pixels that a cover touches in its column or row. Those of all its rectangles are these, too: they touch each
/// other, and one that is smaller than the tolerance still has a pixel. `last`: of the rectangle that begins last.
CellSpan with_last(CellSpan cover, CellSpan last) {
    return is_empty(cover) || is_empty(last) ? cover : CellSpan{cover.from, std::max(cover.to, last.from + 1)};
}

/// Computes the pixels of the shares of all rectangles that one thread takes.
class GroundShare {
public:
    GroundShare(const Scene& scene, bool has_shapes, const IsOutdated& is_outdated)
        : scene_(scene), has_shapes_(has_shapes), is_outdated_(is_outdated) {}

    void take(const std::vector<std::size_t>& share) {
        scene_.rectangles.visit_share(
            scene_.viewport.view, share, [this](const LevelNode& node) { return add_node(node); },
            [this](const MemoryRectangle& rectangle) { return add_rectangle(rectangle); },
            [this](BufferIndex buffer) { __builtin_prefetch(&scene_.coloring->class_of[buffer]); });
    }
    void add(const GroundShare& other) {
        raster_.add(other.raster_);
        singles_.insert(singles_.end(), other.singles_.begin(), other.singles_.end());
        figures_.singly += other.figures_.singly;
        figures_.too_small += other.figures_.too_small;
    }
    [[nodiscard]] SceneGround ground() && {
        // An index has an order of its own, but labels give way to those before them.
        std::ranges::sort(singles_, [](const SingleRectangle& a, const SingleRectangle& b) {
            return std::pair(a.rectangle.buffer, a.rectangle.begin) < std::pair(b.rectangle.buffer, b.rectangle.begin);
        });
        if (!has_shapes_) {
            for (const SingleRectangle& single : singles_) {
                add_outline(raster_, single.cells, canvas_.scale(), layer_of(single.style, CellPart::edge));
            }
        }
        SceneGround ground;
        ground.has_shapes = has_shapes_;
        ground.singles = std::move(singles_);
        ground.figures = figures_;
        PixelGrid& pixels = ground.pixels;
        pixels.box = scene_.viewport.box;
        pixels.columns = canvas_.columns();
        pixels.rows = canvas_.rows();
        pixels.conflict = palette(scene_.theme).conflict;
        pixels.scale = canvas_.scale();
        for (const ColorClass& entry : scene_.coloring->classes) {
            pixels.styles.push_back(entry.style);
        }
        pixels.codes = std::move(raster_).codes();
        return ground;
    }

private:
    /// Singles have an edge; other rectangles only fill their pixels.
    bool add_rectangle(const MemoryRectangle& rectangle) {
        const bool is_wanted = ++count_ % rectangles_between_questions != 0 || !is_outdated_ || !is_outdated_();
        const CellRange cells = mapper_(rectangle);
        if (is_empty(cells)) {
            return is_wanted;
        }
        const std::uint8_t style = style_of(scene_, rectangle);
        const bool single = cells.right - cells.left >= least_ && cells.bottom - cells.top >= least_;
        if (single) {
            singles_.push_back({rectangle, cells, style});
        }
        if (!has_shapes_ || !single) {
            raster_.add(cells, layer_of(style, single ? CellPart::inside : CellPart::small));
        }
        ++(single ? figures_.singly : figures_.too_small);
        return is_wanted;
    }

    /// Draws the rectangles of a node from its covers, if all of them are in a single column or row: then none is drawn
    /// singly.
    Visit add_node(const LevelNode& node) {
        const CellSpan columns = mapper_.columns(node.begins.first, node.ends.last);
        const CellSpan rows = mapper_.rows(node.froms.first, node.tos.last);
        if (is_empty(columns) || is_empty(rows)) {
            return Visit::skip;
        }
        if (!ShownRectangles::has_covers(node)) {
            return Visit::descend;
        }
        return node.axis == CoverAxis::bytes ? add_in_column(node, columns) : add_in_row(node, rows);
    }

    Visit add_in_column(const LevelNode& node, CellSpan columns) {
        const CellSpan latest = mapper_.columns(node.begins.last, node.ends.last);
        if (columns.to - columns.from != 1 || is_empty(latest) || latest.from != columns.from ||
            is_empty(mapper_.columns(node.begins.first, node.ends.first))) {
            return Visit::descend;
        }
        scene_.rectangles.for_each_cover(node, [&](const Cover& cover) {
            const CellSpan touched =
                with_last(mapper_.rows(cover.from, cover.to), mapper_.rows(cover.from, cover.edge));
            add_small(columns, touched, cover.style);
        });
        count_small(node, !is_empty(mapper_.rows(node.froms.last, node.tos.first)),
                    [this](const MemoryRectangle& each) { return !is_empty(mapper_.rows(each.from, each.to)); });
        return Visit::skip;
    }

    Visit add_in_row(const LevelNode& node, CellSpan rows) {
        const CellSpan lowest = mapper_.rows(node.froms.first, node.tos.first);
        if (rows.to - rows.from != 1 || is_empty(lowest) || lowest.from != rows.from ||
            is_empty(mapper_.rows(node.froms.last, node.tos.last))) {
            return Visit::descend;
        }
        scene_.rectangles.for_each_cover(node, [&](const Cover& cover) {
            const CellSpan touched =
                with_last(mapper_.columns(cover.from, cover.to), mapper_.columns(cover.edge, cover.to));
            add_small(touched, rows, cover.style);
        });
        count_small(node, !is_empty(mapper_.columns(node.begins.last, node.ends.first)),
                    [this](const MemoryRectangle& each) { return !is_empty(mapper_.columns(each.begin, each.end)); });
        return Visit::skip;
    }

    void add_small(CellSpan columns, CellSpan rows, std::uint8_t style) {
        raster_.add({columns.from, rows.from, columns.to, rows.to}, layer_of(style, CellPart::small));
    }

    void count_small(const LevelNode& node, bool are_all_in_view, const auto& is_in_view) {
        if (are_all_in_view) {
            figures_.too_small += node.last - node.first;
            return;
        }
        scene_.rectangles.for_each_rectangle(node, [&](const MemoryRectangle& each) {
            figures_.too_small += is_in_view(each) ? 1 : 0;
            return true;
        });
    }

    const Scene& scene_;
    bool has_shapes_;
    const IsOutdated& is_outdated_;
    Canvas canvas_ = Canvas(scene_.viewport, scene_.scale);
    CellMapper mapper_ = canvas_.mapper();
    std::int32_t least_ = least_single_pixels * canvas_.scale();
    Raster raster_ = Raster(canvas_.columns(), canvas_.rows());
    std::size_t count_ = 0;
    std::vector<SingleRectangle> singles_;
    SceneFigures figures_;
};

/// Computes the ground with singles either as shapes or as pixels.
SceneGround compute_ground(const Scene& scene, bool has_shapes, const IsOutdated& is_outdated) {
    const std::size_t threads = scene.rectangles.threads_for(least_share);
    const auto shares = scene.rectangles.shares(threads * shares_of_thread);
    std::vector<std::unique_ptr<GroundShare>> grounds(threads);
    std::atomic<std::size_t> next = 0;
    const auto work = [&](std::size_t thread) {
        grounds[thread] = std::make_unique<GroundShare>(scene, has_shapes, is_outdated);
        for (std::size_t i = next++; i < shares.size(); i = next++) {
            grounds[thread]->take(shares[i]);
        }
    };
    WorkerThreads others(threads - 1, work);
    work(0);
    others.join();
    for (std::size_t thread = 1; thread < threads; ++thread) {
        if (grounds[thread]) {
            grounds[0]->add(*grounds[thread]);
        }
    }
    return std::move(*grounds[0]).ground();
}

/// The total shape_cost of the singles and the pixel runs.
std::size_t cost_of_shapes(const SceneGround& ground, const Scene& scene) {
    const Canvas canvas(scene.viewport, scene.scale);
    const auto pattern = [&](std::size_t style) { return scene.coloring->classes[style].style.pattern; };
    std::size_t cost = 0;
    for (const SingleRectangle& single : ground.singles) {
        cost += shape_cost(canvas.near_box(single.rectangle, 0), pattern(single.style));
    }
    for (const CellRun& run : runs_of(ground.pixels)) {
        cost += shape_cost(canvas.box_of(run), pattern(class_of_code(run.code)));
    }
    return cost;
}

}  // namespace

std::uint8_t style_of(const Scene& scene, const MemoryRectangle& rectangle) {
    const std::uint8_t own = scene.coloring->class_of[rectangle.buffer];
    return is_dimmed(scene, rectangle) ? scene.coloring->classes[own].dimmed_class : own;
}

SceneGround ground_of(const Scene& scene, const IsOutdated& is_outdated) {
    if (scene.medium == Medium::shapes) {
        SceneGround ground = compute_ground(scene, true, is_outdated);
        if (cost_of_shapes(ground, scene) <= most_shape_cost) {
            return ground;
        }
    }
    return compute_ground(scene, false, is_outdated);
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
