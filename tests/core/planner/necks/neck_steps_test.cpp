#include "core/planner/necks/neck_steps.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Lifetime steps(std::int64_t begin, std::int64_t end) {
    return {Step(begin), Step(end)};
}

}  // namespace

class NeckStepsTest : public QObject {
    Q_OBJECT

private slots:
    /// Live sizes: 10 in [0, 4), 50 in [4, 6), 100 in [6, 8), 20 in [8, 12).
    void lifetimes_are_told_apart_by_the_live_size_in_them() {
        const Problem problem =
            problem_of({buffer("a", 0, 4, 10), buffer("b", 4, 8, 50), buffer("c", 6, 8, 50), buffer("d", 8, 12, 20)});
        const LiveProfile profile = live_profile(problem, RegionIndex(0));
        NeckSteps necks(profile, Bytes(90));
        QVERIFY(necks.contains_any(steps(6, 7)));
        QVERIFY(necks.contains_any(steps(7, 8)));
        QVERIFY(necks.contains_any(steps(0, 7)));
        QVERIFY(!necks.contains_any(steps(0, 6)));
        QVERIFY(!necks.contains_any(steps(8, 12)));
    }

    void the_highest_steps_of_a_lifetime_join() {
        const Problem problem =
            problem_of({buffer("a", 0, 4, 10), buffer("b", 4, 8, 50), buffer("c", 6, 8, 50), buffer("d", 8, 12, 20)});
        const LiveProfile profile = live_profile(problem, RegionIndex(0));
        NeckSteps necks(profile, Bytes(90));
        QVERIFY(necks.add_highest_of(steps(2, 6)));
        necks.count();
        QVERIFY(necks.contains_any(steps(4, 5)));
        QVERIFY(!necks.contains_any(steps(0, 4)));
        QVERIFY(necks.add_highest_of(steps(0, 12)));
        necks.count();
        QVERIFY(necks.contains_any(steps(8, 9)));
        QVERIFY(!necks.contains_any(steps(0, 4)));
        QVERIFY(!necks.add_highest_of(steps(4, 12)));
    }

    /// The profile has no step where nothing changes: one interval holds for all lifetimes within it.
    void a_level_live_size_is_a_neck_throughout() {
        const Problem problem = problem_of({buffer("a", 0, 2, 8), buffer("b", 2, 5, 8), buffer("c", 5, 9, 8)});
        const LiveProfile profile = live_profile(problem, RegionIndex(0));
        const NeckSteps necks(profile, Bytes(8));
        QVERIFY(necks.contains_any(steps(0, 1)));
        QVERIFY(necks.contains_any(steps(3, 4)));
        QVERIFY(necks.contains_any(steps(8, 9)));
    }
};

ARENASCOPE_TEST(NeckStepsTest)
#include "neck_steps_test.moc"
