#include "core/planner/necks/neck_core.h"

#include "core/planner/generate/generated_problem.h"
#include "tests/core/planner/necks/whole_part.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::uint64_t plenty_for_a_core = 100'000'000;

}  // namespace

class NeckCoreTest : public QObject {
    Q_OBJECT

private slots:
    /// Both ends of b meet a full step: it has to lie above a or below c at one, and above d or below e at the other.
    void a_core_that_fills_its_steps_is_found() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 4, 3), buffer("c", 0, 1, 3),
                                            buffer("d", 3, 6, 4), buffer("e", 5, 6, 3)});
        const RegionPart part = whole_part(problem);
        const LiveProfile profile = live_profile(problem, RegionIndex(0));
        QCOMPARE(profile.threshold, Bytes(7));
        NeckCore core(part, RegionIndex(0), profile, Offset(7), 90, 1);
        QVERIFY(core.turn(plenty_for_a_core, never_stopped));
        QVERIFY(is_sound_below(part, core.offsets(), Offset(7)));
    }

    /// The steps within one percent of the threshold leave too little room for what lives beside them.
    void what_does_not_fit_around_the_core_joins_it() {
        const Problem problem = model_problem(4'000, 3);
        const RegionPart part = whole_part(problem);
        const LiveProfile profile = live_profile(problem, RegionIndex(0));
        NeckCore core(part, RegionIndex(0), profile, Offset(profile.threshold.value()), 99, 1);
        const std::size_t at_first = core.core_size();
        QVERIFY(at_first < 100);
        QVERIFY(core.turn(plenty_for_a_core, never_stopped));
        QVERIFY(core.core_size() > at_first);
        QVERIFY(is_sound_below(part, core.offsets(), Offset(profile.threshold.value())));
        QVERIFY2(core.work() < 20'000'000, std::to_string(core.work()).c_str());
    }

    void a_capacity_below_the_threshold_exhausts_it() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 4, 3)});
        const RegionPart part = whole_part(problem);
        const LiveProfile profile = live_profile(problem, RegionIndex(0));
        NeckCore core(part, RegionIndex(0), profile, Offset(6), 90, 1);
        QVERIFY(!core.turn(plenty_for_a_core, never_stopped));
        QVERIFY(core.is_exhausted());
    }

    void what_it_finds_is_sound_and_below_the_capacity() {
        QVERIFY(rc::check("core", [] {
            Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            if (*rc::gen::arbitrary<bool>()) {
                problem.buffers.front().pin =
                    aligned_up(Offset(*rc::gen::inRange(0, 40)), problem.buffers.front().alignment);
            }
            const RegionPart part = whole_part(problem);
            const LiveProfile profile = live_profile(problem, RegionIndex(0));
            const Offset capacity(profile.threshold.value() + *rc::gen::inRange(0, 40));
            NeckCore core(part, RegionIndex(0), profile, capacity, *rc::gen::inRange(0, 101), 1);
            const bool found = core.turn(plenty_for_a_core, never_stopped);
            RC_ASSERT((found ? is_sound_below(part, core.offsets(), capacity) : core.is_exhausted()));
        }));
    }
};

ARENASCOPE_TEST(NeckCoreTest)
#include "neck_core_test.moc"
