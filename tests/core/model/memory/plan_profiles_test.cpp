#include "core/model/memory/plan_profiles.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

bool is_same(const LiveProfile& one, const LiveProfile& other) {
    return one.steps == other.steps && one.live == other.live && one.threshold == other.threshold &&
           one.peak_step == other.peak_step;
}

}  // namespace

class PlanProfilesTest : public QObject {
    Q_OBJECT

private slots:
    void has_each_region_and_all_together() {
        Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 5), buffer("c", 2, 3, 7)});
        problem.regions.resize(2);
        problem.buffers[1].region = RegionIndex(1);
        const PlanProfiles profiles(problem, empty_layout(problem));
        QCOMPARE(profiles.of(RegionIndex(0)).threshold, Bytes(17));
        QCOMPARE(profiles.of(RegionIndex(1)).threshold, Bytes(5));
        QCOMPARE(profiles.all().threshold, Bytes(22));
        QCOMPARE(profiles.deciding().threshold, Bytes(17));
        QCOMPARE(profiles.thresholds(), (IndexedVector<RegionIndex, Bytes>{Bytes(17), Bytes(5)}));
    }

    void of_a_single_region_all_is_that_region() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 5)});
        const PlanProfiles profiles(problem, empty_layout(problem));
        QCOMPARE(&profiles.all(), &profiles.of(RegionIndex(0)));
    }

    void without_buffers_everything_is_empty() {
        const PlanProfiles profiles(Problem{}, Layout{});
        QCOMPARE(profiles.all().threshold, Bytes(0));
        QVERIFY(profiles.deciding().steps.empty());
        QVERIFY(PlanProfiles().deciding().steps.empty());
    }

    void equals_the_profiles_that_are_made_one_by_one() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem();
            const auto regions = *rc::gen::inRange<std::size_t>(1, 4);
            problem.regions.resize(regions);
            for (std::size_t i = 0; i < regions; ++i) {
                problem.regions[i].name = "region" + std::to_string(i);
            }
            for (Buffer& each : problem.buffers) {
                each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, regions));
            }
            Layout layout = empty_layout(problem);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                layout.placements[i] = Placement{Offset(*rc::gen::inRange(0, 9)), problem.buffers[i].region};
            }
            if (problem.buffers.size() > 1 && *rc::gen::arbitrary<bool>()) {
                layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}});
            }
            const PlanProfiles profiles(problem, layout);
            for (std::size_t i = 0; i < regions; ++i) {
                const RegionIndex region(i);
                RC_ASSERT(is_same(profiles.of(region), live_profile(problem, layout, region)));
                RC_ASSERT(profiles.thresholds()[region] == region_thresholds(problem, layout)[i]);
            }
            RC_ASSERT(is_same(profiles.all(), live_profile(problem, layout)));
            RC_ASSERT(is_same(profiles.deciding(), deciding_profile(problem, layout)));
        }));
    }
};

ARENASCOPE_TEST(PlanProfilesTest)
#include "plan_profiles_test.moc"
