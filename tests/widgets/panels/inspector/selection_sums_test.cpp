#include "widgets/panels/inspector/selection_sums.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class SelectionSumsTest : public QObject {
    Q_OBJECT

private slots:
    void sums_are_of_the_selected_buffers_only() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 10, 30}, {"b", 2, 9, 20, 5}, {"c", 5, 7, 40, -1}, {"d"}});
        const IndexedVector<BufferIndex, Risk> risks{
            {Tier::high, Cause::over}, {Tier::high, Cause::beside}, {Tier::low, Cause::none}, {}};
        const std::vector<BufferIndex> selected{BufferIndex(0), BufferIndex(1), BufferIndex(2)};
        const SelectionSums sums = selection_sums(plan.problem, plan.layout, risks, selected);
        QCOMPARE(sums.size, Bytes(70));
        QVERIFY((sums.steps == Lifetime{Step(0), Step(9)}));
        QVERIFY((sums.bytes == AddressRange{Offset(5), Offset(40)}));
        QCOMPARE(sums.unplaced, std::int64_t{1});
        QVERIFY((sums.tiers == std::array<std::int64_t, 4>{0, 1, 0, 2}));
    }

    void without_a_place_and_risks_there_are_no_bytes_and_tiers() {
        const PlacedPlan plan = placed_plan({{"a", 3, 4, 10, -1}});
        const std::vector<BufferIndex> selected{BufferIndex(0)};
        const SelectionSums sums = selection_sums(plan.problem, plan.layout, {}, selected);
        QVERIFY(!sums.bytes);
        QVERIFY((sums.tiers == std::array<std::int64_t, 4>{}));
    }
};

ARENASCOPE_TEST(SelectionSumsTest)
#include "selection_sums_test.moc"
