#include "core/analysis/explain/layout_figures.h"

#include <algorithm>

#include "core/analysis/explain/core_use.h"
#include "core/model/memory/live_profile.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class LayoutFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void each_region_has_its_peak_and_what_is_not_placed() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 3, 5, 4), buffer("c", 1, 9, 7)});
        problem.regions.push_back({.name = "second"});
        problem.buffers[2].region = RegionIndex(1);
        Layout layout = layout_of(problem, {0, 6, 0});
        layout.placements[2].reset();
        const LayoutFigures figures = layout_figures(problem, layout, {}, PlanProfiles(problem, layout));
        QCOMPARE(figures.peak, Offset(10));
        QCOMPARE(figures.peak_step, std::optional(Step(0)));
        QCOMPARE(figures.total_size, Bytes(21));
        QCOMPARE(figures.placed, std::size_t{2});
        QVERIFY(!figures.is_complete());
        QVERIFY((figures.regions[0] == RegionFigures{Offset(10), 0}));
        QVERIFY((figures.regions[1] == RegionFigures{Offset(0), 1}));
        QVERIFY(!figures.recorded);
    }

    void an_empty_plan_has_no_steps() {
        const LayoutFigures figures = layout_figures(Problem(), Layout(), {}, PlanProfiles(Problem(), Layout()));
        QVERIFY(!figures.peak_step && !figures.threshold_step);
        QVERIFY(figures.is_complete());
    }

    void the_figures_are_those_that_each_has_by_itself() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem();
            Layout layout = empty_layout(problem);
            for (auto& placement : layout.placements) {
                if (*rc::gen::arbitrary<bool>()) {
                    placement = Placement{Offset(*rc::gen::inRange<std::int64_t>(0, 90)), RegionIndex(0)};
                }
            }
            const IndexedVector<BufferIndex, Risk> risks = classify(problem, layout);
            const LayoutFigures figures = layout_figures(problem, layout, risks, PlanProfiles(problem, layout));
            const auto place = peak_place(problem, layout);
            RC_ASSERT(figures.peak == peak(problem, layout));
            RC_ASSERT(figures.peak_step == (place ? std::optional(place->step) : std::nullopt));
            RC_ASSERT(figures.regions[0].peak == peak(problem, layout, RegionIndex(0)));
            RC_ASSERT(figures.is_complete() == is_complete(layout));
            RC_ASSERT(figures.total_size == total_size(problem));
            RC_ASSERT((problem.buffers.empty() ||
                       figures.threshold_step == std::optional(deciding_profile(problem, layout).peak_step)));
            for (const Risk& risk : risks) {
                RC_ASSERT(static_cast<std::ptrdiff_t>(figures.risks[risk]) == std::ranges::count(risks, risk));
            }
            const LayoutFigures again = layout_figures(problem, empty_layout(problem), {},
                                                       PlanProfiles(problem, empty_layout(problem)), &figures);
            RC_ASSERT(again.threshold_step == figures.threshold_step);
            RC_ASSERT(again.placed == 0U);
        }));
    }
};

ARENASCOPE_TEST(LayoutFiguresTest)
#include "layout_figures_test.moc"
