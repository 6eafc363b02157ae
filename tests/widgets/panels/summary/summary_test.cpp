#include "widgets/panels/summary/summary.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include "core/model/memory/live_profile.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "qt/words/meaning.h"
#include "tests/support/placed_plan.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;
using test::PlacedPlan;

namespace {

void show_plan(Summary& summary, const PlacedPlan& plan) {
    const IndexedVector<BufferIndex, Risk> risks = classify(plan.problem, plan.layout);
    summary.set_plan(std::make_shared<Problem>(plan.problem), test::shared(plan.layout),
                     test::shared(PlanProfiles(plan.problem, plan.layout)),
                     test::shared(layout_figures(plan.problem, plan.layout, risks)),
                     plan.problem.history ? test::shared(allocator_figures(plan.problem)) : nullptr);
}

/// Two buffers, one after the other; the second is 29 % above the threshold.
PlacedPlan one_above() {
    return placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}});
}

}  // namespace

class SummaryTest : public QObject {
    Q_OBJECT

private slots:
    void is_empty_without_a_plan() {
        const Summary summary;
        QCOMPARE(summary.value_of("Peak"), QString());
    }

    void shows_peak_threshold_and_their_difference() {
        Summary summary;
        show_plan(summary, one_above());
        QCOMPARE(summary.value_of("Peak"), QStringLiteral("1,290 B"));
        QCOMPARE(summary.value_of("Threshold"), QStringLiteral("1,000 B"));
        QCOMPARE(summary.value_of("Fragmentation"), QStringLiteral("29.0 %"));
        QCOMPARE(summary.value_of("Buffers"), QStringLiteral("2"));
        QCOMPARE(summary.value_of("Sum of sizes"), QStringLiteral("2,000 B"));
    }

    void says_at_which_steps_the_peak_and_the_threshold_are_first_reached() {
        Summary summary;
        QCOMPARE(summary.value_of("Peak first at"), QString());
        show_plan(summary, one_above());
        QCOMPARE(summary.value_of("Peak first at"), QStringLiteral("step 4"));
        QCOMPARE(summary.value_of("Threshold first at"), QStringLiteral("step 0"));
        show_plan(summary, test::small_network());
        QCOMPARE(summary.value_of("Peak first at"), QStringLiteral("step 3: concat (Concat)"));
        QCOMPARE(summary.value_of("Threshold first at"), QStringLiteral("step 3: concat (Concat)"));
        show_plan(summary, placed_plan({{"a", 2, 4, 1000, -1}}));
        QCOMPARE(summary.value_of("Peak first at"), QString());
        QCOMPARE(summary.value_of("Threshold first at"), QStringLiteral("step 2"));
    }

    void says_what_is_shown_and_whether_it_was_edited_by_hand() {
        Summary summary;
        show_plan(summary, one_above());
        QCOMPARE(summary.value_of("Shown"), QString());
        summary.set_run({.shown = QStringLiteral("iteration 3")});
        QCOMPARE(summary.value_of("Shown"), QStringLiteral("iteration 3"));
        summary.set_run({.shown = QStringLiteral("iteration 3"), .edited = QStringLiteral("then edited by hand")});
        QCOMPARE(summary.value_of("Shown"), QStringLiteral("iteration 3, then edited by hand"));
        summary.set_run({.edited = QStringLiteral("edited by hand")});
        QCOMPARE(summary.value_of("Shown"), QStringLiteral("edited by hand"));
    }

    void tooltips_explain_the_words_where_they_stand() {
        Summary summary;
        show_plan(summary, one_above());
        summary.set_run({.goal = Goal::work_spent, .lower_bound = Bytes(1000), .work = 7});
        QStringList tooltips;
        for (const QLabel* label : summary.findChildren<QLabel*>()) {
            tooltips << label->toolTip();
        }
        const QString all = tooltips.join(QLatin1Char('\n'));
        for (const QString& meaning : {threshold_meaning(), lower_bound_meaning(), work_meaning(),
                                       goal_meaning(Goal::work_spent), risk_meaning({Tier::high, Cause::beside})}) {
            QVERIFY(all.contains(meaning));
        }
    }

    void counts_the_tiers_by_their_causes() {
        Summary summary;
        show_plan(summary, one_above());
        QCOMPARE(summary.value_of("High · over"), QStringLiteral("1"));
        QCOMPARE(summary.value_of("Medium · at"), QStringLiteral("1"));
        QCOMPARE(summary.value_of("None"), QStringLiteral("0"));
    }

    void unknown_sizes_are_counted_with_and_without_buffers() {
        Summary summary;
        PlacedPlan plan = one_above();
        plan.problem.graph.emplace();
        plan.problem.graph->unknown_sizes = {{"t", "n", "Muse", "nobody knows"}};
        summary.set_import(nullptr, 27);
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Unknown sizes"), QStringLiteral("1"));
        QCOMPARE(summary.value_of("Values left out"), QStringLiteral("27"));
        plan.problem.buffers.clear();
        plan.layout.placements.clear();
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Unknown sizes"), QStringLiteral("1"));
        QCOMPARE(summary.value_of("Values left out"), QStringLiteral("27"));
        QCOMPARE(summary.value_of("Peak"), QString());
    }

    void says_when_nothing_is_placed() {
        Summary summary;
        show_plan(summary, placed_plan({{"a", 0, 4, 1000, -1}}));
        QCOMPARE(summary.value_of("Peak"), QStringLiteral("not placed yet"));
        QCOMPARE(summary.value_of("None"), QString());  // unplaced buffers have no tier
        QCOMPARE(summary.value_of("Threshold"), QStringLiteral("1,000 B"));
    }

