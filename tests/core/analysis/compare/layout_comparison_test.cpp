#include "core/analysis/compare/plan_changes.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class LayoutComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void distinguishes_added_removed_moved_resized_and_retimed() {
        const Problem before = problem_of({buffer("gone", 0, 1, 1), buffer("moves", 0, 1, 2), buffer("grows", 0, 1, 3),
                                           buffer("lasts", 0, 1, 4), buffer("stays", 0, 1, 5)});
        const Problem after = problem_of({buffer("stays", 0, 1, 5), buffer("lasts", 0, 2, 4), buffer("grows", 0, 1, 30),
                                          buffer("moves", 0, 1, 2), buffer("new", 0, 1, 6)});
        const Layout old_layout = layout_of(before, {0, 1, 3, 6, 10});
        const Layout new_layout = layout_of(after, {10, 6, 3, 2, 20});
        const LayoutComparison comparison = compare({before, old_layout}, {after, new_layout});
        QCOMPARE(comparison.removed, std::vector<std::string>{"gone"});
        QCOMPARE(comparison.moved, std::vector<std::string>{"moves"});
        QCOMPARE(comparison.resized, std::vector<std::string>{"grows"});
        QCOMPARE(comparison.retimed, std::vector<std::string>{"lasts"});
        QCOMPARE(comparison.added, std::vector<std::string>{"new"});
        QVERIFY(!same_buffers(comparison));
    }

    void a_buffer_with_a_different_gap_is_retimed() {
        const Problem before = problem_of({buffer("a", 0, 9, 4)});
        Problem after = before;
        after.buffers[0].set_gaps({{{Step(3), Step(5)}, {}}});
        const Layout layout = layout_of(before, {0});
        QCOMPARE(compare({before, layout}, {after, layout}).retimed, std::vector<std::string>{"a"});
    }

    void a_plan_is_the_same_as_itself() {
        QVERIFY(rc::check("nothing differs", [] {
            const Problem problem = random_problem({.with_gaps = true});
            const Layout layout = empty_layout(problem);
            RC_ASSERT(compare({problem, layout}, {problem, layout}) == LayoutComparison{});
        }));
    }
};

ARENASCOPE_TEST(LayoutComparisonTest)
#include "layout_comparison_test.moc"
