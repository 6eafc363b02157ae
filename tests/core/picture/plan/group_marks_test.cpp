#include "core/picture/plan/moved_marks.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::vector<std::int64_t> no_shift{0};

PlacedPlan three_placed() {
    return placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 10}, {"c", 4, 8, 10, 0}});
}

std::vector<BufferIndex> outlined(const PlacedPlan& plan, const std::vector<BufferIndex>& group) {
    std::vector<BufferIndex> buffers;
    for (const MemoryRectangle& each :
         group_rectangles(group, plan.layout, memory_rectangles(plan.problem, plan.layout, no_shift))) {
        buffers.push_back(each.buffer);
    }
    return buffers;
}

}  // namespace

class GroupMarksTest : public QObject {
    Q_OBJECT

private slots:
    void the_members_are_outlined_and_the_rest_is_not() {
        const std::vector<BufferIndex> group{BufferIndex(0), BufferIndex(2)};
        QCOMPARE(outlined(three_placed(), group), group);
    }

    void a_group_of_all_placed_buffers_is_told_from_nothing() {
        PlacedPlan plan = three_placed();
        plan.layout.placements[1].reset();
        QVERIFY(outlined(plan, {BufferIndex(0), BufferIndex(2)}).empty());
        QVERIFY(!tells_group(std::vector{BufferIndex(0), BufferIndex(1), BufferIndex(2)}, three_placed().layout));
        QVERIFY(!tells_group({}, three_placed().layout));
    }

    void outlines_have_the_accent_colour_and_small_rectangles_none() {
        const std::vector<MemoryRectangle> group{{0, 50, 0, 50, BufferIndex(0)}, {60, 63, 0, 50, BufferIndex(1)}};
        Drawing drawing;
        draw_group(drawing, group, Canvas({{{0, 100}, {0, 100}}, {0, 0, 100, 100}}, 1), palette(Theme::light));
        QCOMPARE(drawing.primitives.size(), std::size_t{1});
        QCOMPARE(std::get<FilledBox>(drawing.primitives.front()).edge, std::optional(palette(Theme::light).accent));
    }
};

ARENASCOPE_TEST(GroupMarksTest)
#include "group_marks_test.moc"
