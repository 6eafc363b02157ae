#include "core/analysis/compare/region_growth.h"

#include "core/model/memory/allocator_history.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A plan whose buffers take a region each.
ComparedSide side_in_regions(const std::vector<std::string>& names, const std::vector<std::int64_t>& sizes,
                             bool is_placed) {
    Problem problem;
    problem.regions.clear();
    for (std::size_t i = 0; i < names.size(); ++i) {
        problem.regions.push_back({.name = names[i]});
        problem.buffers.push_back(buffer("in " + names[i], 0, 1, sizes[i]));
    }
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < names.size() && is_placed; ++i) {
        layout.placements[BufferIndex(i)] = Placement{Offset(0), RegionIndex(i)};
    }
    ComparedSide side;
    side.problem = std::make_shared<const Problem>(problem);
    side.layout = std::make_shared<const Layout>(layout);
    return side;
}

}  // namespace

class RegionGrowthTest : public QObject {
    Q_OBJECT

private slots:
    void regions_of_both_plans_are_matched_by_name() {
        const auto growths = region_growths(side_in_regions({"fast", "slow"}, {4, 8}, true),
                                            side_in_regions({"slow", "new"}, {9, 3}, true));
        QCOMPARE(growths.size(), std::size_t{3});
        QCOMPARE(growths[0].name, std::string("fast"));
        QCOMPARE(growths[0].second, std::optional(Offset(0)));
        QVERIFY(!growths[0].grew());
        QCOMPARE(growths[1].first, std::optional(Offset(8)));
        QCOMPARE(growths[1].second, std::optional(Offset(9)));
        QVERIFY(growths[1].grew());
        QCOMPARE(growths[2].name, std::string("new"));
        QVERIFY(growths[2].grew());
    }

    void an_incomplete_plan_has_no_peak_in_any_region() {
        const auto growths =
            region_growths(side_in_regions({"fast"}, {4}, false), side_in_regions({"fast"}, {8}, true));
        QCOMPARE(growths[0].first, std::optional<Offset>());
        QVERIFY(!growths[0].grew());
    }

    void plans_with_segments_have_no_regions_in_common() {
        const ComparedSide planned = side_in_regions({"a", "b"}, {4, 8}, true);
        ComparedSide recorded = planned;
        Problem problem = *planned.problem;
        problem.history = std::make_shared<const AllocatorHistory>();
        recorded.problem = std::make_shared<const Problem>(std::move(problem));
        QCOMPARE(region_growths(planned, planned).size(), std::size_t{2});
        QCOMPARE(region_growths(planned, recorded).size(), std::size_t{0});
        QCOMPARE(region_growths(recorded, planned).size(), std::size_t{0});
    }
};

ARENASCOPE_TEST(RegionGrowthTest)
#include "region_growth_test.moc"
