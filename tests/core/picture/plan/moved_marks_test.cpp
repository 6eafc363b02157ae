#include "core/picture/plan/moved_marks.h"

#include <algorithm>
#include <random>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr int row_length = 100;

/// 100 buffers one after the other, each a step long and 10 bytes high.
PlacedPlan row_of_buffers() {
    std::vector<PlacedBuffer> buffers;
    for (int i = 0; i < row_length; ++i) {
        buffers.push_back({std::to_string(i), i, i + 1, 10, 20});
    }
    return placed_plan(buffers);
}

/// The first buffers moved up from offset 0.
std::vector<Move> first_moved(std::size_t count) {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < count; ++i) {
        moves.push_back({BufferIndex(i), Offset(0), Offset(20)});
    }
    return moves;
}

const std::vector<std::int64_t> no_shift{0};

std::size_t outlined(std::size_t moved, const PlacedPlan& plan) {
    return moved_rectangles(first_moved(moved), plan.problem, plan.layout, no_shift).size();
}

std::vector<BufferIndex> former_of(std::size_t moved, const std::vector<BufferIndex>& selection) {
    const PlacedPlan plan = row_of_buffers();
    std::vector<BufferIndex> buffers;
    for (const MemoryRectangle& each :
         former_rectangles(first_moved(moved), plan.problem, plan.layout, no_shift, selection)) {
        buffers.push_back(each.buffer);
    }
    return buffers;
}

/// Outlines in a picture of 1000 × 1000 pixels; `high` is the height of each rectangle in pixels.
std::vector<FilledBox> outlines(std::size_t count, std::int64_t high) {
    std::vector<MemoryRectangle> moved;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::int64_t>(i);
        moved.push_back({at, at + 8, 500, 500 + high, BufferIndex(i)});
    }
    Drawing drawing;
    draw_moved(drawing, moved, Canvas({{{0, 1000}, {0, 1000}}, {0, 0, 1000, 1000}}, 1), palette(Theme::light));
    std::vector<FilledBox> boxes;
    for (const Primitive& primitive : drawing.primitives) {
        boxes.push_back(std::get<FilledBox>(primitive));
    }
    return boxes;
}

std::vector<Box> boxes_of(const Drawing& drawing) {
    std::vector<Box> boxes;
    for (const Primitive& primitive : drawing.primitives) {
        boxes.push_back(std::get<FilledBox>(primitive).box);
    }
    std::ranges::sort(boxes, {}, [](const Box& box) { return std::tuple(box.left, box.top, box.right, box.bottom); });
    return boxes;
}

}  // namespace

class MovedMarksTest : public QObject {
    Q_OBJECT

private slots:
    void outlines_are_left_out_if_most_of_many_buffers_moved() {
        const PlacedPlan plan = row_of_buffers();
        QCOMPARE(outlined(1, plan), std::size_t{1});
        QCOMPARE(outlined(50, plan), std::size_t{50});
        QCOMPARE(outlined(51, plan), std::size_t{0});
        QCOMPARE(outlined(row_length, plan), std::size_t{0});
    }

    void up_to_sixteen_are_outlined_however_few_are_placed() {
        PlacedPlan plan = row_of_buffers();
        for (std::size_t i = 20; i < row_length; ++i) {
            plan.layout.placements[i].reset();
        }
        QCOMPARE(outlined(16, plan), std::size_t{16});
        QCOMPARE(outlined(17, plan), std::size_t{0});
    }

    void former_places_are_those_before_the_step() {
        const PlacedPlan plan = row_of_buffers();
        QCOMPARE(former_rectangles(first_moved(1), plan.problem, plan.layout, no_shift, {}),
                 (std::vector{MemoryRectangle{0, 1, 0, 10, BufferIndex(0)}}));
    }

    void former_places_are_shown_of_few_moved_buffers_or_of_the_selected_ones() {
        QCOMPARE(former_of(16, {}).size(), std::size_t{16});
        QVERIFY(former_of(17, {}).empty());
        // Also if none is outlined, and not of a selected buffer that stayed.
        QCOMPARE(former_of(90, {BufferIndex(3), BufferIndex(95), BufferIndex(7)}),
                 (std::vector{BufferIndex(3), BufferIndex(7)}));
    }

