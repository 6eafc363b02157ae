#include "core/picture/plan/viewport.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

class ViewportTest : public QObject {
    Q_OBJECT

private slots:
    void maps_steps_rightwards_and_bytes_upwards() {
        const Viewport viewport{{{0, 100}, {0, 1000}}, {10, 20, 210, 120}};
        QCOMPARE(step_scale(viewport)(50), 110.0);
        QCOMPARE(byte_scale(viewport)(0), 120.0);
        QCOMPARE(byte_scale(viewport)(1000), 20.0);
        QCOMPARE(static_cast<double>(step_at(viewport, 110)), 50.0);
        QCOMPARE(static_cast<double>(byte_at(viewport, 120)), 0.0);
    }

    void distinguishes_neighbouring_steps_near_ten_to_the_eighteen() {
        constexpr std::int64_t far = 1'000'000'000'000'000'000;
        const Viewport viewport{{{static_cast<long double>(far), static_cast<long double>(far) + 4}, {0, 1}},
                                {0, 0, 400, 100}};
        QCOMPARE(step_scale(viewport)(far + 1), 100.0);
        QCOMPARE(step_scale(viewport)(far + 3), 300.0);
        QVERIFY(step_at(viewport, 250) == static_cast<long double>(far) + 2.5L);
    }

    void zooming_keeps_the_point_under_the_cursor() {
        QVERIFY(rc::check([] {
            const View view{{static_cast<long double>(*rc::gen::inRange(-1000, 1000)), 5000},
                            {0, static_cast<long double>(*rc::gen::inRange(1, 1000000))}};
            const auto share = *rc::gen::inRange(0, 101) / 100.0L;
            const long double step = view.steps.from + share * length(view.steps);
            const double factor = *rc::gen::inRange(1, 40) / 10.0;
            const View closer = zoomed(view, step, 0, factor, 1);
            const long double after = (step - closer.steps.from) / length(closer.steps);
            RC_ASSERT(std::abs(static_cast<double>(after - share)) < 1e-9);
            RC_ASSERT(closer.bytes == view.bytes);
        }));
    }

    void panning_there_and_back_changes_nothing() {
        const View view{{0, 64}, {0, 1024}};
        QVERIFY(panned(panned(view, 0.25, -0.5), -0.25, 0.5) == view);
    }

    void a_view_is_moved_back_into_the_whole() {
        const View whole{{0, 100}, {0, 1000}};
        QVERIFY(clamped({{-50, 0}, {900, 1400}}, whole) == (View{{0, 50}, {500, 1000}}));
        QVERIFY(clamped({{-50, 500}, {0, 10}}, whole) == (View{{0, 100}, {0, 10}}));
    }

    void a_view_never_becomes_narrower_than_the_least() {
        const View closest = clamped({{50, 50}, {3, 3}}, {{0, 100}, {0, 1000}}, 0.5L, 2);
        QCOMPARE(static_cast<double>(length(closest.steps)), 0.5);
        QCOMPARE(static_cast<double>(length(closest.bytes)), 2.0);
    }

    void a_view_between_two_moves_from_one_to_the_other() {
        const View a{{0, 10}, {0, 100}};
        const View b{{10, 20}, {50, 60}};
        QVERIFY(between(a, b, 0) == a);
        QVERIFY(between(a, b, 1) == b);
        QVERIFY(between(a, b, 0.5) == (View{{5, 15}, {25, 80}}));
    }
};

ARENASCOPE_TEST(ViewportTest)
#include "viewport_test.moc"
