#include "core/model/memory/live_profile.h"

#include <algorithm>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class LiveProfileTest : public QObject {
    Q_OBJECT

private slots:
    void variable_scratch_counts_with_its_minimum_at_any_size() {
        Problem problem = problem_of({buffer("t", 0, 3, 100), buffer("v", 1, 2, 70), buffer("w", 2, 3, 50)});
        for (const std::uint32_t scratch : {1U, 2U}) {
            problem.buffers[scratch].kind = BufferKind::scratch;
            problem.scratch.push_back({.buffer = BufferIndex(scratch), .variable = true});
        }
        problem.scratch[1].minimum = Bytes(20);
        const LiveProfile profile = live_profile(problem, RegionIndex(0));
        QCOMPARE(profile.threshold, Bytes(120));
        QCOMPARE(profile.peak_step, Step(2));
        QCOMPARE(live_at(profile, Step(1)), Bytes(100));
    }

    void each_region_has_its_own_threshold() {
        Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 5), buffer("c", 2, 3, 7)});
        problem.regions.resize(2);
        problem.buffers[1].region = RegionIndex(1);
        QCOMPARE(region_thresholds(problem, empty_layout(problem)), (std::vector<Bytes>{Bytes(17), Bytes(5)}));
        QCOMPARE(threshold(problem, empty_layout(problem)), Bytes(17));
        QCOMPARE(threshold(problem), Bytes(17));
    }

    void the_peak_step_is_the_first_of_equal_peaks() {
        const Problem problem = problem_of({buffer("a", 1, 2, 10), buffer("b", 3, 4, 10), buffer("c", 0, 5, 1)});
        QCOMPARE(live_profile(problem).peak_step, Step(1));
    }

    void sums_the_live_buffers_of_each_step() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 5)});
        const LiveProfile profile = live_profile(problem);
        QVERIFY(profile.steps == (StepList{Step(0), Step(2), Step(4), Step(6)}));
        QCOMPARE(profile.live, (std::vector<Bytes>{Bytes(10), Bytes(15), Bytes(5), Bytes(0)}));
        QCOMPARE(profile.threshold, Bytes(15));
        QCOMPARE(profile.peak_step, Step(2));
        QCOMPARE(live_at(profile, Step(-1)), Bytes(0));
        QCOMPARE(live_at(profile, Step(3)), Bytes(15));
        QCOMPARE(live_at(profile, Step(9)), Bytes(0));
    }

    void does_not_add_a_buffer_that_ends_to_one_that_begins() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 4, 6, 10)});
        QCOMPARE(threshold(problem), Bytes(10));
    }

    void counts_gaps_and_windows() {
        Problem problem = problem_of({buffer("a", 0, 9, 10), buffer("b", 3, 6, 10)});
        problem.buffers[0].set_gaps({{{Step(3), Step(6)}, {}}});
        QCOMPARE(threshold(problem), Bytes(10));
        problem.buffers[0].set_gaps({{{Step(3), Step(6)}, Window{Bytes(2), Bytes(5)}}});
        QCOMPARE(threshold(problem), Bytes(13));
    }

    void handles_the_greatest_time_span() {
        const std::int64_t far = 1'000'000'000'000'000'000;
        const Problem problem = problem_of({buffer("a", -far, far, 3), buffer("b", far - 1, far, 4)});
        QCOMPARE(threshold(problem), Bytes(7));
        QCOMPARE(live_profile(problem).peak_step, Step(far - 1));
    }

    void many_buffers_in_any_order_give_the_sum_at_each_step() {
        constexpr std::int64_t steps = 50'000;
        Problem problem;
        std::vector<std::int64_t> live(steps + 100, 0);
        std::uint64_t random = 1;
        for (std::size_t i = 0; i < 40'000; ++i) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            const auto begin = static_cast<std::int64_t>((random >> 33U) % steps);
            const auto length = static_cast<std::int64_t>(1 + (random >> 20U) % 99);
            problem.buffers.push_back(buffer("b" + std::to_string(i), begin - 1'000, begin - 1'000 + length, 7));
            for (std::int64_t step = begin; step < begin + length; ++step) {
                live[static_cast<std::size_t>(step)] += 7;
            }
        }
        const LiveProfile profile = live_profile(problem);
        QCOMPARE(profile.threshold, Bytes(*std::max_element(live.begin(), live.end())));
        for (std::int64_t step = 0; step < steps; ++step) {
            QCOMPARE(live_at(profile, Step(step - 1'000)), Bytes(live[static_cast<std::size_t>(step)]));
        }
    }

    void counts_bytes_shared_by_a_group_once() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 10), buffer("c", 0, 6, 5)});
        Layout layout = layout_of(problem, {0, 4, 20});
        layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}});
        QCOMPARE(threshold(problem), Bytes(25));
        QCOMPARE(threshold(problem, layout), Bytes(19));
    }

    void counts_groups_with_a_common_member_as_one_block() {
        const Problem problem =
            problem_of({buffer("whole", 0, 4, 20), buffer("x", 0, 4, 10), buffer("view", 0, 4, 10)});
        Layout layout = layout_of(problem, {0, 10, 10});
        layout.sharing.push_back({SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1)}});
        layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(1), BufferIndex(2)}});
        QCOMPARE(sharing_blocks(layout).size(), std::size_t{1});
        QCOMPARE(threshold(problem, layout), Bytes(20));
    }

    void is_empty_without_buffers() {
        QCOMPARE(threshold(Problem{}), Bytes(0));
        QCOMPARE(fragmentation(Offset(0), Bytes(0)), 0.0);
    }

    void agrees_with_summing_step_by_step() {
        QVERIFY(rc::check("profile as by summing", [] {
            const Problem problem = random_problem({.with_gaps = true});
            const LiveProfile profile = live_profile(problem);
            std::int64_t highest = 0;
            for (std::int64_t step = 0; step < 45; ++step) {
                std::int64_t live = 0;
                for (const Buffer& each : problem.buffers) {
                    for_each_piece(each, [&](const Piece& piece) {
                        live += contains(piece.steps, Step(step)) ? (piece.bytes.to - piece.bytes.from).value() : 0;
                    });
                }
                RC_ASSERT(live_at(profile, Step(step)) == Bytes(live));
                highest = std::max(highest, live);
            }
            RC_ASSERT(profile.threshold == Bytes(highest));
            RC_ASSERT(live_at(profile, profile.peak_step) == Bytes(highest));
        }));
    }
};

ARENASCOPE_TEST(LiveProfileTest)
#include "live_profile_test.moc"
