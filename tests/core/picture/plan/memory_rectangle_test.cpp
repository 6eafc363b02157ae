#include "core/picture/plan/memory_rectangle.h"

#include <limits>

#include "core/base/containers/indexed_vector.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

}  // namespace

class MemoryRectangleTest : public QObject {
    Q_OBJECT

private slots:
    void its_length_is_the_lifetime_and_its_width_the_size() {
        const PlacedPlan plan = placed_plan({{"a", 2, 5, 10, 100}});
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, std::vector<std::int64_t>{0});
        QCOMPARE(rectangles, (std::vector<MemoryRectangle>{{2, 5, 100, 110, BufferIndex(0)}}));
    }

    void rectangles_are_found_by_buffer_in_the_order_asked_for() {
        const PlacedPlan plan = placed_plan({{"a", 2, 5, 10, 100}, {"b", 0, 1, 1, -1}, {"c", 0, 1, 1, 3}});
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, std::vector<std::int64_t>{0});
        QCOMPARE(rectangles_of(rectangles, {BufferIndex(2), BufferIndex(1), BufferIndex(0)}),
                 (std::vector<MemoryRectangle>{{0, 1, 3, 4, BufferIndex(2)}, {2, 5, 100, 110, BufferIndex(0)}}));
    }

    void a_region_is_raised_by_its_shift() {
        PlacedPlan plan = placed_plan({{"a", 2, 5, 10, 100}, {"b", 0, 1, 1, 3}});
        plan.problem.regions.push_back({"second", 0, {}, Bytes(1)});
        plan.layout.placements[0]->region = RegionIndex(1);
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, std::vector<std::int64_t>{0, 1000});
        QCOMPARE(rectangles[0], (MemoryRectangle{2, 5, 1100, 1110, BufferIndex(0)}));
        QCOMPARE(rectangles[1], (MemoryRectangle{0, 1, 3, 4, BufferIndex(1)}));
    }

    void unplaced_buffers_have_no_rectangle() {
        const PlacedPlan plan = placed_plan({{"a", 0, 5, 10, -1}, {"b", 0, 1, 1, 3}});
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, std::vector<std::int64_t>{0});
        QCOMPARE(rectangles.size(), std::size_t{1});
        QCOMPARE(rectangles[0].buffer, BufferIndex(1));
    }

    void gaps_and_windows_split_a_buffer() {
        PlacedPlan plan = placed_plan({{"a", 0, 10, 8, 100}});
        plan.problem.buffers[0].set_gaps({{{Step(2), Step(4)}, {}}, {{Step(6), Step(7)}, Window{Bytes(3), Bytes(5)}}});
        const BufferIndex a(0);
        const std::vector<MemoryRectangle> expected{
            {0, 2, 100, 108, a}, {4, 6, 100, 108, a}, {6, 7, 103, 105, a}, {7, 10, 100, 108, a}};
        QCOMPARE(memory_rectangles(plan.problem, plan.layout, std::vector<std::int64_t>{0}), expected);
    }

    void the_rectangles_of_one_buffer_are_found() {
        PlacedPlan plan = placed_plan({{"a", 0, 9, 8, 0}, {"b", 0, 9, 8, 100}, {"c", 0, 9, 8, -1}});
        plan.problem.buffers[1].set_gaps({{{Step(2), Step(4)}, {}}});
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, std::vector<std::int64_t>{0});
        const auto found = rectangles_of_buffer(rectangles, BufferIndex(1));
        QCOMPARE(std::vector(found.begin(), found.end()),
                 (std::vector<MemoryRectangle>{{0, 2, 100, 108, BufferIndex(1)}, {4, 9, 100, 108, BufferIndex(1)}}));
        QVERIFY(rectangles_of_buffer(rectangles, BufferIndex(2)).empty());
    }

    void a_tail_beyond_64_bits_is_drawn_at_the_limit() {
        const PlacedPlan plan = placed_plan({{"a", 0, 1, 100, highest - 10}});
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, std::vector<std::int64_t>{5});
        QCOMPARE(rectangles[0].to, highest);
        QVERIFY(rectangles[0].from < rectangles[0].to);
    }

    void an_overlap_is_the_shared_steps_and_bytes_in_the_stack() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 10, 0}, {"b", 2, 6, 10, 5}});
        const CheckReport report = check(plan.problem, plan.layout);
        const std::vector<std::int64_t> shift{50};
        const auto areas = overlap_rectangles(overlap_areas(plan.problem, plan.layout), shift);
        const auto rectangles = overlap_rectangles(plan.layout, report.overlaps, shift);
        QCOMPARE(rectangles, (std::vector<MemoryRectangle>{{2, 4, 55, 60, BufferIndex(0)}}));
        QCOMPARE(areas, (std::vector<MemoryRectangle>{{2, 4, 55, 60, BufferIndex::none()}}));
        QVERIFY(overlap_rectangles(overlap_areas(plan.problem, plan.layout), std::vector{not_shown}).empty());
    }

    void the_pieces_of_a_buffer_lie_within_it_in_time_order() {
        QVERIFY(rc::check("pieces", [] {
            const Problem problem = random_problem({.with_gaps = true});
            IndexedVector<BufferIndex, std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 100));
            }
            const auto rectangles =
                memory_rectangles(problem, layout_of(problem, offsets), std::vector<std::int64_t>{0});
            for (std::size_t i = 0; i < rectangles.size(); ++i) {
                const MemoryRectangle& each = rectangles[i];
                const Buffer& own = problem.buffers[each.buffer];
                const std::int64_t offset = offsets[each.buffer];
                RC_ASSERT(each.begin < each.end);
                RC_ASSERT(each.from < each.to);
                RC_ASSERT(each.begin >= own.lifetime.begin.value());
                RC_ASSERT(each.end <= own.lifetime.end.value());
                RC_ASSERT(each.from >= offset);
                RC_ASSERT(each.to <= offset + own.size.value());
                if (i > 0 && rectangles[i - 1].buffer == each.buffer) {
                    RC_ASSERT(rectangles[i - 1].end <= each.begin);
                } else if (i > 0) {
                    RC_ASSERT(rectangles[i - 1].buffer < each.buffer);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(MemoryRectangleTest)
#include "memory_rectangle_test.moc"
