#include "tests/support/dataflow.h"

#include <ranges>

#include <QDir>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/support/shared_models.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::Dataflow;
using arenascope::test::NetworkSketch;
using arenascope::test::small_network;
using arenascope::test::worked_network;

namespace {

/// Every planner, and of those that have methods every method.
std::vector<PlanOrder> orders() {
    std::vector<PlanOrder> all;
    for (const Planner& planner : planners()) {
        const std::string name(planner.description.name);
        const auto& options = planner.description.options;
        const auto method = std::ranges::find(options, "method", &OptionSpec::key);
        if (method == options.end()) {
            all.push_back({.planner = name});
            continue;
        }
        for (const auto& choice : method->choices) {
            all.push_back({.planner = name, .settings = {{"method", std::string(choice)}}});
        }
    }
    return all;
}

/// What goes wrong when the problem is planned in every way; empty where nothing does.
std::string first_wrong_plan(const Problem& problem) {
    for (const PlanOrder& order : orders()) {
        const std::string way = order.planner + (order.settings.empty() ? "" : " " + order.settings.front().second);
        const auto plan = run_planner(problem, empty_layout(problem), order);
        if (!plan) {
            return way + ": " + to_string(plan.error());
        }
        const PlanResult& result = plan->result;
        if (!is_complete(result.layout) || !check(plan->problem, result.layout).overlaps.empty()) {
            return way + ": it is not complete, or buffers overlap";
        }
        if (Layout layout = result.layout; !reinstate_operators(layout, plan->problem).empty()) {
            return way + ": an operator is removed that has something left to do";
        }
        if (const auto wrong = Dataflow(plan->problem, result.layout).first_wrong_read(); !wrong.empty()) {
            return way + ": " + wrong;
        }
    }
    return {};
}

std::string wrong_read(test::PlacedPlan plan, const std::vector<OperatorIndex>& removed = {}) {
    plan.layout.removed = removed;
    return Dataflow(plan.problem, plan.layout).first_wrong_read();
}

/// `small_network` with everything apart, but for one buffer.
test::PlacedPlan small_network_with(std::size_t buffer, std::int64_t offset) {
    test::PlacedPlan plan = small_network();
    std::int64_t end = 0;
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        plan.layout.placements[i]->offset = Offset(end);
        end += plan.problem.buffers[i].size.value();
    }
    plan.problem.buffers.back().kind = BufferKind::output;
    plan.layout.placements[buffer]->offset = Offset(offset);
    return plan;
}

}  // namespace

class DataflowTest : public QObject {
    Q_OBJECT

private slots:
    void sees_nothing_wrong_where_all_lies_apart() { QCOMPARE(wrong_read(small_network_with(0, 0)), std::string()); }

    void sees_that_a_value_was_written_over_before_it_was_read() {
        // b lies on a, which split reads after relu has written b.
        QCOMPARE(wrong_read(small_network_with(2, 1024)), std::string("split does not see a"));
        QCOMPARE(wrong_read(small_network_with(3, 3072 + 2047)), std::string("concat does not see b"));
    }

    void sees_that_an_operator_writes_over_what_it_reads() {
        // a lies across the end of data; one byte is enough.
        QCOMPARE(wrong_read(small_network_with(1, 1023)), std::string("conv writes over data while it reads it"));
        QCOMPARE(wrong_read(small_network_with(4, 5120 + 511)), std::string("concat writes over c while it reads it"));
    }

    void lets_operators_write_over_their_operand_in_place_and_nowhere_else() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("relu", OperatorFeature::in_place, {in}, 8);
        test::PlacedPlan plan{sketch.problem(), empty_layout(sketch.problem())};
        plan.layout.placements = {Placement{Offset(4), RegionIndex(0)}, Placement{Offset(4), RegionIndex(0)}};
        QCOMPARE(wrong_read(plan), std::string());
        plan.layout.placements[1]->offset = Offset(3);
        QCOMPARE(wrong_read(plan), std::string("relu writes over in while it reads it"));
    }

    void sees_that_a_removed_operator_has_left_nothing() {
        test::PlacedPlan plan = small_network_with(3, 1024);
        QCOMPARE(wrong_read(plan, {OperatorIndex(2)}), std::string());
        plan.layout.placements[3]->offset = Offset(1025);
        QCOMPARE(wrong_read(plan, {OperatorIndex(2)}), std::string("concat does not see c"));
    }

    void sees_that_a_view_shows_an_older_value_than_it_should() {
        // The state is read as it was, through the view, after cell has written it anew.
        NetworkSketch sketch;
        const auto state = sketch.input("state", 8);
        const auto view = sketch.add("view", OperatorFeature::removable, {state}, 8);
        const auto cell = sketch.add("cell", OperatorFeature::ordinary, {state}, 8);
        sketch.add("end", OperatorFeature::ordinary, {view, cell}, 8);
        Problem& problem = sketch.problem();
        problem.buffers.front().kind = BufferKind::variable;
        problem.buffers.front().lifetime.end = Step(3);
        test::PlacedPlan plan{problem, empty_layout(problem)};
        plan.layout.placements = {Placement{Offset(0), RegionIndex(0)}, Placement{Offset(0), RegionIndex(0)},
                                  Placement{Offset(8), RegionIndex(0)}, Placement{Offset(16), RegionIndex(0)}};
        QCOMPARE(wrong_read(plan, {OperatorIndex(0)}), std::string("end does not see view"));
        const std::string wrong = first_wrong_plan(problem);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void every_planner_keeps_the_worked_network() { QCOMPARE(first_wrong_plan(worked_network()), std::string()); }

    void every_planner_keeps_every_sample() {
        int checked = 0;
        bool shares = false;
        for (const QFileInfo& file : QDir(arenascope::test::sample({})).entryInfoList(QDir::Files)) {
            auto document = read_document(file.filePath().toStdString());
            if (document && document->problem.graph) {
                // Planners that share nothing may need more memory than the file has.
                for (Region& region : document->problem.regions) {
                    region.capacity.reset();
                }
                const std::string wrong = first_wrong_plan(document->problem);
                QVERIFY2(wrong.empty(), (file.fileName().toStdString() + ": " + wrong).c_str());
                ++checked;
                shares |= std::ranges::any_of(document->problem.graph->operators, [](const Operator& one) {
                    return one.feature != OperatorFeature::ordinary;
                });
            }
        }
        QVERIFY(checked > 1);
        QVERIFY(shares);
    }

    void every_planner_keeps_every_model_data() { arenascope::test::add_model_rows(); }

    void every_planner_keeps_every_model() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(QString, path);
        const auto document = arenascope::test::opened_model(path);
        if (!document) {
            return;
        }
        QVERIFY(document->problem.graph.has_value());
        const std::string wrong = first_wrong_plan(document->problem);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

ARENASCOPE_TEST(DataflowTest)
#include "dataflow_test.moc"
