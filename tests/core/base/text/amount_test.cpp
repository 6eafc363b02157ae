#include "core/base/text/amount.h"

#include <clocale>
#include <cstdlib>
#include <limits>
#include <rapidcheck.h>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

class AmountTest : public QObject {
    Q_OBJECT

private slots:
    void the_unit_suits_the_height() {
        QVERIFY(unit_for(16 * 1024 - 1) == Unit::bytes);
        QVERIFY(unit_for(16 * 1024) == Unit::kibibytes);
        QVERIFY(unit_for(64 * 1024 * 1024) == Unit::mebibytes);
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

    void a_nonzero_amount_is_never_shown_as_zero() {
        QCOMPARE(number_text(5, Unit::kibibytes), std::string("<0.01"));
        QCOMPARE(number_text(6, Unit::kibibytes), std::string("0.01"));
        QCOMPARE(number_text(-5, Unit::kibibytes), std::string(">-0.01"));
        QCOMPARE(amount_text(64, Unit::mebibytes), std::string("<0.01 MiB"));
        QCOMPARE(number_text(0, Unit::kibibytes), std::string("0"));
        QCOMPARE(number_text(0, Unit::kibibytes, 2), std::string("0.00"));
        QCOMPARE(decimals_of(5, Unit::kibibytes), 2);
        QCOMPARE(percent_text(0.0004), std::string("<0.1 %"));
        QCOMPARE(percent_text(0.0005), std::string("0.1 %"));
        QCOMPARE(percent_text(-0.0004), std::string(">-0.1 %"));
        QCOMPARE(percent_text(0), std::string("0.0 %"));
    }

    void addresses_are_hexadecimal_and_use_all_64_bits() {
        QCOMPARE(address_text(0), std::string("0x0"));
        QCOMPARE(address_text(0x2000'0000U), std::string("0x20000000"));
        QCOMPARE(address_text(std::numeric_limits<std::uint64_t>::max()), std::string("0xffffffffffffffff"));
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

    void a_number_in_a_column_has_the_decimals_of_the_column() {
        QCOMPARE(number_text(8192, Unit::kibibytes, 1), std::string("8.0"));
        QCOMPARE(number_text(16'896, Unit::kibibytes, 2), std::string("16.50"));
        QCOMPARE(number_text(-512, Unit::kibibytes, 2), std::string("-0.50"));
        QCOMPARE(number_text(2047, Unit::kibibytes, 2), std::string("2.00"));
        QCOMPARE(number_text(8192, Unit::bytes, 2), std::string("8,192"));
        QCOMPARE(number_text(0x10, Unit::hexadecimal, 2), std::string("0x10"));
    }

    void decimals_are_those_of_the_text() {
        QVERIFY(rc::check([] {
            const auto bytes = *rc::gen::arbitrary<std::int64_t>();
            const auto unit = *rc::gen::element(Unit::bytes, Unit::kibibytes, Unit::mebibytes, Unit::hexadecimal);
            const std::string text = number_text(bytes, unit);
            const std::size_t point = text.find('.');
            const int shown = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
            RC_ASSERT(decimals_of(bytes, unit) == shown);
            RC_ASSERT(number_text(bytes, unit, shown) == text);
        }));
    }

    void an_amount_is_read_as_people_and_the_program_write_it() {
        const std::vector<std::pair<const char*, std::int64_t>> amounts = {{"52 KiB", 53'248},
                                                                           {"52KiB", 53'248},
                                                                           {"1.5 MiB", 1'572'864},
                                                                           {"4,800 KiB", 4'915'200},
                                                                           {"4 800 KiB", 4'915'200},
                                                                           {"54 kB", 54'000},
                                                                           {"54kB", 54'000},
                                                                           {"2 MB", 2'000'000},
                                                                           {"1 GB", 1'000'000'000},
                                                                           {"12,288", 12'288},
                                                                           {"1,048,576 B", 1 << 20},
                                                                           {"0x52800", 0x52800},
                                                                           {"4\u00a0800\u202fKiB", 4'915'200},
                                                                           {"0.01 KiB", 10},
                                                                           {" 7 B ", 7},
                                                                           {"1.33 MiB", 1'394'606}};
        for (const auto& [text, bytes] : amounts) {
            const auto read = parse_bytes(text);
            QVERIFY2(read && *read == bytes, text);
        }
    }

    void other_texts_are_no_amount() {
        for (const char* text :
             {"",      "KiB",  "-1",        "-1.5 KiB", "1.5",        "1.5 B", "12 kb",       "12kiB",
              "0x",    "0x-1", "1,00",      "1,0000",   "1,000,00 B", ",100",  "1.5,000 KiB", "9223372036854775807k",
              "1 k B", "- 1",  "<0.01 KiB", "1e19"}) {
            QVERIFY2(!parse_bytes(text), text);
        }
    }

    void what_is_written_is_read_back() {
        QVERIFY(rc::check([] {
            const auto digits = *rc::gen::inRange(0, 63);
            const auto bytes = *rc::gen::inRange<std::int64_t>(0, (std::int64_t{1} << digits) - 1 + 1);
            const auto unit = *rc::gen::element(Unit::bytes, Unit::kibibytes, Unit::mebibytes, Unit::hexadecimal);
            const std::string text = amount_text(bytes, unit);
            RC_PRE(!text.starts_with('<'));
            const auto read = parse_bytes(text);
            RC_ASSERT(read.has_value());
            const std::int64_t step = unit == Unit::kibibytes ? 1024 : unit == Unit::mebibytes ? 1024 * 1024 : 0;
            // Rounded to hundredths of the unit, and then to a byte.
            RC_ASSERT(std::abs(*read - bytes) <= step / 200 + 1);
            RC_ASSERT(amount_text(*read, unit) == text);
        }));
    }

    void a_percentage_has_one_decimal_and_a_sign_on_request() {
        QCOMPARE(percent_text(0.29), std::string("29.0 %"));
        QCOMPARE(percent_text(0.29, true), std::string("+29.0 %"));
        QCOMPARE(percent_text(-0.005, true), std::string("-0.5 %"));
    }

    void a_percentage_is_independent_of_the_locale() {
        const std::string before = std::setlocale(LC_NUMERIC, nullptr);
        if (std::setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr && std::setlocale(LC_NUMERIC, "de_DE") == nullptr) {
            QSKIP("no locale with a decimal comma is installed");
        }
        const std::string text = percent_text(0.177);
        std::setlocale(LC_NUMERIC, before.c_str());
        QCOMPARE(text, std::string("17.7 %"));
    }
};

ARENASCOPE_TEST(AmountTest)
#include "amount_test.moc"
