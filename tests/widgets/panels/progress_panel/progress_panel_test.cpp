#include "widgets/panels/progress_panel/progress_panel.h"

#include <limits>

#include <QSignalSpy>

#include "qt/words/meaning.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ProgressPanelTest : public QObject {
    Q_OBJECT

private slots:
    void a_run_begins_without_a_layout() {
        ProgressPanel panel;
        panel.start(QStringLiteral("peak-suppression"), Bytes(1000));
        QCOMPARE(panel.best_text(), QStringLiteral("no layout yet"));
        // Shows activity only, because there is no budget.
        QCOMPARE(panel.findChild<QProgressBar*>()->maximum(), 0);
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* each) {
            return each->text() == QStringLiteral("peak-suppression is planning");
        }));
    }

    void shows_how_far_the_best_peak_is_above_the_threshold() {
        ProgressPanel panel;
        panel.start(QStringLiteral("p"), Bytes(1000));
        panel.set_progress(10, 100, Offset(1290));
        QCOMPARE(panel.best_text(), QStringLiteral("best 1,290 B (+29.0 %)"));
        panel.set_unit(Unit::hexadecimal);
        QCOMPARE(panel.best_text(), QStringLiteral("best 0x50a (+29.0 %)"));
    }

    void tooltips_explain_the_threshold_and_the_work() {
        const ProgressPanel panel;
        QVERIFY(panel.findChild<QProgressBar*>()->toolTip().contains(work_meaning()));
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* each) { return each->toolTip().contains(threshold_meaning()); }));
    }

    void the_bar_shows_the_share_of_the_work_even_of_the_largest_budget() {
        ProgressPanel panel;
        panel.start(QStringLiteral("p"), Bytes(1000));
        const auto* bar = panel.findChild<QProgressBar*>();
        constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        panel.set_progress(most / 2, most, Offset(0));
        QCOMPARE(bar->value(), bar->maximum() / 2);
    }

    void a_run_that_goes_on_after_its_work_or_stops_shows_only_activity() {
        ProgressPanel panel;
        panel.start(QStringLiteral("p"), Bytes(1000));
        const auto* bar = panel.findChild<QProgressBar*>();
        panel.set_progress(50, 100, Offset(0));
        QVERIFY(bar->maximum() > 0);
        panel.set_progress(100, 100, Offset(0));
        QCOMPARE(bar->maximum(), 0);
        panel.start(QStringLiteral("p"), Bytes(1000));
        panel.set_progress(50, 100, Offset(0));
        QTest::mouseClick(panel.findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(bar->maximum(), 0);
        panel.set_progress(60, 100, Offset(0));
        QCOMPARE(bar->maximum(), 0);
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* each) { return each->text() == QStringLiteral("p is stopping"); }));
    }

    void cancel_requests_once_per_run() {
        ProgressPanel panel;
        const QSignalSpy cancelled(&panel, &ProgressPanel::cancel_requested);
        auto* cancel = panel.findChild<QPushButton*>();
        panel.start(QStringLiteral("p"), Bytes(1000));
        QTest::mouseClick(cancel, Qt::LeftButton);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QCOMPARE(cancelled.size(), 1);
        panel.start(QStringLiteral("p"), Bytes(1000));
        QTest::keyClick(cancel, Qt::Key_Space);
        QCOMPARE(cancelled.size(), 2);
    }
};

ARENASCOPE_TEST(ProgressPanelTest)
#include "progress_panel_test.moc"
