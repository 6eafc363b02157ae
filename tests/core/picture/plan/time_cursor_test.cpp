#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/palette.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class TimeCursorTest : public QObject {
    Q_OBJECT

private slots:
    void it_runs_through_the_middle_of_its_step() {
        const auto drawing = cursor_at(Step(4));
        QCOMPARE(drawing.primitives.size(), std::size_t{1});
        const auto& line = std::get<StraightLine>(drawing.primitives.front());
        QCOMPARE(line.from, (Point{145, 20}));
        QCOMPARE(line.to, (Point{145, 90}));
        QVERIFY(line.dash == Dash::dotted);
    }

    void out_of_view_or_absent_it_is_not_drawn() {
        QVERIFY(cursor_at(std::nullopt).primitives.empty());
        QVERIFY(cursor_at(Step(10)).primitives.empty());
        QVERIFY(cursor_at(Step(-1)).primitives.empty());
    }

private:
    /// Ten steps on a hundred pixels.
    static Drawing cursor_at(std::optional<Step> step) {
        Drawing drawing;
        draw_time_cursor(drawing, step, {{{0, 10}, {0, 64}}, {100, 20, 200, 90}}, palette(Theme::light));
        return drawing;
    }
};

ARENASCOPE_TEST(TimeCursorTest)
#include "time_cursor_test.moc"
