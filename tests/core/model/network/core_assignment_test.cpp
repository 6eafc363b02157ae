#include "core/model/network/core_assignment.h"

#include <string>
#include <vector>

#include "core/format/assignment_csv.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A chain of eight operators; the last three write the most bytes.
Problem chain() {
    NetworkSketch sketch;
    BufferIndex last = sketch.input("in", 1);
    for (const std::int64_t size : {1, 1, 1, 1, 1, 5, 5, 5}) {
        const std::string name = std::string("op").append(std::to_string(sketch.problem().buffers.size() - 1));
        last = sketch.add(name, OperatorFeature::ordinary, {last}, size);
    }
    return std::move(sketch.problem());
}

std::string text_of(const CoreAssignment& assignment) {
    std::string text;
    for (const RegionIndex core : assignment.cores) {
        text += text.empty() ? "" : " ";
        text += std::to_string(core.value());
    }
    return text;
}

std::string assignment_error(const std::string& csv, std::int64_t at_least = 0) {
    const auto list = parse_assignment_csv(csv, "cores.csv");
    const auto assignment = list ? assigned_by_name(chain(), *list, at_least, "cores.csv")
                                 : Expected<CoreAssignment>(tl::unexpected(list.error()));
    return assignment ? std::string() : to_string(assignment.error());
}

}  // namespace

class CoreAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void each_rule_assigns_operators_in_its_own_order() {
        QCOMPARE(text_of(split_by_rule(chain(), 3, CoreSplit::order)), std::string("0 0 0 1 1 1 2 2"));
        QCOMPARE(text_of(split_by_rule(chain(), 3, CoreSplit::bytes)), std::string("0 0 0 0 0 0 1 2"));
        QCOMPARE(text_of(split_by_rule(chain(), 3, CoreSplit::round_robin)), std::string("0 1 2 0 1 2 0 1"));
    }

    void buffers_without_operators_count_in_order_of_begin() {
        const Problem problem = problem_of({buffer("late", 5, 6, 1), buffer("a", 0, 1, 1), buffer("b", 0, 1, 1)});
        QCOMPARE(text_of(split_by_rule(problem, 3, CoreSplit::order)), std::string("2 0 1"));
    }

    void with_more_cores_than_operators_some_cores_are_idle() {
        const Problem problem = problem_of({buffer("a", 0, 1, 1)});
        for (const CoreSplit rule : {CoreSplit::order, CoreSplit::bytes, CoreSplit::round_robin}) {
            const CoreAssignment assignment = split_by_rule(problem, 4, rule);
            QCOMPARE(text_of(assignment), std::string("0"));
            QCOMPARE(assignment.regions.size(), std::size_t{4});
            QCOMPARE(assignment.regions[3].name, std::string("core 3"));
        }
    }

    void a_core_has_the_capacity_of_the_only_region_or_of_the_region_with_its_name() {
        Problem problem = chain();
        problem.regions.front().capacity = Bytes(64);
        QCOMPARE(split_by_rule(problem, 2, CoreSplit::order).regions[1].capacity, std::optional(Bytes(64)));
        problem.regions.push_back({.name = "core 1", .capacity = Bytes(7)});
        const CoreAssignment assignment = split_by_rule(problem, 2, CoreSplit::order);
        QVERIFY(!assignment.regions[0].capacity);
        QCOMPARE(assignment.regions[1].capacity, std::optional(Bytes(7)));
    }

    void a_list_names_cores_by_number_and_by_name() {
        const auto list = parse_assignment_csv("Core,operator\n1,op0\nfast,op1\ncore 0,op2\n", "cores.csv");
        QVERIFY2(list.has_value(), list ? "" : to_string(list.error()).c_str());
        const auto assignment = assigned_by_name(chain(), *list, 0, "cores.csv");
        QVERIFY2(assignment.has_value(), assignment ? "" : to_string(assignment.error()).c_str());
        QCOMPARE(text_of(*assignment), std::string("1 2 0 0 0 0 0 0"));
        QCOMPARE(assignment->regions.size(), std::size_t{3});
        QCOMPARE(assignment->regions[2].name, std::string("fast"));
        QCOMPARE(assignment->unnamed, std::size_t{5});
    }

    void a_wrong_list_is_an_error_that_names_the_line() {
        QVERIFY(assignment_error("op0,0\nop1,1\n").empty());
        QVERIFY(assignment_error("operator,core\n").starts_with("cores.csv: the file assigns no operator"));
        QVERIFY(assignment_error("operator,cor\nop0,1\n").starts_with("cores.csv:1: "));
        QVERIFY(assignment_error("operator,core\nop9,1\n").starts_with("cores.csv:2: there is no operator 'op9'"));
        QVERIFY(assignment_error("op0\n").starts_with("cores.csv:1: the row names no core"));
        QVERIFY(assignment_error("op0,1,2\n").starts_with("cores.csv:1: "));
        QVERIFY(assignment_error("op0,1\nop0,2\n").starts_with("cores.csv:2: 'op0' is assigned to two cores"));
        QVERIFY(assignment_error("op0,1024\n").starts_with("cores.csv:1: there is no core '1024'"));
        QVERIFY(assignment_error("op0,2\n", 2).starts_with("cores.csv:1: there is no core '2'"));
    }

    void an_invalid_core_number_is_not_a_core_name() {
        for (const char* number : {"-1", "+1", "1.5", "99999999999999999999", "-99999999999999999999", "core -1",
                                   "core 99999999999999999999"}) {
            const std::string error = assignment_error(std::string("op1,1023\nop0,") + number + "\n");
            QCOMPARE(error,
                     std::string("cores.csv:2: there is no core '") + number + "'; cores are numbered from 0 to 1023");
        }
        for (const char* name : {"-", "core ", "core x", "1a", "."}) {
            QCOMPARE(assignment_error(std::string("op0,") + name + "\n"), std::string());
        }
    }

    void a_problem_may_assign_its_operators_to_cores() {
        Problem problem = chain();
        QVERIFY(!own_assignment(problem));
        problem.regions.push_back({.name = "second"});
        problem.graph->operators[3].core = RegionIndex(1);
        const auto assignment = own_assignment(problem);
        QVERIFY(assignment.has_value());
        QCOMPARE(text_of(*assignment), std::string("0 0 0 1 0 0 0 0"));
        QCOMPARE(assignment->unnamed, std::size_t{7});
    }
};

ARENASCOPE_TEST(CoreAssignmentTest)
#include "core_assignment_test.moc"
