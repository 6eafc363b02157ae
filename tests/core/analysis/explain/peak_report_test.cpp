#include "core/analysis/explain/peak_report.h"

#include <algorithm>
#include <rapidcheck.h>

#include "core/analysis/explain/plan_summary.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"
#include "tests/support/random_regions.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Region 0 is the higher one, region 1 has the higher threshold.
std::pair<Problem, Layout> crossed_regions() {
    Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 5, 9, 40), buffer("c", 7, 8, 30)});
    problem.regions = {{.name = "high"}, {.name = "busy"}};
    problem.buffers[1].region = RegionIndex(1);
    problem.buffers[2].region = RegionIndex(1);
    return {problem, layout_of(problem, {90, 0, 40})};
}

/// Every figure of the report is of its region, by counting it anew.
void assert_is_about_its_region(const Problem& problem, const Layout& layout, const PeakReport& report) {
    const LiveProfile profile = live_profile(problem, layout, report.region);
    RC_ASSERT(report.peak == peak(problem, layout, report.region));
    RC_ASSERT(report.threshold == profile.threshold);
    RC_ASSERT(report.peak_step == profile.peak_step);
    for (const PeakChainLink& link : report.chain) {
        RC_ASSERT(layout.placements[link.buffer]->region == report.region);
    }
    if (!report.chain.empty()) {
        RC_ASSERT(report.chain.back().offset + report.chain.back().size == report.peak);
    }
    Bytes live;
    for (const LiveShare& share : report.live) {
        RC_ASSERT(problem.buffers[share.buffer].region == report.region);
        live = live + share.counted;
    }
    RC_ASSERT(live == report.threshold);
    for (const Hole& hole : report.holes) {
        RC_ASSERT(hole.bytes.to <= report.peak);
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            const auto& placement = layout.placements[i];
            if (!placement || placement->region != report.region) {
                continue;
            }
            for_each_piece(problem.buffers[i], [&](const Piece& piece) {
                RC_ASSERT(
                    (!overlap(piece.steps, hole.steps) ||
                     !overlap(AddressRange{placement->offset + piece.bytes.from, placement->offset + piece.bytes.to},
                              hole.bytes)));
            });
        }
    }
}

}  // namespace

class PeakReportTest : public QObject {
    Q_OBJECT

private slots:
    void all_figures_are_those_of_the_region_with_the_highest_peak() {
        const auto [problem, layout] = crossed_regions();
        const PeakReport report = peak_report(problem, layout);
        QCOMPARE(report.region, RegionIndex(0));
        QCOMPARE(report.peak, Offset(100));
        QCOMPARE(report.threshold, Bytes(10));
        QCOMPARE(report.peak_step, Step(0));
        QCOMPARE(report.live, (std::vector<LiveShare>{{BufferIndex(0), Bytes(10), Bytes(10)}}));
        QCOMPARE(report.regions[1], (RegionHeight{Offset(70), Bytes(70), Step(7), 0}));
        const PeakReport other = peak_report(problem, layout, RegionIndex(1));
        QCOMPARE(other.region, RegionIndex(1));
        QCOMPARE(other.peak, Offset(70));
        QCOMPARE(other.threshold, Bytes(70));
        QCOMPARE(other.chain.size(), std::size_t{2});
    }

    void of_equally_high_regions_the_one_with_the_highest_threshold_decides() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 30)});
        problem.regions = {{.name = "low"}, {.name = "full"}};
        problem.buffers[1].region = RegionIndex(1);
        const PeakReport report = peak_report(problem, layout_of(problem, {20, 0}));
        QCOMPARE(report.region, RegionIndex(1));
        QCOMPARE(report.threshold, Bytes(30));
        QCOMPARE(report.chain.front().buffer, BufferIndex(1));
    }

    void the_plan_names_the_regions_of_its_peak_and_of_its_threshold() {
        const auto [problem, layout] = crossed_regions();
        const PlanHeight height = plan_height(problem, layout);
        QCOMPARE(height.peak, std::optional(Offset(100)));
        QCOMPARE(height.peak_in, std::optional(RegionIndex(0)));
        QCOMPARE(height.threshold, Bytes(70));
        QCOMPARE(height.threshold_in, std::optional(RegionIndex(1)));
        QCOMPARE(height.peak_step, Step(7));
    }

    void nothing_placed_has_the_figures_of_the_highest_threshold() {
        const auto [problem, layout] = crossed_regions();
        const PeakReport report = peak_report(problem, empty_layout(problem));
        QCOMPARE(report.region, RegionIndex(1));
        QCOMPARE(report.threshold, Bytes(70));
        QVERIFY(!report.regions[0].peak);
        QCOMPARE(report.unplaced.size(), std::size_t{3});
    }

    void every_figure_belongs_to_the_region_that_is_named() {
        QVERIFY(rc::check("one region", [] {
            const Problem problem = random_regions();
            const Layout layout =
                random_unsound_layout(problem, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
            const PeakReport report = peak_report(problem, layout);
            assert_is_about_its_region(problem, layout, report);
            for (std::size_t i = 0; i < problem.regions.size(); ++i) {
                const RegionIndex region(i);
                const PeakReport own = peak_report(problem, layout, region);
                RC_ASSERT(own.region == region);
                assert_is_about_its_region(problem, layout, own);
                RC_ASSERT(own.peak <= report.peak);
                RC_ASSERT(report.regions[region].threshold == own.threshold);
                RC_ASSERT(report.regions[region].peak_step == own.peak_step);
                RC_ASSERT(report.regions[region].peak.value_or(Offset(0)) == own.peak);
                RC_ASSERT(report.regions[region].unplaced == own.unplaced.size());
            }
        }));
    }

    void the_peak_of_a_sound_plan_is_not_below_its_threshold() {
        QVERIFY(rc::check("sound", [] {
            const Problem problem = random_regions();
            const Layout layout = lowest_fit_layout(problem);
            const PlanHeight height = plan_height(problem, layout);
            RC_ASSERT(*height.peak - Offset(0) >= height.threshold);
            const PeakReport report = peak_report(problem, layout);
            for (const RegionHeight& region : report.regions) {
                RC_ASSERT(*region.peak - Offset(0) >= region.threshold);
            }
        }));
    }
};

ARENASCOPE_TEST(PeakReportTest)
#include "peak_report_test.moc"
