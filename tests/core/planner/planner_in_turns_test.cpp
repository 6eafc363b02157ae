#include "core/planner/planner_in_turns.h"

#include "core/planner/exact/exact_planner.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "core/planner/peak_suppression/layout_tuner.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

OptionValues options_of(const Planner& planner, const std::string& work) {
    return *OptionValues::from(planner.description.options, {{"work", work}});
}

/// Alignment wastes so much that no planner comes to the threshold.
Problem hard_problem(std::uint64_t seed) {
    Problem problem;
    problem.regions.front().alignment = Bytes(512);
    Random random(seed);
    for (int i = 0; i < 150; ++i) {
        const auto begin = static_cast<std::int64_t>(random.below(75));
        problem.buffers.push_back(buffer(std::string("b").append(std::to_string(i)), begin,
                                         begin + 1 + static_cast<std::int64_t>(random.below(25)),
                                         1'000 + static_cast<std::int64_t>(random.below(30'000))));
    }
    return problem;
}

}  // namespace

class PlannerInTurnsTest : public QObject {
    Q_OBJECT

private slots:
    void a_run_that_is_held_does_the_same() {
        for (const Planner& planner : {exact_planner(), layout_tuner(), hill_climb()}) {
            const Problem problem = hard_problem(7);
            const PlanRequest request{.problem = problem, .options = options_of(planner, "30000000")};
            const auto whole = planner.plan(request);
            PlannerInTurns turns(planner, request);
            std::uint64_t held = 0;
            for (std::uint64_t end = 1'000'000; !turns.has_ended(); end += 1'000'000) {
                turns.go_on(end);
                ++held;
            }
            QVERIFY2(held > 3, planner.description.name.data());
            QVERIFY(turns.result() != nullptr);
            QCOMPARE(turns.result()->layout.placements, whole->layout.placements);
            QCOMPARE(turns.result()->lower_bound, whole->lower_bound);
            QCOMPARE(turns.result()->work, whole->work);
        }
    }

    void it_is_held_soon_after_its_work_end_and_tells_its_layouts_meanwhile() {
        const Problem problem = hard_problem(8);
        const Planner planner = layout_tuner();
        std::vector<std::int64_t> peaks;
        PlannerInTurns turns(
            planner,
            {.problem = problem, .options = options_of(planner, "100000000"), .progress = [&](const Progress& made) {
                 if (made.improved != nullptr) {
                     peaks.push_back(peak(problem, *made.improved).value());
                 }
             }});
        QVERIFY(peaks.empty());
        turns.go_on(2'000'000);
        QVERIFY(!turns.has_ended() && turns.result() == nullptr);
        QVERIFY(turns.work() >= 2'000'000 && turns.work() < 10'000'000);
        QVERIFY(!peaks.empty() && std::ranges::is_sorted(peaks, std::ranges::greater()));
    }

    void one_that_goes_away_ends_its_run() {
        const Problem problem = hard_problem(9);
        const Planner planner = exact_planner();
        bool was_asked = false;
        {
            PlannerInTurns turns(planner,
                                 {.problem = problem, .options = options_of(planner, "100000000000"), .stop = [&] {
                                      was_asked = true;
                                      return false;
                                  }});
            turns.go_on(1'000'000);
        }
        QVERIFY(was_asked);
    }
};

ARENASCOPE_TEST(PlannerInTurnsTest)
#include "planner_in_turns_test.moc"
