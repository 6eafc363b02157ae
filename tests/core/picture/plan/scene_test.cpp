#include "core/picture/plan/scene.h"

#include <algorithm>
#include <rapidcheck.h>

#include "core/picture/plan/container.h"
#include "core/picture/plan/pixel_grid.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;
using test::PlacedPlan;

namespace {

constexpr Risk over{Tier::high, Cause::over};
constexpr Risk beside{Tier::high, Cause::beside};
constexpr Risk calm{Tier::none, Cause::none};

const MeasureText measure = [](std::string_view text, TextStyle style) {
    return static_cast<double>(text.size()) * style.size * 0.6;
};

/// The primitives of a drawn plan, and its pixel grid.
struct Drawn {
    Drawing drawing;
    SceneFigures figures;
    const PixelGrid* grid = nullptr;
};

struct Picture {
    PlacedPlan plan;
    std::vector<Risk> risks;
    std::vector<MemoryRectangle> overlaps;
    std::vector<std::uint8_t> dimmed;
    std::vector<BufferIndex> moved{};

    [[nodiscard]] Drawn draw(View view, double width, double height, Medium medium = Medium::pixels) const {
        const std::vector<std::int64_t> shifts(plan.problem.regions.size(), 0);
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, shifts);
        const SharingFrames frames = sharing_frames(plan.layout, rectangles);
        std::vector<MemoryRectangle> moved_rectangles;
        std::copy_if(
            rectangles.begin(), rectangles.end(), std::back_inserter(moved_rectangles),
            [this](const auto& each) { return std::find(moved.begin(), moved.end(), each.buffer) != moved.end(); });
        const Coloring colors = coloring(plan.problem, risks, ColorBy::risk, Theme::light);
        Scene scene;
        scene.problem = &plan.problem;
        scene.rectangles = rectangles;
        scene.coloring = &colors;
        scene.overlaps = {overlaps, overlaps};
        scene.bare = frames.bare;
        scene.dimmed = dimmed;
        scene.moved = moved_rectangles;
        scene.viewport = {view, {0, 0, width, height}};
        scene.medium = medium;
        scene.unit = Unit::bytes;
        scene.measure = &measure;
        Drawn drawn;
        drawn.figures = arenascope::draw(drawn.drawing, scene);
        for (const Primitive& primitive : drawn.drawing.primitives) {
            if (const auto* grid = std::get_if<std::shared_ptr<const PixelGrid>>(&primitive)) {
                drawn.grid = grid->get();
            }
        }
        return drawn;
    }
};

std::uint8_t code_at(const PixelGrid& grid, std::int32_t column, std::int32_t row) {
    return grid.codes[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                      static_cast<std::size_t>(column)];
}

std::vector<std::string> texts(const Drawing& drawing) {
    std::vector<std::string> result;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* text = std::get_if<DrawnText>(&primitive)) {
            result.push_back(text->text);
        }
    }
    return result;
}

/// A random plan, valid or full of overlaps, with random risks.
Picture any_picture() {
    Picture picture;
    const auto count = *rc::gen::inRange(1, 40);
    std::vector<test::PlacedBuffer> buffers;
    for (int i = 0; i < count; ++i) {
        const auto begin = *rc::gen::inRange<std::int64_t>(0, 900);
        buffers.push_back({std::to_string(i), begin, begin + *rc::gen::inRange<std::int64_t>(1, 100),
                           *rc::gen::inRange<std::int64_t>(1, 100), *rc::gen::inRange<std::int64_t>(0, 900)});
        picture.risks.push_back(
            *rc::gen::element(over, beside, calm, Risk{Tier::low, Cause::none}, Risk{Tier::medium, Cause::at}));
    }
    picture.plan = placed_plan(buffers);
    return picture;
}

constexpr std::size_t over_class = Coloring::first + 5;
constexpr std::size_t beside_class = Coloring::first + 4;

}  // namespace

class SceneTest : public QObject {
    Q_OBJECT

private slots:
    void every_buffer_touches_at_least_one_pixel() {
        QVERIFY(rc::check([] {
            Picture picture = any_picture();
            const int columns = *rc::gen::inRange(1, 200);
            const int rows = *rc::gen::inRange(1, 200);
            // Draws each buffer alone: it must be visible, even if others cover it in the whole picture.
            for (auto& kept : picture.plan.layout.placements) {
                Picture alone = picture;
                for (auto& placement : alone.plan.layout.placements) {
                    placement = std::nullopt;
                }
                alone.plan.layout.placements[static_cast<std::size_t>(&kept - picture.plan.layout.placements.data())] =
                    kept;
                const Drawn drawn = alone.draw({{0, 1000}, {0, 1000}}, columns, rows);
                RC_ASSERT(std::any_of(drawn.grid->codes.begin(), drawn.grid->codes.end(),
                                      [](auto code) { return code != 0; }));
            }
        }));
    }

