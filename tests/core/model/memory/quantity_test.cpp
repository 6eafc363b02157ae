#include <limits>
#include <rapidcheck.h>

#include "core/model/memory/lifetime.h"  // with it comes quantity.h, which moc can not read first
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int64_t highest_number = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t lowest_number = std::numeric_limits<std::int64_t>::min();

}  // namespace

class QuantityTest : public QObject {
    Q_OBJECT

private slots:
    void a_sum_that_does_not_fit_is_empty() {
        QCOMPARE(checked_add(highest_number - 1, 1), std::optional(highest_number));
        QVERIFY(!checked_add(highest_number, 1).has_value());
        QVERIFY(!checked_add(lowest_number, -1).has_value());
        QVERIFY(!checked_subtract(0, lowest_number).has_value());
        QCOMPARE(checked_subtract(-1, lowest_number), std::optional(highest_number));
        QVERIFY(!checked_multiply(highest_number / 2 + 1, 2).has_value());
        QVERIFY(!checked_multiply(lowest_number, -1).has_value());
        QCOMPARE(checked_multiply(-3, 7), std::optional(std::int64_t{-21}));
    }

    void an_offset_is_aligned_upwards_on_both_sides_of_zero() {
        QCOMPARE(aligned_up(Offset(0), Bytes(16)), Offset(0));
        QCOMPARE(aligned_up(Offset(1), Bytes(16)), Offset(16));
        QCOMPARE(aligned_up(Offset(32), Bytes(16)), Offset(32));
        QCOMPARE(aligned_up(Offset(-1), Bytes(16)), Offset(0));
        QCOMPARE(aligned_up(Offset(-17), Bytes(16)), Offset(-16));
    }

    void aligned_up_gives_the_lowest_multiple_at_or_above() {
        QVERIFY(rc::check("aligned_up", [] {
            const auto offset = *rc::gen::inRange<std::int64_t>(-10'000, 10'000);
            const auto alignment = *rc::gen::inRange<std::int64_t>(1, 500);
            const std::int64_t aligned = aligned_up(Offset(offset), Bytes(alignment)).value();
            RC_ASSERT(aligned % alignment == 0);
            RC_ASSERT(offset <= aligned);
            RC_ASSERT(aligned < offset + alignment);
        }));
    }

    void none_differs_from_every_index() {
        QVERIFY(BufferIndex::none() != BufferIndex(0));
        QVERIFY(BufferIndex::none() == BufferIndex::none());
    }
};

ARENASCOPE_TEST(QuantityTest)
#include "quantity_test.moc"
