#include "widgets/plots/live_difference/live_difference_curve.h"

#include <QSignalSpy>
#include <QToolTip>

#include "qt/painting/theme.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// 4,096 B more in B in the steps [2, 4), 1,024 B less in [4, 6); matched by number.
ComparedPlans sample_plans() {
    ComparedPlans plans;
    plans.live.at_first = {
        {Step(2), Step(4), Step(6)}, {Bytes(4096), Bytes(-1024), Bytes(0)}, Bytes(4096), Bytes(-1024)};
    plans.live.at_second = plans.live.at_first;
    plans.steps.first_span = {Step(0), Step(10)};
    plans.steps.second_span = {Step(0), Step(8)};
    return plans;
}

}  // namespace

class LiveDifferenceCurveTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        curve_ = std::make_unique<LiveDifferenceCurve>();
        curve_->resize(400, 100);
        curve_->set_plans(test::shared(sample_plans()));
        curve_->set_axes({{{0, 10}, 100, 300}});
        curve_->show();
        QVERIFY(QTest::qWaitForWindowExposed(curve_.get()));
    }
    void cleanup() { curve_.reset(); }

    void words_tell_the_extremes() {
        QCOMPARE(curve_->words(), QStringLiteral("Live size of B minus that of A: -1,024 B to +4,096 B"));
        ComparedPlans same = sample_plans();
        same.live = {};
        const int with_curve = curve_->sizeHint().height();
        curve_->set_plans(test::shared(same));
        QCOMPARE(curve_->words(), QStringLiteral("The live sizes of A and B are the same at every step."));
        QVERIFY(2 * curve_->sizeHint().height() < with_curve);
    }

    void words_tell_how_the_steps_were_matched_or_why_not() {
        ComparedPlans plans = sample_plans();
        plans.steps.by = StepsMatchedBy::operators;
        plans.steps.by_first = {{Step(0), Step(0)}};
        curve_->set_plans(test::shared(plans));
        QVERIFY(curve_->words().endsWith(QStringLiteral(" · steps matched by operator: 1 of 10 in A, 1 of 8 in B")));
        plans.steps.by = StepsMatchedBy::nothing;
        curve_->set_plans(test::shared(plans));
        QVERIFY(curve_->words().startsWith(QStringLiteral("Live sizes not compared: A has 10 steps, B has 8")));
        QSignalSpy moved(curve_.get(), &LiveDifferenceCurve::time_cursor_moved);
        QTest::mouseClick(curve_.get(), Qt::LeftButton, Qt::NoModifier, {150, 50});
        QVERIFY(moved.isEmpty());
    }

    void side_by_side_each_plan_has_the_difference_over_its_own_steps() {
        ComparedPlans plans = sample_plans();
        plans.live.at_second = {{Step(0), Step(1)}, {Bytes(4096), Bytes(0)}, Bytes(4096), Bytes(0)};
        curve_->set_plans(test::shared(plans));
        curve_->set_axes({{{0, 10}, 20, 180}, {{0, 10}, 220, 380, true}});
        QSignalSpy moved(curve_.get(), &LiveDifferenceCurve::time_cursor_moved);
        QTest::mouseClick(curve_.get(), Qt::LeftButton, Qt::NoModifier, {228, 50});
        QCOMPARE(moved.front()[0].value<Step>(), Step(0));
        QCOMPARE(moved.front()[1].toBool(), true);
        const QImage image = curve_->grab().toImage();
        QVERIFY(image.pixelColor(228, 50) != image.pixelColor(28, 50));
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
        QVERIFY(is_reddish(image.pixelColor(160, 40)));
        QVERIFY(!is_reddish(image.pixelColor(200, 74)));
        QVERIFY(image.pixelColor(250, 40) == image.pixelColor(120, 40));
    }

private:
    std::unique_ptr<LiveDifferenceCurve> curve_;
};

ARENASCOPE_TEST(LiveDifferenceCurveTest)
#include "live_difference_curve_test.moc"
