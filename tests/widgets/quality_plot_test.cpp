#include "widgets/planner_comparison/quality_plot.h"

#include <QSignalSpy>

#include "tests/support/test_registry.h"
#include "widgets/style/theme.h"

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

Q_DECLARE_METATYPE(std::size_t)

class QualityPlotTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        plot_ = std::make_unique<QualityPlot>();
        plot_->resize(480, 320);
        plot_->set_entries({entry(0, 1000, 0.1), entry(3, 1100, 0.001), entry(5, 1200, 1)});
    }

    void better_is_lower_and_slower_is_further_right() {
        const QPointF best = *plot_->point(0);
        const QPointF fast = *plot_->point(3);
        const QPointF worst = *plot_->point(5);
        QVERIFY(fast.x() < best.x() && best.x() < worst.x());
        QVERIFY(worst.y() < fast.y() && fast.y() < best.y());
        // A decade is a decade wherever it is.
        QVERIFY(std::abs((best.x() - fast.x()) - 2 * (worst.x() - best.x())) < 0.01);
        QVERIFY(!plot_->point(1).has_value());
    }

    void one_that_is_far_worse_does_not_flatten_the_rest() {
        const double before = plot_->point(3)->y() - plot_->point(5)->y();
        plot_->set_entries({entry(0, 1000, 0.1), entry(3, 1100, 0.001), entry(5, 1200, 1), entry(6, 90'000, 0.1)});
        QVERIFY(plot_->point(3)->y() - plot_->point(5)->y() > before / 8);
        QVERIFY(QRectF(plot_->rect()).contains(*plot_->point(6)));
    }

    void a_click_at_a_point_chooses_it() {
        QSignalSpy chosen(plot_.get(), &QualityPlot::chosen);
        QTest::mouseClick(plot_.get(), Qt::LeftButton, Qt::NoModifier, plot_->point(3)->toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).value<std::size_t>(), std::size_t{3});
        QTest::mouseClick(plot_.get(), Qt::LeftButton, Qt::NoModifier, {2, 2});
        QCOMPARE(chosen.count(), 1);
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

    void a_reader_of_the_screen_hears_the_figures() {
        QVERIFY(plot_->accessibleDescription().contains(QStringLiteral("p3: +10.0 % in 0.0010 s")));
    }

private:
    std::unique_ptr<QualityPlot> plot_;
};

ARENASCOPE_TEST(QualityPlotTest)
#include "quality_plot_test.moc"
