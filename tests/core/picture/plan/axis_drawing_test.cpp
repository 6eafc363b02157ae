#include "core/picture/plan/axis_drawing.h"

#include <algorithm>

#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/time_axis.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

const MeasureText nine_a_letter = [](std::string_view text, TextStyle /*style*/) {
    return 9.0 * static_cast<double>(text.size());
};

Problem recorded(bool has_times) {
    Problem problem = test::segmented_plan({100}, {{0, {Step(0), Step(10)}, 0, 50}}, 100).problem;
    AllocatorHistory history = *problem.history;
    for (std::int64_t i = 0; has_times && i < 100; ++i) {
        history.times_us.push_back(7'000'000 + 125'000 * i);
    }
    problem.history = std::make_shared<const AllocatorHistory>(history);
    return problem;
}

}  // namespace

class AxisDrawingTest : public QObject {
    Q_OBJECT

private slots:
    void the_steps_of_a_recorded_allocator_are_events() {
        QCOMPARE(time_axis_title(test::placed_plan({{"a", 0, 4, 8, 0}}).problem), std::string("step"));
        QCOMPARE(time_axis_title(recorded(false)), std::string("event"));
        QCOMPARE(time_axis_title(recorded(true)), std::string("event · time since the first"));
    }

    void events_with_times_have_an_axis_of_round_times_below_them() {
        // An event takes 0.125 s.
        const auto ticks = clock_ticks(recorded(true), {0, 100}, 400, nine_a_letter);
        QVERIFY(ticks.size() >= 2);
        QCOMPARE(ticks[0], (PlacedTick{0, "0 s"}));
        QCOMPARE(ticks[1].label, std::string("2 s"));
        QCOMPARE(ticks[1].position, 0.16);
        QVERIFY(clock_ticks(recorded(false), {0, 100}, 400, nine_a_letter).empty());
        QCOMPARE(time_axis_height(recorded(true)) - time_axis_height(recorded(false)), line_height(axis_style));
    }

    void times_stand_at_their_events_and_labels_have_room() {
        Problem problem = recorded(true);
        AllocatorHistory history = *problem.history;
        for (std::size_t i = 50; i < history.times_us.size(); ++i) {
            history.times_us[i] += 60'000'000;  // a long pause
        }
        problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
        for (const double pixels : {120.0, 300.0, 800.0}) {
            double end = -pixels;  // the first label may begin before the axis
            for (const PlacedTick& tick : clock_ticks(problem, {0, 100}, pixels, nine_a_letter)) {
                const double half = nine_a_letter(tick.label, axis_style) / 2;
                QVERIFY(tick.position * pixels - half > end);
                end = tick.position * pixels + half;
            }
        }
        const auto ticks = clock_ticks(problem, {0, 100}, 800, nine_a_letter);
        const auto after = std::ranges::find(ticks, std::string("10 s"), &PlacedTick::label);
        QVERIFY(after == ticks.end() || after->position == 0.5);
    }

    void where_all_events_come_at_once_the_named_events_have_their_times() {
        Problem problem = recorded(true);
        AllocatorHistory history = *problem.history;
        for (std::size_t i = 1; i < history.times_us.size(); ++i) {
            history.times_us[i] = history.times_us.front() + 500'000 + static_cast<std::int64_t>(i) * 10;
        }
        problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
        const auto ticks = clock_ticks(problem, {0, 100}, 800, nine_a_letter);
        QVERIFY(ticks.size() >= 3);
        const auto half = std::ranges::find(ticks, 0.5, &PlacedTick::position);
        QVERIFY(half != ticks.end());
        QCOMPARE(half->label, std::string("500.5 ms"));
    }

    void near_times_have_small_units() {
        const auto ticks = clock_ticks(recorded(true), {0, 4}, 400, nine_a_letter);
        QCOMPARE(ticks.front().label, std::string("0 ms"));
        QVERIFY(ticks.size() >= 3);
    }
};

ARENASCOPE_TEST(AxisDrawingTest)

}  // namespace arenascope

#include "axis_drawing_test.moc"