    void every_pixel_touched_by_a_high_risk_rectangle_shows_high() {
        QVERIFY(rc::check([] {
            const Picture picture = any_picture();
            constexpr std::int64_t step = 8;
            const int columns = *rc::gen::inRange(1, 125);
            const int rows = *rc::gen::inRange(1, 125);
            const Drawn drawn = picture.draw(
                {{0, static_cast<long double>(columns * step)}, {0, static_cast<long double>(rows * step)}}, columns,
                rows);
            for (int row = 0; row < rows; ++row) {
                for (int column = 0; column < columns; ++column) {
                    const std::int64_t left = column * step;
                    const std::int64_t bottom = (rows - 1 - row) * step;
                    std::size_t highest = 0;
                    for (std::size_t i = 0; i < picture.risks.size(); ++i) {
                        const Buffer& buffer = picture.plan.problem.buffers[i];
                        const std::int64_t from = picture.plan.layout.placements[i]->offset.value();
                        const bool touches = buffer.lifetime.begin.value() < left + step &&
                                             buffer.lifetime.end.value() > left && from < bottom + step &&
                                             from + buffer.size.value() > bottom;
                        if (touches && picture.risks[i].tier == Tier::high) {
                            highest = std::max(highest, picture.risks[i] == over ? over_class : beside_class);
                        }
                    }
                    if (highest != 0) {
                        RC_ASSERT(class_of_code(code_at(*drawn.grid, column, row)) == highest);
                    }
                }
            }
        }));
    }

    void a_low_class_never_covers_a_rectangle_over_the_threshold() {
        Picture picture;
        // Half a pixel of `hot` is in the column of the edge of `cold`.
        picture.plan = placed_plan({{"cold", 0, 45, 100, 0}, {"hot", 45, 48, 100, 0}});
        picture.risks = {calm, over};
        const Drawn drawn = picture.draw({{0, 100}, {0, 100}}, 10, 10);
        QCOMPARE(class_of_code(code_at(*drawn.grid, 4, 5)), over_class);
    }

    void rectangles_too_small_for_an_edge_are_counted() {
        Picture picture;
        picture.plan = placed_plan({{"large", 0, 50, 50, 0}, {"thin", 0, 100, 1, 60}, {"dot", 90, 91, 1, 90}});
        picture.risks = {calm, calm, over};
        const Drawn drawn = picture.draw({{0, 100}, {0, 100}}, 100, 100);
        QCOMPARE(drawn.figures.singly, std::size_t{1});
        QCOMPARE(drawn.figures.too_small, std::size_t{2});
        QCOMPARE(class_of_code(code_at(*drawn.grid, 90, 9)), over_class);
    }

    void a_buffer_with_gaps_is_drawn_in_pieces() {
        Picture picture;
        picture.plan = placed_plan({{"a", 0, 10, 10, 0}});
        picture.plan.problem.buffers[0].set_gaps(
            {{{Step(2), Step(4)}, std::nullopt}, {{Step(6), Step(8)}, Window{Bytes(0), Bytes(5)}}});
        picture.risks = {calm};
        const Drawn drawn = picture.draw({{0, 10}, {0, 10}}, 10, 10);
        QVERIFY(code_at(*drawn.grid, 1, 0) != 0);
        QVERIFY(code_at(*drawn.grid, 3, 5) == 0);
        QVERIFY(code_at(*drawn.grid, 5, 0) != 0);
        QVERIFY(code_at(*drawn.grid, 7, 2) == 0);
        QVERIFY(code_at(*drawn.grid, 7, 8) != 0);
    }

    void overlaps_are_marked_over_everything_else() {
        Picture picture;
        picture.plan = placed_plan({{"a", 0, 60, 60, 0}, {"b", 40, 100, 60, 40}});
        picture.risks = {calm, over};
        picture.overlaps = {{40, 60, 40, 60, BufferIndex(0)}};
        const Drawn drawn = picture.draw({{0, 100}, {0, 100}}, 100, 100);
        QVERIFY((code_at(*drawn.grid, 50, 50) & conflict_inside) != 0);
        QVERIFY((code_at(*drawn.grid, 40, 50) & conflict_edge) != 0);
        QVERIFY((code_at(*drawn.grid, 20, 80) & (conflict_inside | conflict_edge)) == 0);
        QCOMPARE(class_of_code(code_at(*drawn.grid, 50, 50)), over_class);
    }

    void dimmed_rectangles_are_below_all_others() {
        Picture picture;
        picture.plan = placed_plan({{"a", 0, 50, 50, 0}, {"b", 0, 50, 50, 0}});
        picture.risks = {over, calm};
        picture.dimmed = {1, 0};
        const Drawn drawn = picture.draw({{0, 50}, {0, 50}}, 50, 50);
        QCOMPARE(class_of_code(code_at(*drawn.grid, 20, 20)), std::size_t{Coloring::first});
    }

