#include "core/model/order/downset_table.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class DownsetTableTest : public QObject {
    Q_OBJECT

private slots:
    void the_way_with_the_lower_peak_is_kept() {
        DownsetTable table(3);
        const auto start = table.arrive({0}, 0, DownsetTable::none, {});
        const std::vector<OrderNode> first{1, 0};
        const std::vector<OrderNode> second{0, 1};
        const auto high = table.arrive({3}, 9, start.entry, first);
        QVERIFY(high.is_better);
        QVERIFY(!table.arrive({3}, 9, start.entry, second).is_better);
        const auto low = table.arrive({3}, 8, start.entry, second);
        QVERIFY(low.is_better);
        QCOMPARE(low.entry, high.entry);
        QCOMPARE(table.peak(low.entry), std::int64_t{8});
        QCOMPARE(table.order_to(low.entry), second);
        QCOMPARE(table.size(), std::size_t{2});
    }

    void many_downsets_stay_apart() {
        DownsetTable table(130);
        for (std::uint64_t i = 0; i < 5'000; ++i) {
            const auto arrival = table.arrive({i, i * i, i & 3U}, 1, DownsetTable::none, {});
            QVERIFY(arrival.is_better);
            QCOMPARE(arrival.entry, static_cast<DownsetTable::Entry>(i));
        }
        QCOMPARE(table.arrive({70, 4'900, 2}, 1, DownsetTable::none, {}).entry, DownsetTable::Entry{70});
        QCOMPARE(table.done(70)[1], std::uint64_t{4'900});
    }
};

ARENASCOPE_TEST(DownsetTableTest)
#include "downset_table_test.moc"
