#include "core/planner/sharing/operator_dependencies.h"

#include <map>
#include <set>
#include <string>

#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;

namespace {

/// Each set as the names of its members.
std::map<std::string, std::set<std::string>> named(const Problem& problem,
                                                   const std::vector<std::vector<BufferIndex>>& sets) {
    std::map<std::string, std::set<std::string>> names;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        for (const BufferIndex member : sets[i]) {
            names[problem.buffers[i].name].insert(problem.buffers[member].name);
        }
    }
    return names;
}

}  // namespace

class OperatorDependenciesTest : public QObject {
    Q_OBJECT

private slots:
    void worked_example_3_1_first_sets() {
        const Problem problem = arenascope::test::worked_network();
        const std::map<std::string, std::set<std::string>> expected = {
            {"input", {"input"}},
            {"split0", {"split0"}},
            {"conv0", {"split0", "conv0"}},
            {"conv1", {"split0", "conv0", "conv1"}},
            {"split1", {"conv0", "split1"}},
            {"conv2", {"conv0", "split1", "conv2"}},
            {"conv3", {"conv0", "split1", "conv2", "conv3"}},
            {"concat", {"concat"}},
            {"conv4", {"concat", "conv4"}},
        };
        QVERIFY(named(problem, first_dependencies(problem)) == expected);
    }

    void worked_example_3_1_dependencies() {
        const Problem problem = arenascope::test::worked_network();
        const std::set<std::string> early = {"split0", "conv0", "conv1"};
        const std::set<std::string> late = {"conv0", "split1", "conv2", "conv3"};
        const std::map<std::string, std::set<std::string>> expected = {
            {"input", {"input"}},
            {"split0", early},
            {"conv1", early},
            {"conv0", {"split0", "conv0", "conv1", "split1", "conv2", "conv3"}},
            {"split1", late},
            {"conv2", late},
            {"conv3", late},
            {"concat", {"concat", "conv4"}},
            {"conv4", {"concat", "conv4"}},
        };
        QVERIFY(named(problem, operator_dependencies(problem)) == expected);
    }

    void worked_example_3_2_local_sharing_is_a_closure_not_a_component() {
        const Problem problem = arenascope::test::worked_network();
        const std::map<std::string, std::set<std::string>> expected = {
            {"input", {"input", "split0"}},
            {"split0", {"input", "split0"}},
            {"conv0", {"conv0", "concat"}},
            {"conv1", {"conv1", "split1"}},
            {"split1", {"conv1", "split1"}},
            {"conv2", {"conv2", "concat"}},
            {"conv3", {"conv3", "concat"}},
            {"concat", {"conv0", "conv2", "conv3", "concat"}},
            {"conv4", {"conv4"}},
        };
        QVERIFY(named(problem, local_sharing(problem)) == expected);
    }

    void buffers_read_later_are_dependencies_and_never_partners() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {a}, 8);
        sketch.add("end", OperatorFeature::in_place, {relu}, 8);
        Problem& problem = sketch.problem();
        QVERIFY(named(problem, local_sharing(problem))["end"] == (std::set<std::string>{"a", "relu", "end"}));
        // The caller of the network reads relu after the last step.
        problem.buffers[relu].kind = BufferKind::output;
        QVERIFY(named(problem, first_dependencies(problem))["end"] == (std::set<std::string>{"relu", "end"}));
        QVERIFY(named(problem, local_sharing(problem))["end"] == (std::set<std::string>{"end"}));
        // A later operator reads a again.
        problem.buffers[a].lifetime.end = Step(4);
        QVERIFY(named(problem, first_dependencies(problem))["relu"] == (std::set<std::string>{"a", "relu"}));
        QVERIFY(named(problem, local_sharing(problem))["relu"] == (std::set<std::string>{"relu"}));
    }
};

ARENASCOPE_TEST(OperatorDependenciesTest)
#include "operator_dependencies_test.moc"
