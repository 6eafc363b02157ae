#include "core/model/tiers/rectangle_classifier.h"

#include "core/model/memory/live_profile.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class RectangleClassifierTest : public QObject {
    Q_OBJECT

private slots:
    void above_the_threshold_is_high_over_and_sharing_time_with_it_is_high_beside() {
        // Threshold 10: "over" reaches 12, "beside" shares time with it, "far" shares time with nothing.
        const Problem problem =
            problem_of({buffer("over", 0, 2, 5), buffer("beside", 1, 3, 5), buffer("far", 5, 6, 3)});
        const auto risks = classify(problem, layout_of(problem, {7, 0, 0}));
        QCOMPARE(risks[0], (Risk{Tier::high, Cause::over}));
        QCOMPARE(risks[1], (Risk{Tier::high, Cause::beside}));
        QCOMPARE(risks[2], (Risk{Tier::none, Cause::none}));
    }

    void at_the_threshold_is_medium_and_so_is_sharing_time_with_it_but_not_with_high() {
        // Threshold 10 at step 1: "at" ends there, "beside" shares time with it.
        const Problem problem = problem_of({buffer("at", 0, 2, 5), buffer("beside", 1, 4, 5), buffer("low", 3, 6, 2)});
        const auto risks = classify(problem, layout_of(problem, {5, 0, 5}));
        QCOMPARE(risks[0], (Risk{Tier::medium, Cause::at}));
        QCOMPARE(risks[1], (Risk{Tier::medium, Cause::beside}));
        QCOMPARE(risks[2], (Risk{Tier::low, Cause::none}));
    }

    void at_the_threshold_and_sharing_time_with_a_buffer_over_it_is_high() {
        const Problem problem = problem_of({buffer("over", 0, 2, 4), buffer("at", 1, 3, 6)});
        const auto risks = classify(problem, layout_of(problem, {10, 4}));
        QCOMPARE(risks[0], (Risk{Tier::high, Cause::over}));
        QCOMPARE(risks[1], (Risk{Tier::high, Cause::beside}));
    }

    void each_region_has_its_own_threshold() {
        Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 0, 2, 40)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        const auto risks = classify(problem, layout_of(problem, {1, 0}));
        QCOMPARE(risks[0], (Risk{Tier::high, Cause::over}));
        QCOMPARE(risks[1], (Risk{Tier::medium, Cause::at}));
    }

    void tiers_follow_the_definition_on_any_layout() {
        QVERIFY(rc::check("tiers by definition", [] {
            const Problem problem = random_problem();
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 150));
            }
            const Layout layout = layout_of(problem, offsets);
            const auto risks = classify(problem, layout);
            const std::int64_t limit = threshold(problem).value();
            const auto with = [&](std::size_t i, auto&& accept) {
                for (std::size_t j = 0; j < problem.buffers.size(); ++j) {
                    if (i != j && overlap(problem.buffers[i].lifetime, problem.buffers[j].lifetime) && accept(j)) {
                        return true;
                    }
                }
                return false;
            };
            const auto tail = [&](std::size_t i) { return offsets[i] + problem.buffers[i].size.value(); };
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                Risk expected;
                if (tail(i) > limit) {
                    expected = {Tier::high, Cause::over};
                } else if (with(i, [&](std::size_t j) { return tail(j) > limit; })) {
                    expected = {Tier::high, Cause::beside};
                } else if (tail(i) == limit) {
                    expected = {Tier::medium, Cause::at};
                } else if (with(i, [&](std::size_t j) { return tail(j) == limit; })) {
                    expected = {Tier::medium, Cause::beside};
                } else if (with(i, [&](std::size_t j) { return risks[j].tier >= Tier::medium; })) {
                    expected = {Tier::low, Cause::none};
                }
                RC_ASSERT(risks[i] == expected);
            }
        }));
    }
};

ARENASCOPE_TEST(RectangleClassifierTest)
#include "rectangle_classifier_test.moc"
