#include "core/model/edit/region_capacity.h"

#include <string>

#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/sound_edit.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class RegionCapacityTest : public QObject {
    Q_OBJECT

private slots:
    void a_region_gets_a_capacity_or_none() {
        const auto plan = test::placed_plan({{"a", 0, 1, 8, 0}});
        const auto limited = changed_capacity(plan.problem, plan.layout, RegionIndex(0), Bytes(4));
        QVERIFY(limited);
        QCOMPARE(limited->problem.regions[0].capacity, std::optional(Bytes(4)));
        QVERIFY(!fits(limited->problem, limited->layout));
        QCOMPARE(text_of(limited->hand_edits.front()), std::string("capacity of 'arena': none -> 4"));
        const auto unlimited = changed_capacity(limited->problem, limited->layout, RegionIndex(0), {});
        QCOMPARE(unlimited->problem, plan.problem);
        QVERIFY(changed_capacity(plan.problem, plan.layout, RegionIndex(0), {})->hand_edits.empty());
        QVERIFY(!changed_capacity(plan.problem, plan.layout, RegionIndex(0), Bytes(-1)));
    }

    void any_capacity_gives_a_sound_plan() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            const RegionIndex region(*rc::gen::inRange<std::size_t>(0, problem.regions.size()));
            const auto edited =
                changed_capacity(problem, layout, region, Bytes(*rc::gen::inRange<std::int64_t>(0, 1 << 20)));
            RC_ASSERT(edited.has_value());
            RC_ASSERT(edited->layout.placements == layout.placements);
            RC_ASSERT(test::fault_in(*edited) == std::string());
        }));
    }
};

ARENASCOPE_TEST(RegionCapacityTest)
#include "region_capacity_test.moc"
