#include "widgets/panels/inspector/buffer_relations.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class BufferRelationsTest : public QObject {
    Q_OBJECT

private slots:
    void neighbours_come_before_what_else_lives_with_a_buffer() {
        const PlacedPlan plan = placed_plan({{"far", 0, 9, 8, 100},
                                             {"below", 0, 9, 8, 0},
                                             {"it", 2, 6, 8, 8},
                                             {"above", 0, 9, 8, 16},
                                             {"later", 7, 9}});
        const BufferRelations relations = buffer_relations(plan.problem, plan.layout, BufferIndex(2), Unit::bytes);
        QCOMPARE(relations.conflicts, std::size_t{3});
        QCOMPARE(relations.shared_steps, std::int64_t{12});
        std::vector<std::size_t> rows;
        for (const BufferListRow& row : relations.rows.rows) {
            rows.push_back(row.buffer.value());
        }
        QVERIFY((rows == std::vector<std::size_t>{3, 1, 0}));
        QCOMPARE(relations.rows.rows[0].note, QStringLiteral("touches above"));
        QCOMPARE(relations.rows.rows[2].note, QString());
        QVERIFY(!relations.lack && !relations.object && relations.producers.empty());
    }

    void an_unplaced_buffer_lacks_room() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, -1}});
        plan.problem.regions[0].capacity = Bytes(12);
        const BufferRelations relations = buffer_relations(plan.problem, plan.layout, BufferIndex(1), Unit::bytes);
        QVERIFY(relations.lack && relations.lack->missing == Bytes(4));
        QVERIFY(relations.neighbours == Neighbours());
    }
};

ARENASCOPE_TEST(BufferRelationsTest)
#include "buffer_relations_test.moc"
