#include "core/model/expression/rational.h"

#include <limits>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least_integer = std::numeric_limits<std::int64_t>::min();

Rational ratio(std::int64_t a, std::int64_t b) {
    return Rational::quotient(a, b).value();
}

}  // namespace

class RationalTest : public QObject {
    Q_OBJECT

private slots:
    void is_kept_in_lowest_terms() {
        QCOMPARE(ratio(6, 4).numerator(), std::int64_t{3});
        QCOMPARE(ratio(6, 4).denominator(), std::int64_t{2});
        QCOMPARE(ratio(6, -4), ratio(-3, 2));
        QCOMPARE(ratio(0, 7), Rational(0));
        QVERIFY(ratio(8, 4).is_integer());
        QVERIFY(!Rational::quotient(1, 0));
    }

    void a_third_times_three_is_one() {
        QCOMPARE(product(ratio(1, 3), Rational(3)), std::optional(Rational(1)));
        QCOMPARE(sum(ratio(1, 10), ratio(2, 10)), std::optional(ratio(3, 10)));
        QCOMPARE(difference(ratio(1, 2), ratio(1, 3)), std::optional(ratio(1, 6)));
        QCOMPARE(quotient(ratio(1, 2), ratio(1, 4)), std::optional(Rational(2)));
        QVERIFY(!quotient(Rational(1), Rational(0)));
    }

    void large_numbers_compare_exactly() {
        // As floating-point numbers, both are equal.
        QVERIFY(ratio(largest, largest - 1) < ratio(largest - 1, largest - 2));
        QVERIFY(Rational(largest) > Rational(largest - 1));
        QVERIFY(Rational(least_integer) < ratio(-1, largest));
    }

    void what_does_not_fit_is_nothing() {
        QVERIFY(!sum(Rational(largest), Rational(1)));
        QVERIFY(!product(Rational(largest), Rational(2)));
        QVERIFY(!product(ratio(1, largest), ratio(1, 2)));
        QVERIFY(!quotient(Rational(least_integer), Rational(-1)));
        QVERIFY(!Rational::quotient(least_integer, -1));
        QCOMPARE(product(Rational(least_integer), Rational(1)), std::optional(Rational(least_integer)));
    }

    void words_have_six_decimals_at_most() {
        QCOMPARE(text_of(Rational(-12)), std::string("-12"));
        QCOMPARE(text_of(ratio(3, 2)), std::string("1.5"));
        QCOMPARE(text_of(ratio(1, 3)), std::string("0.333333"));
        QCOMPARE(text_of(ratio(29999999, 30000000)), std::string("1"));
    }

    void sums_and_products_follow_the_rules() {
        QVERIFY(rc::check([] {
            const auto draw = [] {
                return ratio(*rc::gen::inRange<std::int64_t>(-1000, 1000), *rc::gen::inRange<std::int64_t>(1, 1000));
            };
            const Rational a = draw();
            const Rational b = draw();
            RC_ASSERT(difference(*sum(a, b), b) == std::optional(a));
            RC_ASSERT(sum(a, b) == sum(b, a));
            const bool is_less = a < b;
            RC_ASSERT(is_less == (approximation(a) < approximation(b)));
            RC_PRE(b.numerator() != 0);
            RC_ASSERT(quotient(*product(a, b), b) == std::optional(a));
        }));
    }
};

ARENASCOPE_TEST(RationalTest)
#include "rational_test.moc"
