#include "app/session/comparison_picture.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

ComparedSide side_of(const PlacedPlan& plan, Tier tier) {
    return {shared(plan.problem), shared(plan.layout),
            shared(IndexedVector<BufferIndex, Risk>(plan.problem.buffers.size(), Risk{tier, Cause::none})),
            shared(PlanProfiles(plan.problem, plan.layout))};
}

}  // namespace

class ComparisonPictureTest : public QObject {
    Q_OBJECT

private slots:
    void both_plans_keep_their_own_tiers_and_figures() {
        const PlacedPlan first = placed_plan({{"a", 0, 2, 8, 0}, {"b", 0, 2, 8, 16}});
        const PlacedPlan second = placed_plan({{"a", 0, 2, 8, 0}, {"b", 0, 2, 8, 4}});
        const ComparisonPicture picture =
            comparison_picture(compare_plans(side_of(first, Tier::high), side_of(second, Tier::low)),
                               {"A", {{"why", BufferIndex(0)}}}, {"B", {}});
        QCOMPARE(picture.plan->problem->regions.size(), std::size_t{2});
        QCOMPARE(picture.plan->problem->regions[0].name, std::string("B / arena"));
        QCOMPARE(picture.plan->risks->front().tier, Tier::low);
        QCOMPARE(picture.plan->risks->back().tier, Tier::high);
        QCOMPARE(picture.plan->report()->overlap_count, std::uint64_t{1});
        QCOMPARE(picture.figures.front(), (PageFigure{"peak", "24 B → 12 B", FigureTone::good}));
        QCOMPARE(picture.figures.back(), (PageFigure{"overlaps", "0 → 1", FigureTone::worrying}));
        QCOMPARE(picture.note, std::string("moved 1, added 0, removed 0, renamed 0, resized 0, retimed 0"));
        QCOMPARE(picture.pinned_notes, (std::vector<PinnedNote>{{"A: why", BufferIndex(2)}}));
        QCOMPARE(picture.table.rows,
                 (std::vector<std::vector<std::string>>{{"b", "moved", "8", "8", "16", "4", "-12"}}));
    }
};

ARENASCOPE_TEST(ComparisonPictureTest)
#include "comparison_picture_test.moc"
