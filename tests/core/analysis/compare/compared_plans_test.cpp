#include "core/analysis/compare/compared_plans.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

ComparedSide side_of(const Problem& problem, const Layout& layout) {
    return {std::make_shared<const Problem>(problem), std::make_shared<const Layout>(layout),
            std::make_shared<const IndexedVector<BufferIndex, Risk>>(),
            std::make_shared<const PlanProfiles>(problem, layout)};
}

}  // namespace

class ComparedPlansTest : public QObject {
    Q_OBJECT

private slots:
    void partners_lead_there_and_back() {
        const Problem first = problem_of({buffer("a", 0, 1, 4), buffer("gone", 0, 1, 9)});
        const Problem second = problem_of({buffer("new", 3, 4, 7), buffer("a", 0, 1, 4)});
        const ComparedPlans plans =
            compare_plans(side_of(first, layout_of(first, {0, 4})), side_of(second, layout_of(second, {0, 7})));
        QCOMPARE(plans.partners_in_b, (IndexedVector<BufferIndex, BufferIndex>{BufferIndex(1), BufferIndex::none()}));
        QCOMPARE(plans.partners_in_a, (IndexedVector<BufferIndex, BufferIndex>{BufferIndex::none(), BufferIndex(0)}));
        QCOMPARE(plans.figures_of_a.height.peak, std::optional(Offset(13)));
        QCOMPARE(plans.figures_of_b.height.peak, std::optional(Offset(11)));
        QCOMPARE(plans.live.at_first.least, Bytes(-9));
        QVERIFY(!have_same_buffers(plans));
    }

    void other_places_of_the_same_buffers_fit() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4)});
        QVERIFY(have_same_buffers(
            compare_plans(side_of(problem, layout_of(problem, {0})), side_of(problem, layout_of(problem, {8})))));
    }
};

ARENASCOPE_TEST(ComparedPlansTest)
#include "compared_plans_test.moc"
