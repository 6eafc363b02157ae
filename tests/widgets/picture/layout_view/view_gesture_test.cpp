#include "widgets/picture/layout_view/view_gesture.h"

#include <QObject>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr Viewport port{{{0, 100}, {0, 1000}}, {100, 100, 1100, 600}};

/// The same box with another view.
Viewport with(const View& view) {
    return {view, port.box};
}

bool is_near(long double a, long double b) {
    return std::abs(a - b) < 1e-6L;
}

}  // namespace

class ViewGestureTest : public QObject {
    Q_OBJECT

private slots:
    void a_pan_keeps_the_same_point_under_the_pointer() {
        Pan pan({600, 300});
        const View first = pan.follow(port, {650, 290});
        QVERIFY(is_near(step_at(with(first), 650), step_at(port, 600)));
        QVERIFY(is_near(byte_at(with(first), 290), byte_at(port, 300)));
        const View second = pan.follow(with(first), {700, 300});
        QVERIFY(is_near(step_at(with(second), 700), step_at(port, 600)));
    }

    void a_box_can_be_drawn_in_any_direction() {
        ZoomBox box({300, 200});
        box.draw_to({500, 400});
        const auto view = box.view(port);
        QVERIFY(view);
        QVERIFY(is_near(view->steps.from, 20) && is_near(view->bytes.to, 800));
        QVERIFY(std::abs(view->steps.to - 40) < 0.2L && std::abs(view->bytes.from - 400) < 3);
        ZoomBox back({500, 400});
        back.draw_to({300, 200});
        QVERIFY(std::abs(back.view(port)->steps.from - 20) < 0.2L);
    }

    void a_very_small_box_is_ignored() {
        ZoomBox box({300, 200});
        QVERIFY(!box.view(port));
        box.draw_to({302, 400});
        QVERIFY(!box.view(port));
    }

    void a_turn_zooms_at_the_pointer() {
        const auto view = wheel_view(port, {{350, 225}, {0, 120}, Qt::NoModifier});
        QVERIFY(view);
        QVERIFY(is_near(length(view->steps), 80) && is_near(length(view->bytes), 800));
        QVERIFY(is_near(step_at(with(*view), 350), step_at(port, 350)));
        QVERIFY(is_near(byte_at(with(*view), 225), byte_at(port, 225)));
    }

    void control_zooms_time_only_and_shift_offsets_only() {
        const auto time = wheel_view(port, {{350, 225}, {0, 120}, Qt::ControlModifier});
        QVERIFY(is_near(length(time->steps), 80) && is_near(length(time->bytes), 1000));
        // Some platforms turn the wheel sideways while a modifier is held.
        const auto offset = wheel_view(port, {{350, 225}, {-120, 0}, Qt::ShiftModifier});
        QVERIFY(is_near(length(offset->steps), 100) && is_near(length(offset->bytes), 1250));
        QVERIFY(!wheel_view(port, {{350, 225}, {0, 0}, Qt::NoModifier}));
    }
};

ARENASCOPE_TEST(ViewGestureTest)
#include "view_gesture_test.moc"
