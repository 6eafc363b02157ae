#include "core/planner/soundness.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Problem two() {
    return problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 7)});
}

PlanResult result_of(const Problem& problem, const std::vector<std::int64_t>& offsets, std::int64_t bound = 0) {
    PlanResult result;
    result.layout = layout_of(problem, offsets);
    result.lower_bound = Bytes(bound);
    return result;
}

std::string soundness_error(const Problem& problem, const PlanResult& result) {
    const auto sound = check_soundness(problem, result, "some-planner", 42);
    return sound ? std::string() : to_string(sound.error());
}

void expect_refused(const std::string& error, const std::string& fault) {
    QVERIFY2(error.find("planner 'some-planner' with seed 42") != std::string::npos, error.c_str());
    QVERIFY2(error.find(fault) != std::string::npos, error.c_str());
}

}  // namespace

class SoundnessTest : public QObject {
    Q_OBJECT

private slots:
    void a_sound_layout_passes() { QCOMPARE(soundness_error(two(), result_of(two(), {0, 10}, 17)), std::string()); }

    void an_overlap_is_refused_with_both_names() {
        expect_refused(soundness_error(two(), result_of(two(), {0, 9})), "buffers 'a' and 'b' overlap");
    }

    void an_overlap_that_is_declared_passes() {
        PlanResult result = result_of(two(), {0, 0});
        result.layout.sharing = {{SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}}};
        QCOMPARE(soundness_error(two(), result), std::string());
    }

    void a_misaligned_buffer_is_refused() {
        Problem problem = two();
        problem.buffers[1].alignment = Bytes(4);
        expect_refused(soundness_error(problem, result_of(problem, {0, 10})), "buffer 'b' is misaligned");
    }

    void a_buffer_outside_its_region_is_refused() {
        expect_refused(soundness_error(two(), result_of(two(), {0, -7})), "buffer 'b' lies outside its region");
        Problem problem = two();
        problem.regions.push_back({.name = "second"});
        PlanResult result = result_of(problem, {0, 10});
        result.layout.placements[0]->region = RegionIndex(1);
        expect_refused(soundness_error(problem, result), "buffer 'a' lies outside its region");
    }

    void a_buffer_away_from_its_pin_is_refused() {
        Problem problem = two();
        problem.buffers[0].pin = Offset(8);
        expect_refused(soundness_error(problem, result_of(problem, {0, 18})), "buffer 'a' is not at its pinned offset");
        expect_refused(soundness_error(problem, result_of(problem, {9, 19})), "buffer 'a' is not at its pinned offset");
        QCOMPARE(soundness_error(problem, result_of(problem, {8, 18})), std::string());
    }

    void a_complete_layout_below_its_bound_is_refused() {
        expect_refused(soundness_error(two(), result_of(two(), {0, 10}, 18)),
                       "the peak of 17 B is below the proved bound of 18 B");
    }

    void a_partial_layout_below_the_bound_passes() {
        PlanResult result = result_of(two(), {0}, 17);
        QCOMPARE(soundness_error(two(), result), std::string());
    }

    void a_layout_above_its_capacity_passes() {
        Problem problem = two();
        problem.regions.front().capacity = Bytes(16);
        QCOMPARE(soundness_error(problem, result_of(problem, {0, 10}, 17)), std::string());
    }
};

ARENASCOPE_TEST(SoundnessTest)
#include "soundness_test.moc"
