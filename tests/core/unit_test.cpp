#include "core/picture/unit.h"

#include <limits>

#include "tests/support/test_registry.h"

using namespace arenascope;

class UnitTest : public QObject {
    Q_OBJECT

private slots:
    void the_unit_suits_the_height() {
        QVERIFY(unit_for(Bytes(16 * 1024 - 1)) == Unit::bytes);
        QVERIFY(unit_for(Bytes(16 * 1024)) == Unit::kibibytes);
        QVERIFY(unit_for(Bytes(64 * 1024 * 1024)) == Unit::mebibytes);
    }

    void amounts_are_grouped_and_have_two_decimals_at_most() {
        QCOMPARE(amount_text(1'352'704, Unit::kibibytes), std::string("1,321 KiB"));
        QCOMPARE(amount_text(640, Unit::bytes), std::string("640 B"));
        QCOMPARE(number_text(256, Unit::kibibytes), std::string("0.25"));
        QCOMPARE(number_text(1536, Unit::kibibytes), std::string("1.5"));
        QCOMPARE(number_text(1025, Unit::kibibytes), std::string("1"));
        QCOMPARE(number_text(2047, Unit::kibibytes), std::string("2"));
        QCOMPARE(number_text(-1536, Unit::kibibytes), std::string("-1.5"));
    }

    void hexadecimal_needs_no_unit() {
        QCOMPARE(amount_text(0x52800, Unit::hexadecimal), std::string("0x52800"));
        QCOMPARE(amount_text(-16, Unit::hexadecimal), std::string("-0x10"));
    }

    void the_largest_and_the_smallest_number_can_be_written() {
        constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
        QCOMPARE(grouped(std::numeric_limits<std::int64_t>::max()), std::string("9,223,372,036,854,775,807"));
        QCOMPARE(grouped(lowest), std::string("-9,223,372,036,854,775,808"));
        QCOMPARE(number_text(lowest, Unit::hexadecimal), std::string("-0x8000000000000000"));
        QCOMPARE(number_text(lowest, Unit::kibibytes), std::string("-9,007,199,254,740,992"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(-1000), std::string("-1,000"));
    }

    void a_share_has_one_decimal_and_a_sign_where_it_is_asked_for() {
        QCOMPARE(percent_text(0.29), std::string("29.0 %"));
        QCOMPARE(percent_text(0.29, true), std::string("+29.0 %"));
        QCOMPARE(percent_text(-0.005, true), std::string("-0.5 %"));
    }
};

ARENASCOPE_TEST(UnitTest)
#include "unit_test.moc"
