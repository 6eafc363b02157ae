#include "widgets/plots/planner_comparison/quality_plot.h"

#include <QSignalSpy>
#include <QToolTip>
#include <QWheelEvent>
#include <qcustomplot.h>

#include "qt/painting/theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

QualityPlot::Entry entry(std::size_t number, std::int64_t peak, double seconds) {
    PlannerStanding standing;
    standing.planner = std::string("p").append(std::to_string(number));
    standing.peak = Offset(peak);
    standing.threshold = Bytes(1000);
    standing.seconds = seconds;
    return {number, standing};
}

}  // namespace

class QualityPlotTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        plot_ = std::make_unique<QualityPlot>();
        plot_->resize(480, 320);
        plot_->show();
        plot_->set_entries({entry(0, 1000, 0.1), entry(3, 1100, 0.001), entry(5, 1200, 1)});
    }

    void better_is_lower_and_slower_is_further_right() {
        const QPointF best = *plot_->point(0);
        const QPointF fast = *plot_->point(3);
        const QPointF worst = *plot_->point(5);
        QVERIFY(fast.x() < best.x() && best.x() < worst.x());
        QVERIFY(worst.y() < fast.y() && fast.y() < best.y());
        // Every decade has the same width.
        QVERIFY(std::abs((best.x() - fast.x()) - 2 * (worst.x() - best.x())) < 0.01);
        QVERIFY(!plot_->point(1).has_value());
    }

    void a_far_worse_planner_does_not_flatten_the_others() {
        const double before = plot_->point(3)->y() - plot_->point(5)->y();
        plot_->set_entries({entry(0, 1000, 0.1), entry(3, 1100, 0.001), entry(5, 1200, 1), entry(6, 90'000, 0.1)});
        QVERIFY(plot_->point(3)->y() - plot_->point(5)->y() > before / 8);
        QVERIFY(QRectF(plot_->rect()).contains(*plot_->point(6)));
    }

    void a_click_at_a_point_chooses_it() {
        QSignalSpy chosen(plot_.get(), &QualityPlot::chosen);
        click(*plot_->point(3));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).value<std::size_t>(), std::size_t{3});
        click({2, 2});
        QCOMPARE(chosen.count(), 1);
    }

    void clicks_choose_points_at_one_place_in_turn() {
        plot_->set_entries({entry(0, 1000, 1e-5), entry(1, 1000, 2e-5), entry(2, 1000, 3e-5), entry(3, 1100, 1)});
        QSignalSpy chosen(plot_.get(), &QualityPlot::chosen);
        connect(plot_.get(), &QualityPlot::chosen, plot_.get(), &QualityPlot::set_selected);
        for (const std::size_t expected : {0U, 1U, 2U, 0U}) {
            click(*plot_->point(0));
            QCOMPARE(chosen.takeFirst().at(0).value<std::size_t>(), expected);
        }
    }

    void a_drag_pans_and_chooses_nothing() {
        QSignalSpy chosen(plot_.get(), &QualityPlot::chosen);
        const QPoint from = plot_->point(3)->toPoint();
        const QPoint to = from + QPoint(40, 20);
        QWidget* at = plot_->childAt(from);
        QTest::mousePress(at, Qt::LeftButton, Qt::NoModifier, from);
        QMouseEvent move(QEvent::MouseMove, to, at->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(at, &move);
        QTest::mouseRelease(at, Qt::LeftButton, Qt::NoModifier, to);
        QCOMPARE(chosen.count(), 0);
        QVERIFY(QLineF(*plot_->point(3), to).length() < 2);
    }

    void the_wheel_zooms_at_the_pointer_and_a_double_click_fits() {
        const QPointF before = *plot_->point(3);
        const QPointF other = *plot_->point(0);
        turn_wheel(before, -1, Qt::NoModifier);
        QVERIFY(QLineF(*plot_->point(3), before).length() < 0.01);
        QVERIFY(plot_->point(0)->x() < other.x() && plot_->point(0)->y() < other.y());
        turn_wheel(before, 2, Qt::NoModifier);
        QVERIFY(!plot_->point(5).has_value());
        QTest::mouseDClick(plot_->childAt(200, 100), Qt::LeftButton, Qt::NoModifier, {200, 100});
        QVERIFY(QLineF(*plot_->point(0), other).length() < 0.01);
    }

    void the_wheel_zooms_one_direction_alone_with_a_modifier() {
        const QPointF other = *plot_->point(0);
        turn_wheel(*plot_->point(3), -1, Qt::ControlModifier);
        QVERIFY(plot_->point(0)->x() < other.x() && std::abs(plot_->point(0)->y() - other.y()) < 0.01);
        plot_->fit();
        turn_wheel(*plot_->point(3), -1, Qt::ShiftModifier);
        QVERIFY(plot_->point(0)->y() < other.y() && std::abs(plot_->point(0)->x() - other.x()) < 0.01);
    }

    void a_view_that_was_zoomed_stays_when_results_come() {
        turn_wheel(*plot_->point(3), 1, Qt::NoModifier);
        const QPointF before = *plot_->point(3);
        plot_->set_entries({entry(0, 1000, 0.1), entry(3, 1100, 0.001), entry(5, 1200, 1), entry(7, 1300, 100)});
        QVERIFY(QLineF(*plot_->point(3), before).length() < 2);
        plot_->fit();
        QVERIFY(plot_->point(7).has_value());
    }

    void zooming_out_is_limited() {
        plot_->set_entries({entry(0, 1000, 0.1), entry(3, 1100, 0.001), entry(5, 1200, 1), entry(6, 90'000, 0.1)});
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(plot_.get(), Qt::Key_Minus);
        }
        for (const std::size_t each : {0U, 3U, 5U, 6U}) {
            QVERIFY(plot_->point(each).has_value());
        }
        // Now the far worse planner is at its real position.
        QVERIFY(plot_->point(6)->y() < plot_->point(5)->y() - 20);
    }

    void keys_choose_by_time_and_by_quality() {
        QSignalSpy chosen(plot_.get(), &QualityPlot::chosen);
        connect(plot_.get(), &QualityPlot::chosen, plot_.get(), &QualityPlot::set_selected);
        const auto choose = [&](Qt::Key key) {
            QTest::keyClick(plot_.get(), key);
            return chosen.isEmpty() ? std::size_t{99} : chosen.takeFirst().at(0).value<std::size_t>();
        };
        QCOMPARE(choose(Qt::Key_Right), std::size_t{0});  // the lowest, because nothing was selected
        QCOMPARE(choose(Qt::Key_Right), std::size_t{5});
        QCOMPARE(choose(Qt::Key_Right), std::size_t{99});
        QCOMPARE(choose(Qt::Key_Left), std::size_t{0});
        QCOMPARE(choose(Qt::Key_Left), std::size_t{3});
        QCOMPARE(choose(Qt::Key_Up), std::size_t{5});
        QCOMPARE(choose(Qt::Key_Down), std::size_t{3});
        QCOMPARE(plot_->focusPolicy(), Qt::StrongFocus);
    }

    void keys_zoom_pan_and_fit() {
        const QPointF before = *plot_->point(3);
        QTest::keyClick(plot_.get(), Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(plot_->point(3)->x() > before.x());
        QTest::keyClick(plot_.get(), Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY(plot_->point(3)->y() > before.y());
        QTest::keyClick(plot_.get(), Qt::Key_F);
        QCOMPARE(*plot_->point(3), before);
        const double apart = plot_->point(0)->x() - plot_->point(3)->x();
        QTest::keyClick(plot_.get(), Qt::Key_Minus);
        QVERIFY(plot_->point(0)->x() - plot_->point(3)->x() < apart);
    }

    void a_view_without_points_has_a_normal_width() {
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(plot_.get(), Qt::Key_Plus);
        }
        QVERIFY(!plot_->point(0) && !plot_->point(3) && !plot_->point(5));
        plot_->set_entries({});
        plot_->set_entries({entry(0, 1000, 0.1), entry(3, 1100, 0.001), entry(5, 1200, 1)});
        QVERIFY(plot_->point(5)->x() - plot_->point(3)->x() > plot_->width() / 2.0);
    }

    void keys_zoom_at_the_selected_point() {
        plot_->set_selected(5);
        const QPointF before = *plot_->point(5);
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(plot_.get(), Qt::Key_Plus);
        }
        // Longer axis labels may move it slightly.
        QVERIFY(QLineF(*plot_->point(5), before).length() < 60);
    }

    void a_hovered_point_shows_planner_and_figures() {
        PlannerStanding standing = entry(3, 1100, 0.25).standing;
        standing.planner = "<b>\x01";
        plot_->set_entries({{3, standing}, entry(4, 1000, 0.25)});
        QWidget* at = plot_->childAt(plot_->point(3)->toPoint());
        QMouseEvent move(QEvent::MouseMove, *plot_->point(3), at->mapToGlobal(*plot_->point(3)), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(at, &move);
        QVERIFY(QToolTip::text().contains(QStringLiteral("1,100 B, +10.0 % in 0.2500 s")));
        QVERIFY(QToolTip::text().contains(QStringLiteral("\\x01")));
        QCOMPARE(at->cursor().shape(), Qt::PointingHandCursor);
        QToolTip::hideText();
    }

    void a_peak_below_the_threshold_is_below_its_line() {
        plot_->set_entries({entry(0, 900, 0.1), entry(3, 1000, 0.1), entry(5, 1100, 0.1)});
        QVERIFY(plot_->point(0)->y() > plot_->point(3)->y());
        QVERIFY(QRectF(plot_->rect()).contains(*plot_->point(0)));
    }

    void the_selected_point_has_the_accent() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            plot_->set_theme(theme);
            plot_->set_selected(5);
            const QImage image = plot_->grab().toImage();
            QCOMPARE(image.pixelColor(plot_->point(5)->toPoint()), qt_color(palette(theme).accent));
            QCOMPARE(image.pixelColor(plot_->point(3)->toPoint()), qt_color(palette(theme).high_over.edge));
        }
    }

    void the_axis_says_whether_times_were_measured_beside_other_runs() {
        QVERIFY(time_title().contains(QStringLiteral("measured alone")));
        QualityPlot::Entry crowded = entry(5, 1200, 1);
        crowded.standing.beside = 3;
        plot_->set_entries({entry(0, 1000, 0.1), crowded});
        QVERIFY(time_title().contains(QStringLiteral("beside up to 3 other runs")));
        plot_->set_entries({});
        QCOMPARE(time_title(), QStringLiteral("planning time, s"));
    }

    void screen_readers_get_the_figures() {
        QVERIFY(plot_->accessibleDescription().contains(QStringLiteral("p3: +10.0 % in 0.0010 s")));
    }

private:
    [[nodiscard]] QString time_title() const { return plot_->findChild<QCustomPlot*>()->xAxis->label(); }

    /// Clicks at a position, on the part of the plot that is there.
    void click(QPointF position) {
        QWidget* at = plot_->childAt(position.toPoint());
        QTest::mouseClick(at, Qt::LeftButton, Qt::NoModifier, at->mapFrom(plot_.get(), position.toPoint()));
    }

    void turn_wheel(QPointF position, int notches, Qt::KeyboardModifiers modifiers) {
        QWidget* at = plot_->childAt(position.toPoint());
        QWheelEvent event(position, at->mapToGlobal(position), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(at, &event);
    }

    std::unique_ptr<QualityPlot> plot_;
};

ARENASCOPE_TEST(QualityPlotTest)
#include "quality_plot_test.moc"
