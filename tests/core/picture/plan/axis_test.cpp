#include "core/picture/plan/axis.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

template <class SomeTick>
std::vector<std::string> labels(const std::vector<SomeTick>& ticks) {
    std::vector<std::string> result;
    for (const SomeTick& tick : ticks) {
        result.push_back(tick.label);
    }
    return result;
}

using Labels = std::vector<std::string>;

}  // namespace

class AxisTest : public QObject {
    Q_OBJECT

private slots:
    void the_last_steps_of_64_bits_have_ticks() {
        constexpr auto last = static_cast<long double>(std::numeric_limits<std::int64_t>::max());
        QVERIFY(labels(step_ticks({last - 1, last}, 6)) ==
                (Labels{"9,223,372,036,854,775,806", "9,223,372,036,854,775,807"}));
        QVERIFY(labels(step_ticks({-last - 1, -last}, 6)) ==
                (Labels{"-9,223,372,036,854,775,808", "-9,223,372,036,854,775,807"}));
    }

    void kibibyte_ticks_are_at_powers_of_two() {
        QVERIFY(labels(offset_ticks({0, 1024 * 1024}, Unit::kibibytes, 5)) ==
                (Labels{"0", "256", "512", "768", "1,024"}));
    }

    void byte_ticks_are_at_decimal_numbers() {
        QVERIFY(labels(offset_ticks({0, 10000}, Unit::bytes, 6)) ==
                (Labels{"0", "2,000", "4,000", "6,000", "8,000", "10,000"}));
    }

    void hexadecimal_labels_have_their_own_notation() {
        QVERIFY(labels(offset_ticks({0, 0x300}, Unit::hexadecimal, 4)) == (Labels{"0x0", "0x100", "0x200", "0x300"}));
    }

    void ticks_too_close_for_the_unit_are_in_bytes() {
        QVERIFY(labels(offset_ticks({1048576, 1048579}, Unit::mebibytes, 4)) ==
                (Labels{"1,048,576 B", "1,048,577 B", "1,048,578 B", "1,048,579 B"}));
    }

    void long_step_numbers_are_shortened_if_all_of_them_can_be() {
        QVERIFY(labels(step_ticks({0, 1'000'000}, 6)) == (Labels{"0", "200k", "400k", "600k", "800k", "1,000k"}));
        QVERIFY(labels(step_ticks({999'999, 1'000'001}, 3)) == (Labels{"999,999", "1,000,000", "1,000,001"}));
    }

    void the_count_of_ticks_follows_the_room() {
        QCOMPARE(tick_count(400, 56, 14), 7);
        QCOMPARE(tick_count(20, 56, 14), 2);
        QCOMPARE(tick_count(4000, 56, 14), 14);
    }

    void ticks_are_placed_exactly_however_far_out_the_view_is() {
        constexpr long double from = 4'000'000'000'000'000'000.0L;
        const Stretch view{from, from + 4};
        const std::vector<PlacedTick> ticks = placed(step_ticks(view, 5), view);
        QCOMPARE(ticks.size(), std::size_t{5});
        QCOMPARE(ticks[1].position, 0.25);
        QCOMPARE(ticks[4].position, 1.0);
    }

    void shares_stand_at_round_percentages() {
        QVERIFY(labels(percent_ticks(-0.01, 0.23, 4)) == (Labels{"0", "10", "20"}));
        QVERIFY(labels(percent_ticks(0, 0.012, 4)) == (Labels{"0.0", "0.5", "1.0"}));
        QVERIFY(labels(percent_ticks(-0.3, 3, 4)) == (Labels{"0", "200"}));
        QVERIFY(percent_ticks(0, 0, 4).empty());
        QCOMPARE(percent_ticks(0, 0.3, 4)[1].position, 0.1);
    }

    void a_logarithmic_axis_has_powers_of_ten_and_more_where_it_is_short() {
        QVERIFY(labels(logarithmic_ticks(0.0009, 2, 6)) == (Labels{"0.001", "0.01", "0.1", "1"}));
        QVERIFY(labels(logarithmic_ticks(1e-6, 1e5, 6)) == (Labels{"0.000001", "0.0001", "0.01", "1", "100", "10000"}));
        QVERIFY(labels(logarithmic_ticks(0.003, 0.3, 6)) == (Labels{"0.005", "0.01", "0.02", "0.05", "0.1", "0.2"}));
        QVERIFY(labels(logarithmic_ticks(0.0305, 0.0334, 4)) == (Labels{"0.031", "0.032", "0.033"}));
        QVERIFY(labels(logarithmic_ticks(0.008, 0.4, 4)) == (Labels{"0.01", "0.03", "0.1", "0.3"}));
        QVERIFY(labels(logarithmic_ticks(3.9e-5, 0.45, 4)) == (Labels{"0.0001", "0.01"}));
        QVERIFY(labels(logarithmic_ticks(3.9e-5, 0.45, 2)) == (Labels{"0.0001", "0.01"}));
        QVERIFY(logarithmic_ticks(0, 1, 4).empty());
    }

    void real_axes_have_no_more_than_asked_for_and_never_two_alike() {
        QVERIFY(rc::check([] {
            const double from = *rc::gen::inRange(-1'000'000, 1'000'000) / 1e6;
            const double span = std::pow(10.0, *rc::gen::inRange(-6, 3));
            const int most = *rc::gen::inRange(2, 20);
            const auto percents = percent_ticks(from, from + span, most);
            const auto seconds = logarithmic_ticks(std::fabs(from) + 1e-4, std::fabs(from) + 1e-4 + span, most);
            for (const auto& ticks : {percents, seconds}) {
                RC_ASSERT(ticks.size() <= static_cast<std::size_t>(most));
                for (std::size_t i = 1; i < ticks.size(); ++i) {
                    RC_ASSERT(ticks[i - 1].position < ticks[i].position);
                    RC_ASSERT(ticks[i - 1].label != ticks[i].label);
                }
            }
        }));
    }

    void there_are_never_too_many_ticks_or_equal_labels() {
        QVERIFY(rc::check([] {
            const auto from = *rc::gen::inRange<std::int64_t>(-1'000'000'000'000, 1'000'000'000'000'000'000);
            const auto length = *rc::gen::inRange<std::int64_t>(1, 4'000'000'000'000'000'000);
            const int most = *rc::gen::inRange(2, 20);
            const auto unit = static_cast<Unit>(*rc::gen::inRange(0, 4));
            const Stretch stretch{static_cast<long double>(from),
                                  static_cast<long double>(from) + static_cast<long double>(length)};
            for (const auto& ticks : {offset_ticks(stretch, unit, most), step_ticks(stretch, most)}) {
                RC_ASSERT(ticks.size() <= static_cast<std::size_t>(most) + 1);
                for (std::size_t i = 1; i < ticks.size(); ++i) {
                    RC_ASSERT(ticks[i - 1].value < ticks[i].value);
                    RC_ASSERT(ticks[i - 1].label != ticks[i].label);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(AxisTest)
#include "axis_test.moc"
