#include "widgets/tables/advice_table/frontier_scale.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

AdviceOption at(std::int64_t peak, double work) {
    AdviceOption option;
    option.peak = Offset(peak);
    option.extra_work = work;
    return option;
}

constexpr QRectF area(50, 20, 200, 100);

}  // namespace

class FrontierScaleTest : public QObject {
    Q_OBJECT

private slots:
    void bytes_grow_from_0_at_the_bottom_and_work_to_the_right() {
        const FrontierScale scale{area, 0, 10, Bytes(1000)};
        QCOMPARE(scale.place_of(at(0, 0)), area.bottomLeft());
        QCOMPARE(scale.place_of(at(1000, 10)), area.topRight());
        QCOMPARE(scale.place_of(at(500, 5)), area.center());
    }

    void fewer_multiplications_lie_left_of_none() {
        Advice advice;
        advice.options = {at(100, 0), at(50, -11.4), at(40, 3)};
        const FrontierScale scale = frontier_scale(advice, {}, area);
        QCOMPARE(scale.least_work, -11.4);
        QVERIFY(scale.place_of(advice.options[0]).x() > area.left());
    }

    void bytes_of_a_pixel_are_round() {
        const FrontierScale scale{area, 0, 1, Bytes(1 << 20)};
        QCOMPARE(scale.bytes_at(area.top()), Bytes(1 << 20));
        QCOMPARE(scale.bytes_at(area.bottom()), Bytes(1));
        QCOMPARE(scale.bytes_at(area.bottom() - 50), Bytes(1 << 19));
        QCOMPARE(scale.bytes_at(area.bottom() - 7).value() % 8192, std::int64_t{0});
        QCOMPARE(scale.bytes_at(-1e9), Bytes(1 << 20));
    }

    void all_options_and_the_capacity_are_in_view_and_found_at_their_place() {
        QVERIFY(rc::check("in view", [] {
            Advice advice;
            for (int i = *rc::gen::inRange(1, 6); i > 0; --i) {
                advice.options.push_back(
                    at(*rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 62), *rc::gen::inRange(-20, 200) / 2.0));
            }
            const auto capacity = *rc::gen::maybe(rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 62));
            const FrontierScale scale =
                frontier_scale(advice, capacity ? std::optional(Bytes(*capacity)) : std::nullopt, area);
            const QRectF wide = area.adjusted(-0.01, -0.01, 0.01, 0.01);
            for (const AdviceOption& option : advice.options) {
                const QPointF place = scale.place_of(option);
                RC_ASSERT(wide.contains(place));
                const auto found = option_near(scale, advice, place, 1);
                RC_ASSERT(found && scale.place_of(advice.options[*found]) == place);
            }
            RC_ASSERT(!capacity || wide.contains(QPointF(area.left(), scale.y_of(Bytes(*capacity)))));
            RC_ASSERT(!option_near(scale, advice, QPointF(-100, -100), 5));
        }));
    }
};

ARENASCOPE_TEST(FrontierScaleTest)
#include "frontier_scale_test.moc"
