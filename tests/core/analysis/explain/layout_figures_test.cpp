#include "core/analysis/explain/layout_figures.h"

#include <algorithm>

#include "core/model/memory/tail.h"
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
        const LayoutFigures figures = layout_figures(problem, layout, {});
        QCOMPARE(figures.peak, Offset(10));
        QCOMPARE(figures.peak_place, std::optional(PeakPlace{Step(0), RegionIndex(0), Offset(10)}));
        QCOMPARE(figures.total_size, Bytes(21));
        QCOMPARE(figures.placed, std::size_t{2});
        QVERIFY(!figures.is_complete());
        QVERIFY((figures.regions[0] == RegionFigures{Offset(10), 0}));
        QVERIFY((figures.regions[1] == RegionFigures{Offset(0), 1}));
    }

    void an_empty_plan_has_no_steps() {
        const LayoutFigures figures = layout_figures(Problem(), Layout(), {});
        QVERIFY(!figures.peak_place);
        QVERIFY(figures.is_complete());
    }

    void the_peak_is_first_reached_at_the_earliest_step_of_the_highest_tail() {
        Problem problem = problem_of({buffer("late", 6, 9, 4), buffer("low", 0, 9, 6), buffer("early", 3, 5, 4)});
        Layout layout = layout_of(problem, {6, 0, 6});
        QCOMPARE(layout_figures(problem, layout, {}).peak_place,
                 std::optional(PeakPlace{Step(3), RegionIndex(0), Offset(10)}));
        layout.placements[2].reset();
        QCOMPARE(layout_figures(problem, layout, {}).peak_place,
                 std::optional(PeakPlace{Step(6), RegionIndex(0), Offset(10)}));
        problem.regions.push_back({.name = "other"});
        layout.placements[1] = Placement{Offset(5), RegionIndex(1)};
        QCOMPARE(layout_figures(problem, layout, {}).peak_place,
                 std::optional(PeakPlace{Step(0), RegionIndex(1), Offset(11)}));
        QVERIFY(!layout_figures(problem, empty_layout(problem), {}).peak_place);
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
            const LayoutFigures figures = layout_figures(problem, layout, risks);
            std::optional<Step> first;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                const Buffer& each = problem.buffers[i];
                const auto& placement = layout.placements[i];
                if (placement && takes_bytes(each) && tail_of(each, placement->offset) == peak(problem, layout)) {
                    first = std::min(first.value_or(each.lifetime.begin), each.lifetime.begin);
                }
            }
            RC_ASSERT(figures.peak == peak(problem, layout));
            RC_ASSERT(figures.peak_place.has_value() == first.has_value() &&
                      (!first || figures.peak_place->step == *first));
            RC_ASSERT(figures.regions[0].peak == peak(problem, layout, RegionIndex(0)));
            RC_ASSERT(figures.is_complete() == is_complete(layout));
            RC_ASSERT(figures.total_size == total_size(problem));
            for (const Risk& risk : risks) {
                RC_ASSERT(static_cast<std::ptrdiff_t>(figures.risks[risk]) == std::ranges::count(risks, risk));
            }
            RC_ASSERT(layout_figures(problem, empty_layout(problem), {}).placed == 0U);
        }));
    }
};

ARENASCOPE_TEST(LayoutFiguresTest)
#include "layout_figures_test.moc"