    void says_whether_the_capacity_is_kept() {
        Summary summary;
        PlacedPlan plan = one_above();
        plan.problem.regions[0].capacity = Bytes(1300);
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Capacity of arena"), QStringLiteral("1,300 B, fits"));
        plan.problem.regions[0].capacity = Bytes(1200);
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Capacity of arena"), QStringLiteral("1,200 B, exceeded by 90 B"));
    }

    void an_incomplete_layout_does_not_fit_yet() {
        Summary summary;
        PlacedPlan plan = one_above();
        plan.problem.regions[0].capacity = Bytes(1300);
        plan.layout.placements[0].reset();
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Capacity of arena"), QStringLiteral("1,300 B, 1 not placed"));
    }

    void a_peak_below_the_threshold_is_said_to_come_from_overlaps() {
        Summary summary;
        show_plan(summary, placed_plan({{"a", 0, 4, 1000, 0}, {"b", 0, 4, 1000, 0}}));
        QCOMPARE(summary.value_of("Fragmentation"), QString());
        QCOMPARE(summary.value_of("Below threshold"), QStringLiteral("50.0 %: buffers overlap"));
    }

    void names_the_region_farthest_above_its_own_threshold() {
        Summary summary;
        PlacedPlan plan = placed_plan({{"high", 0, 4, 1000, 0}, {"over", 2, 4, 10, 5}});
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Largest excess"), QString());
        plan.problem.regions.push_back({.name = "second"});
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Fragmentation"), QStringLiteral("0.0 %"));
        QCOMPARE(summary.value_of("Largest excess"), QStringLiteral("second, +50.0 %"));
        plan.layout.placements[1]->offset = Offset(0);
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Largest excess"), QStringLiteral("none"));
    }

    void names_each_of_several_regions() {
        Summary summary;
        PlacedPlan plan = one_above();
        plan.problem.regions.push_back({"fast", 0, {}, Bytes(1)});
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Region arena"), QStringLiteral("1,000 B"));
        QCOMPARE(summary.value_of("Region fast"), QStringLiteral("1,290 B"));
    }

    void shows_the_run_and_why_it_ended() {
        Summary summary;
        show_plan(summary, one_above());
        summary.set_run({.provenance = Provenance{"peak-suppression", {{"metrics", "width"}, {"work", "10"}}, 7, false},
                         .goal = Goal::stopped,
                         .lower_bound = Bytes(1000),
                         .steps = QStringLiteral("iterations 0 to 12"),
                         .work = 34567});
        QCOMPARE(summary.value_of("Planner"), QStringLiteral("peak-suppression"));
        QCOMPARE(summary.value_of("Options"), QStringLiteral("metrics=width\nwork=10"));
        QCOMPARE(summary.value_of("Seed"), QStringLiteral("7"));
        QCOMPARE(summary.value_of("Reproducible"), QStringLiteral("no, the run was stopped"));
        QCOMPARE(summary.value_of("Lower bound"), QStringLiteral("1,000 B"));
        QCOMPARE(summary.value_of("Recorded"), QStringLiteral("iterations 0 to 12"));
        QCOMPARE(summary.value_of("Ended"), QStringLiteral("stopped"));
        QCOMPARE(summary.value_of("Work"), QStringLiteral("34,567"));
        summary.set_run({});
        QCOMPARE(summary.value_of("Planner"), QString());
    }

    void another_unit_changes_every_amount() {
        Summary summary;
        show_plan(summary, placed_plan({{"a", 0, 4, 2048, 0}}));
        summary.set_unit(Unit::kibibytes);
        QCOMPARE(summary.value_of("Peak"), QStringLiteral("2 KiB"));
        summary.set_unit(Unit::hexadecimal);
        QCOMPARE(summary.value_of("Peak"), QStringLiteral("0x800"));
    }

    void a_heap_shows_its_growth() {
        Summary summary;
        PlacedPlan plan = one_above();
        plan.layout.heaps = {{RegionIndex(0), {Offset(0), Offset(1000)}, {Offset(-40), Offset(1250)}}};
        show_plan(summary, plan);
        QCOMPARE(summary.value_of("Heap"), QStringLiteral("1,000 → 1,290 B: +250 at the top, −40 at the bottom"));
    }

    void can_be_short_and_then_scrolls_by_wheel_and_key() {
        Summary summary;
        show_plan(summary, one_above());
        summary.set_run({.provenance = Provenance{"peak-suppression", {{"a", "1"}, {"b", "2"}, {"c", "3"}}, 7, true}});
        summary.resize(260, 120);
        summary.show();
        QVERIFY(QTest::qWaitForWindowExposed(&summary));
        QCOMPARE(summary.height(), 120);
        auto* area = summary.findChild<QScrollArea*>();
        QVERIFY(area != nullptr);
        QVERIFY(area->verticalScrollBar()->maximum() > 0);
        area->setFocus();
        QTest::keyClick(area, Qt::Key_PageDown);
        const int after_key = area->verticalScrollBar()->value();
        QVERIFY(after_key > 0);
        QTest::keyClick(area, Qt::Key_End);
        // Every line keeps its height: nothing is squeezed to fit.
        for (const QLabel* label : area->findChildren<QLabel*>()) {
            QVERIFY(label->isHidden() || label->height() >= label->fontMetrics().height());
        }
    }
};

ARENASCOPE_TEST(SummaryTest)
#include "summary_test.moc"
