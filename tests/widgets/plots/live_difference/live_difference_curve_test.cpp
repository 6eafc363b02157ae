#include "widgets/plots/live_difference/live_difference_curve.h"

#include <QSignalSpy>
#include <QToolTip>

#include "qt/painting/theme.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class LiveDifferenceCurveTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        curve_ = std::make_unique<LiveDifferenceCurve>();
        curve_->resize(400, 100);
        curve_->set_difference(test::shared(LiveDifference{
            {Step(2), Step(4), Step(6)}, {Bytes(4096), Bytes(-1024), Bytes(0)}, Bytes(4096), Bytes(-1024)}));
        curve_->set_axis({0, 10}, 100, 300);
        curve_->show();
        QVERIFY(QTest::qWaitForWindowExposed(curve_.get()));
    }
    void cleanup() { curve_.reset(); }

    void words_tell_the_extremes() {
        QCOMPARE(curve_->words(), QStringLiteral("Live size of B minus that of A: -1,024 B to +4,096 B"));
        curve_->set_difference(test::shared(LiveDifference{}));
        QCOMPARE(curve_->words(), QStringLiteral("The live sizes of A and B are the same at every step."));
    }

    void a_click_tells_its_step() {
        QSignalSpy moved(curve_.get(), &LiveDifferenceCurve::time_cursor_moved);
        QTest::mouseClick(curve_.get(), Qt::LeftButton, Qt::NoModifier, {150, 50});
        QCOMPARE(moved.size(), qsizetype{1});
        QCOMPARE(moved.front()[0].value<Step>(), Step(2));
        QTest::mouseClick(curve_.get(), Qt::LeftButton, Qt::NoModifier, {50, 50});
        QCOMPARE(moved.size(), qsizetype{1});
    }

    void more_and_less_have_their_own_colours() {
        const QImage image = curve_->grab().toImage();
        const auto is_reddish = [](QColor color) { return color.red() > color.green(); };
        QVERIFY(is_reddish(image.pixelColor(160, 45)));
        QVERIFY(!is_reddish(image.pixelColor(200, 82)));
        QVERIFY(image.pixelColor(250, 45) == image.pixelColor(120, 45));
    }

private:
    std::unique_ptr<LiveDifferenceCurve> curve_;
};

ARENASCOPE_TEST(LiveDifferenceCurveTest)
#include "live_difference_curve_test.moc"
