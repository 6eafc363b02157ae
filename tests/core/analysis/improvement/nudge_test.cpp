#include "core/analysis/improvement/nudge.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using Reach = Nudge::Reach;

namespace {

/// a, b and c are one above the other with holes of 6 and 4 between them; x has 4 bytes and lies in the first hole.
test::PlacedPlan tower(std::int64_t offset_of_x) {
    return test::placed_plan(
        {{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 0, 4, 10, 30}, {"x", 1, 3, 4, offset_of_x}});
}

}  // namespace

class NudgeTest : public QObject {
    Q_OBJECT

    static constexpr BufferIndex a{0};
    static constexpr BufferIndex b{1};
    static constexpr BufferIndex c{2};
    static constexpr BufferIndex x{3};

private slots:
    void a_step_is_one_unit_of_alignment() {
        auto plan = tower(12);
        plan.problem.buffers[x].alignment = Bytes(4);
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x}, {true}),
                 (std::vector<Move>{{x, Offset(12), Offset(16)}}));
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x}, {false}),
                 (std::vector<Move>{{x, Offset(12), Offset(8)}}));
    }

    void a_misaligned_buffer_goes_to_the_next_multiple() {
        auto plan = tower(13);
        plan.problem.buffers[x].alignment = Bytes(4);
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x}, {true}).front().to, Offset(16));
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x}, {false}).front().to, Offset(12));
    }

    void several_move_together_by_their_common_alignment() {
        auto plan = tower(12);
        plan.problem.buffers[x].alignment = Bytes(4);
        plan.problem.buffers[c].alignment = Bytes(6);
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x, c}, {true}),
                 (std::vector<Move>{{c, Offset(30), Offset(42)}, {x, Offset(12), Offset(24)}}));
    }

    void nothing_moves_below_the_bottom() {
        const auto plan = tower(12);
        QVERIFY(nudged(plan.problem, plan.layout, std::vector{a, b}, {false}).empty());
    }

    void a_pinned_buffer_stays_and_so_does_an_unplaced_one() {
        auto plan = tower(12);
        plan.problem.buffers[x].pin = Offset(12);
        plan.layout.placements[c] = std::nullopt;
        QVERIFY(nudged(plan.problem, plan.layout, std::vector{x, c}, {true}).empty());
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x, b}, {true}).size(), std::size_t{1});
    }

    void the_next_place_above_or_below() {
        const auto plan = tower(12);
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x}, {true, Reach::place}).front().to, Offset(26));
        QCOMPARE(nudged(plan.problem, plan.layout, std::vector{x}, {false, Reach::place}).front().to, Offset(10));
        const auto above = tower(26);
        QCOMPARE(nudged(above.problem, above.layout, std::vector{x}, {true, Reach::place}).front().to, Offset(40));
        QCOMPARE(nudged(above.problem, above.layout, std::vector{x}, {false, Reach::place}).front().to, Offset(10));
        QVERIFY(nudged(plan.problem, plan.layout, std::vector{a}, {false, Reach::place}).empty());
    }
};

ARENASCOPE_TEST(NudgeTest)

#include "nudge_test.moc"
