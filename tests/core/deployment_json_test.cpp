#include "core/format/deployment_json.h"

#include <nlohmann/json.hpp>

#include "core/planner/planning.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;

class DeploymentJsonTest : public QObject {
    Q_OBJECT

private slots:
    void leaves_out_what_is_removed_and_says_where_its_consumers_read() {
        const Problem problem = arenascope::test::worked_network();
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "operator-sharing", .settings = {{"method", "source"}}});
        QVERIFY(plan.has_value());
        const auto json = nlohmann::json::parse(
            deployment_json_text(plan->problem, plan->result.layout, plan->result.removed), nullptr, false);
        QVERIFY(!json.is_discarded());
        QCOMPARE(json["peak"].get<int>(), 160);
        QCOMPARE(json["operators"].size(), std::size_t{5});
        QCOMPARE(json["removed"].size(), std::size_t{3});
        // conv4 reads the whole block that the merge would have put together.
        const auto& last = json["operators"].back();
        QCOMPARE(QString::fromStdString(last["name"].get<std::string>()), QStringLiteral("conv4"));
        QCOMPARE(last["reads"][0]["offset"].get<int>(), 0);
        QCOMPARE(last["reads"][0]["size"].get<int>(), 90);
        QCOMPARE(last["writes"][0]["offset"].get<int>(), 90);
    }

    void has_no_operators_where_there_is_no_graph() {
        Problem problem = arenascope::test::worked_network();
        problem.graph.reset();
        const auto json =
            nlohmann::json::parse(deployment_json_text(problem, empty_layout(problem), {}), nullptr, false);
        QVERIFY(!json.is_discarded() && json["operators"].empty());
    }
};

ARENASCOPE_TEST(DeploymentJsonTest)
#include "deployment_json_test.moc"