    void dimmed_rectangles_over_the_threshold_keep_a_faint_hatch() {
        Picture picture;
        picture.plan = placed_plan({{"a", 0, 50, 50, 0}});
        picture.risks = {over};
        picture.dimmed = {1};
        const Drawn drawn = picture.draw({{0, 50}, {0, 50}}, 50, 50);
        const std::size_t shown = class_of_code(code_at(*drawn.grid, 20, 20));
        QCOMPARE(shown, std::size_t{Coloring::dimmed_over});
        QVERIFY(drawn.grid->styles[shown].pattern == Pattern::hatch);
    }

    void moved_rectangles_are_outlined_unless_dimmed() {
        const auto outlines = [](const Picture& picture) {
            const Drawn drawn = picture.draw({{0, 10}, {0, 100}}, 200, 200);
            const Color ink = palette(Theme::light).ink;
            return std::count_if(drawn.drawing.primitives.begin(), drawn.drawing.primitives.end(),
                                 [&](const auto& each) {
                                     const auto* box = std::get_if<FilledBox>(&each);
                                     return box != nullptr && box->edge == ink && box->box.right > box->box.left;
                                 });
        };
        const PlacedPlan plan = placed_plan({{"a", 0, 5, 50, 0}, {"b", 5, 10, 50, 0}});
        const std::vector<BufferIndex> both{BufferIndex(0), BufferIndex(1)};
        QCOMPARE(outlines({plan, {calm, calm}, {}, {}, both}), 2);
        QCOMPARE(outlines({plan, {calm, calm}, {}, {1, 0}, both}), 1);
        QCOMPARE(outlines({plan, {calm, calm}, {}, {1, 1}, both}), 0);
    }

    void large_rectangles_have_labels() {
        Picture picture;
        picture.plan = placed_plan({{"wide", 0, 100, 40, 0}, {"upright", 0, 20, 40, 50}, {"narrow", 0, 20, 9, 91}});
        picture.risks = {calm, calm, calm};
        const Drawn drawn = picture.draw({{0, 100}, {0, 100}}, 200, 200);
        QVERIFY(texts(drawn.drawing) == (std::vector<std::string>{"wide · 40 B", "upright"}));
    }

    void a_member_of_a_block_is_labelled_where_no_other_covers_it() {
        Picture picture;
        picture.plan = placed_plan({{"first", 0, 60, 40, 0}, {"second", 40, 100, 40, 0}, {"inner", 45, 55, 40, 0}});
        picture.plan.layout.sharing = {{SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}}};
        picture.risks = {calm, over, calm};
        const Drawn drawn = picture.draw({{0, 100}, {0, 100}}, 200, 200);
        QVERIFY(texts(drawn.drawing) == (std::vector<std::string>{"first", "second", "H"}));
        for (const Primitive& primitive : drawn.drawing.primitives) {
            if (const auto* text = std::get_if<DrawnText>(&primitive)) {
                QVERIFY(text->text == "first" ? text->at.x < 80 : text->at.x > 120);
            }
        }
    }

    void too_many_shapes_are_drawn_as_pixels() {
        Picture picture;
        std::vector<test::PlacedBuffer> buffers;
        for (int i = 0; i < 2000; ++i) {
            buffers.push_back({std::to_string(i), 0, 1000, 1000, 0});
            picture.risks.push_back(over);
        }
        picture.plan = placed_plan(buffers);
        const Drawn drawn = picture.draw({{0, 1000}, {0, 1000}}, 1000, 1000, Medium::shapes);
        QVERIFY(drawn.grid != nullptr);
        QCOMPARE(class_of_code(code_at(*drawn.grid, 500, 500)), over_class);
        QCOMPARE(drawn.figures.singly, std::size_t{2000});
        QVERIFY(drawn.drawing.primitives.size() < 10'000);
    }

    void shapes_are_drawn_by_ascending_precedence() {
        Picture picture;
        picture.plan = placed_plan({{"hot", 0, 50, 50, 0}, {"cold", 0, 50, 50, 0}, {"speck", 60, 61, 1, 0}});
        picture.risks = {over, calm, over};
        const Drawn drawn = picture.draw({{0, 100}, {0, 100}}, 100, 100, Medium::shapes);
        QVERIFY(drawn.grid == nullptr);
        const Palette& tokens = palette(Theme::light);
        std::vector<Color> fills;
        for (const Primitive& primitive : drawn.drawing.primitives) {
            if (const auto* box = std::get_if<FilledBox>(&primitive); box != nullptr && box->fill && box->edge) {
                fills.push_back(*box->fill);
            }
        }
        QVERIFY((fills == std::vector<Color>{tokens.none.fill, tokens.high_over.fill}));
    }
};

ARENASCOPE_TEST(SceneTest)
#include "scene_test.moc"