    void an_outline_is_visible_however_thin_the_rectangle_is() {
        for (const std::size_t count : {std::size_t{1}, std::size_t{100}, std::size_t{900}}) {
            const auto boxes = outlines(count, 1);
            QCOMPARE(boxes.size(), count);
            QVERIFY(height(boxes.front().box) >= least_outline_pixels);
            QVERIFY(boxes.front().edge.has_value());
        }
    }

    void thousands_of_outlines_leave_small_rectangles_visible() {
        std::vector<MemoryRectangle> moved(2001, MemoryRectangle{100, 108, 500, 501, {}});
        moved.push_back({100, 200, 500, 600, {}});
        Drawing drawing;
        draw_moved(drawing, moved, Canvas({{{0, 1000}, {0, 1000}}, {0, 0, 1000, 1000}}, 1), palette(Theme::light));
        QCOMPARE(drawing.primitives.size(), std::size_t{1});
    }

    void an_index_outlines_what_a_list_does_at_any_zoom() {
        std::mt19937_64 random(1);
        std::vector<MemoryRectangle> moved;
        for (std::size_t i = 0; i < 6'000; ++i) {
            const auto begin = static_cast<std::int64_t>(random() % 10'000);
            const auto from = static_cast<std::int64_t>(random() % 10'000);
            moved.push_back({begin, begin + 1 + static_cast<std::int64_t>(random() % (1U << (random() % 12U))), from,
                             from + 1 + static_cast<std::int64_t>(random() % 500), BufferIndex(i)});
        }
        const HitIndex index(moved);
        bool has_few = false;
        bool has_many = false;
        for (int i = 0; i < 200; ++i) {
            const auto stretch = [&random] {
                const auto from = static_cast<long double>(random() % 6'000);
                return Stretch{from - 500, from + static_cast<long double>(1U << (8 + random() % 7U))};
            };
            const Canvas canvas({{stretch(), stretch()}, {0, 0, 900, 700}}, 1);
            const auto is_left_out = [](const MemoryRectangle& each) { return each.buffer.value() % 5 == 0; };
            Drawing of_list;
            Drawing of_index;
            draw_moved(of_list, moved, canvas, palette(Theme::light), is_left_out);
            draw_moved(of_index, index, canvas, palette(Theme::light), is_left_out);
            QVERIFY(boxes_of(of_list) == boxes_of(of_index));
            std::vector<MemoryRectangle> in_view;
            std::ranges::copy_if(moved, std::back_inserter(in_view), [&](const MemoryRectangle& each) {
                return !is_left_out(each) && !is_empty(canvas.cells_of(each));
            });
            const bool is_crowded = in_view.size() > most_small_moved;
            const auto expected = std::ranges::count_if(in_view, [&](const MemoryRectangle& each) {
                const Box box = canvas.exact_box(each);
                return !is_crowded || std::min(width(box), height(box)) >= least_size_to_outline;
            });
            QCOMPARE(of_index.primitives.size(), static_cast<std::size_t>(expected));
            has_few = has_few || (!is_crowded && expected > 0);
            has_many = has_many || (is_crowded && expected > 0);
        }
        QVERIFY(has_few && has_many);
    }

    void many_outlines_are_paler() {
        QVERIFY(outlines(40, 20).front().edge == palette(Theme::light).ink);
        QVERIFY(outlines(41, 20).front().edge == palette(Theme::light).dim);
    }

    void former_places_are_dashed_and_visible_however_thin() {
        Drawing drawing;
        draw_former(drawing,
                    std::vector{MemoryRectangle{100, 200, 500, 501, {}}, MemoryRectangle{2000, 2001, 0, 9, {}}},
                    Canvas({{{0, 1000}, {0, 1000}}, {0, 0, 1000, 1000}}, 1), palette(Theme::light));
        QCOMPARE(drawing.primitives.size(), std::size_t{4});  // the second one is out of view
        const auto& side = std::get<StraightLine>(drawing.primitives[1]);
        QVERIFY(side.dash == Dash::dashed);
        QVERIFY(side.to.y - side.from.y >= least_outline_pixels);
    }
};

ARENASCOPE_TEST(MovedMarksTest)
#include "moved_marks_test.moc"
