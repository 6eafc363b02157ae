#include "widgets/panels/inspector/takeover_facts.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class TakeoverFactsTest : public QObject {
    Q_OBJECT

private slots:
    void both_sides_of_the_edges_are_listed_with_links() {
        Problem problem =
            test::placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 3, 8, 8}, {"c", 3, 4, 8, 0}, {"d", 4, 5, 8, 0}}).problem;
        QVERIFY(takeover_facts(problem, BufferIndex(2)).empty());
        // a and b live together, so that the edge between them has no effect.
        problem.usage_graph = UsageGraph{{{BufferIndex(1)}, {}, {BufferIndex(0), BufferIndex(1)}, {BufferIndex(2)}}};
        const auto facts = takeover_facts(problem, BufferIndex(2));
        QCOMPARE(facts.size(), std::size_t{5});
        QCOMPARE(facts[0].label, QStringLiteral("May take over from"));
        QCOMPARE(facts[0].value, QStringLiteral("2 buffers"));
        QCOMPARE(facts[1].value, QStringLiteral("a"));
        QCOMPARE(facts[2].link, std::optional<std::uint32_t>(1));
        QCOMPARE(facts[3].label, QStringLiteral("May hand over to"));
        QCOMPARE(facts[4].value, QStringLiteral("d"));
        QCOMPARE(takeover_facts(problem, BufferIndex(0)).front().value, QStringLiteral("0 buffers"));
    }
};

ARENASCOPE_TEST(TakeoverFactsTest)
#include "takeover_facts_test.moc"
