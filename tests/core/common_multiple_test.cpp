#include "core/memory/common_multiple.h"

#include <limits>

#include "tests/support/test_registry.h"

using namespace arenascope;

class CommonMultipleTest : public QObject {
    Q_OBJECT

private slots:
    void it_is_the_least_that_both_divide() {
        QCOMPARE(common_multiple(Bytes(4), Bytes(6)), std::optional(Bytes(12)));
        QCOMPARE(common_multiple(Bytes(16), Bytes(64)), std::optional(Bytes(64)));
        QCOMPARE(common_multiple(Bytes(1), Bytes(1)), std::optional(Bytes(1)));
    }

    void one_that_64_bits_do_not_hold_is_none() {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(common_multiple(most, most - 1), std::nullopt);
        QCOMPARE(common_multiple(most, most), std::optional(most));
    }
};

ARENASCOPE_TEST(CommonMultipleTest)
#include "common_multiple_test.moc"
