#include "core/format/xla/printed_amount.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class PrintedAmountTest : public QObject {
    Q_OBJECT

private slots:
    void units_are_binary() {
        QCOMPARE(printed_amount("0B")->bytes, std::int64_t{0});
        QCOMPARE(printed_amount(" 128 ")->bytes, std::int64_t{128});
        QCOMPARE(printed_amount("5.5KiB")->bytes, std::int64_t{5632});
        QCOMPARE(printed_amount("12.0K")->bytes, std::int64_t{12'288});
        QCOMPARE(printed_amount("40.50M")->bytes, std::int64_t{42'467'328});
        QCOMPARE(printed_amount("1.00GiB")->bytes, std::int64_t{1} << 30);
        QCOMPARE(printed_amount("2T")->bytes, std::int64_t{2} << 40);
    }

    void the_last_digit_tells_the_rounding() {
        QCOMPARE(printed_amount("128B")->rounding, 0.0);
        QCOMPARE(printed_amount("12.0K")->rounding, 51.2);
        QCOMPARE(printed_amount("1.00M")->rounding, 5242.88);
    }

    void other_texts_are_no_sizes() {
        for (const char* text : {"", "unknown size", "MiB", "1.2.3M", "-1M", "1X", "6.00MiB (P", "9000000000T"}) {
            QVERIFY2(!printed_amount(text), text);
        }
    }
};

ARENASCOPE_TEST(PrintedAmountTest)
#include "printed_amount_test.moc"
