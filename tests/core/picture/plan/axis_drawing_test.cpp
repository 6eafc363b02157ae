#include "core/picture/plan/axis_drawing.h"

#include <algorithm>

#include "core/model/memory/allocator_history.h"
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
        QCOMPARE(time_axis_title(recorded(true)), std::string("event · seconds since the first"));
    }

    void seconds_are_beside_the_number_of_the_event() {
        const auto ticks = fitting_step_ticks(recorded(true), {0, 100}, 800, nine_a_letter);
        QVERIFY(ticks.size() >= 2);
        QCOMPARE(ticks[0].label, std::string("0 · 0.0 s"));
        const auto half = std::ranges::find(ticks, std::int64_t{50}, &Tick::value);
        QVERIFY(half != ticks.end());
        QCOMPARE(half->label, std::string("50 · 6.2 s"));
    }

    void labels_with_seconds_have_room() {
        for (const double pixels : {120.0, 300.0, 800.0}) {
            const auto ticks = fitting_step_ticks(recorded(true), {0, 99}, pixels, nine_a_letter);
            double wide = 0;
            for (const Tick& tick : ticks) {
                wide += nine_a_letter(tick.label, axis_style);
            }
            QVERIFY(ticks.size() < 2 || wide <= pixels + nine_a_letter(ticks.back().label, axis_style));
        }
        QCOMPARE(fitting_step_ticks(recorded(false), {0, 100}, 800, nine_a_letter),
                 fitting_step_ticks({0, 100}, 800, nine_a_letter));
    }
};

ARENASCOPE_TEST(AxisDrawingTest)

}  // namespace arenascope

#include "axis_drawing_test.moc"
