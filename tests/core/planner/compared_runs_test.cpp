#include "core/planner/compared_runs.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/registry.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The names of the runs of a planner.
std::string names_of(const std::vector<ComparedRun>& runs, std::string_view planner = "many-core") {
    std::string names;
    for (const ComparedRun& run : runs) {
        if (run.planner->description.name == planner) {
            names += (names.empty() ? "" : "; ") + run.name;
        }
    }
    return names;
}

}  // namespace

class ComparedRunsTest : public QObject {
    Q_OBJECT

private slots:
    void many_core_runs_by_every_method_and_criterion() {
        const auto runs = compared_runs({});
        QCOMPARE(runs.size(), planners().size() + 9 + 3);
        QCOMPARE(names_of(runs),
                 std::string("many-core; many-core (fragmentation); many-core (pool); many-core (pool, fragmentation); "
                             "many-core (evolutionary); many-core (evolutionary, fragmentation); "
                             "many-core (reinforcement); many-core (reinforcement, fragmentation); "
                             "many-core (random); many-core (random, fragmentation)"));
        const auto last = std::find_if(runs.rbegin(), runs.rend(), [](const ComparedRun& run) {
            return run.planner->description.name == "many-core";
        });
        QCOMPARE(last->settings, (std::vector<KeyValue>{{"method", "random"}, {"criterion", "fragmentation"}}));
    }

    void a_planner_with_its_source_way_also_runs_by_that() {
        QCOMPARE(names_of(compared_runs({}), "peak-suppression"),
                 std::string("peak-suppression; peak-suppression (source)"));
        QCOMPARE(names_of(compared_runs({}), "operator-sharing"),
                 std::string("operator-sharing; operator-sharing (source); operator-sharing (letter)"));
        QCOMPARE(names_of(compared_runs({}), "exact"), std::string("exact"));
    }

    void what_the_user_has_set_is_not_varied() {
        QCOMPARE(names_of(compared_runs({{"method", "pool"}})), std::string("many-core; many-core (fragmentation)"));
        QCOMPARE(names_of(compared_runs({{"method", "pool"}, {"criterion", "peak"}})), std::string("many-core"));
    }
};

ARENASCOPE_TEST(ComparedRunsTest)
#include "compared_runs_test.moc"
