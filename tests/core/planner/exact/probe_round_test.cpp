#include "core/planner/exact/component_search.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

SearchedGroup group_of_five() {
    const Problem problem = problem_of(
        {buffer("a", 0, 2, 3), buffer("b", 1, 4, 1), buffer("c", 3, 5, 3), buffer("d", 0, 1, 1), buffer("e", 4, 5, 1)});
    std::vector<BufferIndex> members;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        members.emplace_back(i);
    }
    return searched_group(problem, members, {});
}

Probe under(std::int64_t capacity, bool ends_round) {
    Probe probe{.capacity = capacity, .slice = 100'000};
    probe.ends_round_when_found = ends_round;
    return probe;
}

}  // namespace

class ProbeRoundTest : public QObject {
    Q_OBJECT

private slots:
    void the_first_probe_that_ends_the_round_is_the_last_outcome() {
        const SearchedGroup group = group_of_five();
        for (const int threads : {1, 2, 4}) {
            ProbeRunner runner(group, threads);
            const std::vector<Probe> probes{under(3, true), under(6, false), under(4, true), under(5, true)};
            const auto outcomes = runner.run(probes, {});
            QCOMPARE(outcomes.size(), std::size_t{3});
            QCOMPARE(outcomes[0].verdict, Verdict::none);
            QCOMPARE(outcomes[1].verdict, Verdict::found);
            QCOMPARE(outcomes[2].verdict, Verdict::found);
            QCOMPARE(outcomes[2].order.size(), std::size_t{5});
        }
    }

    void a_probe_does_not_depend_on_earlier_probes() {
        const SearchedGroup group = group_of_five();
        ProbeRunner runner(group, 1);
        const std::vector<Probe> probes{under(4, false), under(5, false), under(4, false)};
        const auto outcomes = runner.run(probes, {});
        QCOMPARE(outcomes.size(), std::size_t{3});
        QCOMPARE(outcomes[0].order, outcomes[2].order);
        QCOMPARE(outcomes[0].work, outcomes[2].work);
        QVERIFY(outcomes[0].nodes > 0);
    }

    void gives_up_running_probes_when_stopped() {
        const SearchedGroup group = group_of_five();
        ProbeRunner runner(group, 2);
        for (const ProbeOutcome& outcome : runner.run(std::vector(3, under(4, false)), [] { return true; })) {
            QVERIFY(outcome.verdict != Verdict::none);
        }
    }
};

ARENASCOPE_TEST(ProbeRoundTest)
#include "probe_round_test.moc"
