#include "core/analysis/explain/sharing_reasons.h"

#include <algorithm>
#include <map>
#include <rapidcheck.h>
#include <string>

#include "core/planner/sharing/operator_dependencies.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;

namespace {

using Told = std::map<std::string, std::string>;

const SharingReasons& reasons_of(const Problem& problem, const std::vector<SharingReasons>& all,
                                 const std::string& name) {
    return *std::find_if(all.begin(), all.end(),
                         [&](const SharingReasons& one) { return problem.buffers[one.buffer].name == name; });
}

/// By name of the other buffer: the reason; those of the second set after "+ ".
Told dependencies_told(const Problem& problem, const std::string& name) {
    const auto all = sharing_reasons(problem);
    const SharingReasons& one = reasons_of(problem, all, name);
    Told told;
    for (const Dependency& each : one.dependencies) {
        told[problem.buffers[each.other].name] = (each.is_first ? "" : "+ ") + reason_text(problem, one.buffer, each);
    }
    return told;
}

Told partners_told(const Problem& problem, const std::string& name) {
    const auto all = sharing_reasons(problem);
    Told told;
    for (const Partner& each : reasons_of(problem, all, name).partners) {
        told[problem.buffers[each.other].name] = reason_text(problem, each);
    }
    return told;
}

}  // namespace

class SharingReasonsTest : public QObject {
    Q_OBJECT

private slots:
    void worked_example_3_1_gives_the_reason_of_each_dependency() {
        const Problem problem = test::worked_network();
        const Told of_conv0 = {{"conv0", "itself"},
                               {"split0", "its operator reads it and must not overwrite it"},
                               {"conv1", "+ 'conv0' is read later, by 'concat'"},
                               {"split1", "+ 'conv0' is read later, by 'concat'"},
                               {"conv2", "+ 'conv0' is read later, by 'concat'"},
                               {"conv3", "+ 'conv0' is read later, by 'concat'"}};
        QVERIFY(dependencies_told(problem, "conv0") == of_conv0);
        const Told of_conv1 = {{"conv1", "itself"},
                               {"split0", "its operator reads it and must not overwrite it"},
                               {"conv0", "read later, by 'concat'"}};
        QVERIFY(dependencies_told(problem, "conv1") == of_conv1);
        const Told of_concat = {{"concat", "itself"}, {"conv4", "+ 'conv4' reads 'concat' and must not overwrite it"}};
        QVERIFY(dependencies_told(problem, "concat") == of_concat);
    }

    void worked_example_3_2_gives_the_reason_of_each_partner() {
        const Problem problem = test::worked_network();
        const Told of_concat = {{"concat", "itself"},
                                {"conv0", "holds it at byte 0 as a part"},
                                {"conv2", "holds it at byte 30 as a part"},
                                {"conv3", "holds it at byte 60 as a part"}};
        QVERIFY(partners_told(problem, "concat") == of_concat);
        QVERIFY(partners_told(problem, "conv2") == (Told{{"conv2", "itself"}, {"concat", "a part of it at byte 30"}}));
        QVERIFY(partners_told(problem, "split0") == (Told{{"split0", "itself"}, {"input", "a view of it at byte 0"}}));
        QVERIFY(partners_told(problem, "input") ==
                (Told{{"input", "itself"}, {"split0", "holds it at byte 0 as a view"}}));
    }

    void partners_over_several_operators_name_the_first_on_the_way() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto one = sketch.add("one", OperatorFeature::in_place, {in}, 8);
        const auto two = sketch.add("two", OperatorFeature::in_place, {one}, 8);
        sketch.add("end", OperatorFeature::ordinary, {two}, 8);
        QVERIFY(partners_told(sketch.problem(), "in") ==
                (Told{{"in", "itself"},
                      {"one", "may be overwritten by it"},
                      {"two", "may be overwritten by 'one', which shares with it"}}));
        QVERIFY(partners_told(sketch.problem(), "two") == (Told{{"two", "itself"},
                                                                {"one", "may overwrite it"},
                                                                {"in", "may overwrite 'one', which shares with it"}}));
    }

    void outputs_are_needed_after_the_last_step() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        sketch.add("b", OperatorFeature::ordinary, {in}, 8);
        sketch.problem().buffers[a].kind = BufferKind::output;
        sketch.problem().buffers[a].lifetime.end = Step(2);
        QCOMPARE(dependencies_told(sketch.problem(), "b")["a"], std::string("needed after the last step"));
        QCOMPARE(dependencies_told(sketch.problem(), "a")["b"], std::string("+ 'a' is needed after the last step"));
    }

    void a_problem_without_a_graph_has_no_reasons() {
        Problem problem = test::worked_network();
        problem.graph.reset();
        QVERIFY(sharing_reasons(problem).empty());
    }

    void the_sets_are_those_of_the_planner() {
        QVERIFY(rc::check("against the sets", [] {
            const Problem problem = test::random_network();
            const auto first = first_dependencies(problem);
            const auto all = operator_dependencies(problem);
            const auto local = local_sharing(problem);
            const auto reasons = sharing_reasons(problem);
            RC_ASSERT(reasons.size() == problem.buffers.size());
            for (const SharingReasons& one : reasons) {
                std::vector<BufferIndex> in_first;
                std::vector<BufferIndex> in_any;
                for (const Dependency& each : one.dependencies) {
                    if (each.is_first) {
                        in_first.push_back(each.other);
                    }
                    in_any.push_back(each.other);
                    RC_ASSERT((each.cause == DependencyCause::itself) == (each.other == one.buffer));
                }
                std::sort(in_any.begin(), in_any.end());
                RC_ASSERT(in_first == first[one.buffer]);
                RC_ASSERT(in_any == all[one.buffer]);
                std::vector<BufferIndex> partners;
                for (const Partner& each : one.partners) {
                    partners.push_back(each.other);
                    RC_ASSERT((each.cause == PartnerCause::itself) == (each.other == one.buffer));
                }
                RC_ASSERT(partners == local[one.buffer]);
            }
        }));
    }
};

ARENASCOPE_TEST(SharingReasonsTest)
#include "sharing_reasons_test.moc"
