#include <csignal>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include "app/window/frame/window_settings.h"
#include "app/window/shell/main_window.h"
#include "tests/review/hand.h"
#include "tests/review/kept_words.h"
#include "tests/support/test_registry.h"
#include "widgets/base/outlined_style.h"
#include "widgets/panels/recovery_bar/recovery_bar.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr int recovery_patience = 20'000;  ///< milliseconds, see ReviewTest
constexpr int review_patience = 180'000;
constexpr qint64 most_lost = 10'000;  ///< milliseconds of edits

/// What the window that was killed told last: the time and the offset after each nudge, and what it kept.
struct LastWords {
    QString kept;
    std::vector<std::pair<qint64, qint64>> nudges;  ///< time of day in milliseconds, offset
};

LastWords read_words(const QString& path) {
    QFile file(path);
    LastWords words;
    if (!file.open(QIODevice::ReadOnly)) {
        return words;
    }
    QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    while (!lines.isEmpty() && lines.front().startsWith(QLatin1String("nudge "))) {
        const QStringList parts = lines.takeFirst().split(QLatin1Char(' '));
        words.nudges.emplace_back(parts[1].toLongLong(), parts[2].toLongLong());
    }
    words.kept = lines.join(QLatin1Char('\n'));
    return words;
}

}  // namespace

/// The end of the review: while a person nudges a buffer, the machine dies. The next start offers the work, and what
/// was found comes back. The review itself runs in another process, which is killed.
class RecoveryReviewTest : public QObject {
    Q_OBJECT

private slots:
    void work_that_was_killed_at_a_random_moment_comes_back() {
        if (qEnvironmentVariableIsSet("ARENASCOPE_REVIEW_TO_KILL")) {
            QSKIP("this process is to be killed");
        }
        const QTemporaryDir folder;
        const QString told = folder.filePath(QStringLiteral("told"));
        keep_settings_beside(told);
        QProcess review;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ARENASCOPE_REVIEW_TO_KILL"), told);
        review.setProcessEnvironment(environment);
        review.setProcessChannelMode(QProcess::ForwardedChannels);
        review.start(QCoreApplication::applicationFilePath(), {QStringLiteral("review")});
        QTRY_VERIFY_WITH_TIMEOUT(read_words(told).nudges.size() > 2 || review.state() == QProcess::NotRunning,
                                 review_patience);
        QTest::qWait(QRandomGenerator::global()->bounded(8'000));  // the random moment
        QVERIFY(review.state() == QProcess::Running);
        const qint64 killed_at = QDateTime::currentMSecsSinceEpoch();
        ::kill(static_cast<pid_t>(review.processId()), SIGKILL);
        QVERIFY(review.waitForFinished());
        const LastWords words = read_words(told);
        QVERIFY(words.nudges.size() > 2);

        QApplication::setStyle(new OutlinedStyle);
        MainWindow window;
        window.setGeometry(0, 0, 1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        hand::focus(window);
        window.offer_last_session(true);
        const auto& bar = *window.findChild<RecoveryBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible(), recovery_patience);
        const auto buttons = bar.findChildren<QPushButton*>();
        const auto recover = std::ranges::find(buttons, QStringLiteral("Recover"), &QPushButton::text);
        QVERIFY(recover != buttons.end());
        hand::click(**recover);
        QTRY_VERIFY_WITH_TIMEOUT(window.session().has_plan(), recovery_patience);
        QTRY_COMPARE_WITH_TIMEOUT(kept_words(window), words.kept, recovery_patience);
        QVERIFY(!window.session().undo_stack()->isClean());

        const auto buffer = window.session().selection().buffers().front();
        const qint64 offset = window.session().layout().placements[buffer]->offset.value();
        const auto found = std::ranges::find(words.nudges, offset, [](const auto& nudge) { return nudge.second; });
        // A nudge that was kept but not told any more is no loss.
        const qint64 lost_since =
            found == words.nudges.end() || found + 1 == words.nudges.end() ? killed_at : (found + 1)->first;
        QVERIFY2(killed_at - lost_since <= most_lost,
                 qPrintable(QStringLiteral("%1 ms of edits are lost").arg(killed_at - lost_since)));
        QVERIFY(offset >= words.nudges.front().second);
        qInfo("%lld ms of edits are lost", static_cast<long long>(killed_at - lost_since));
        window.session().undo_stack()->setClean();
    }
};

ARENASCOPE_TEST(RecoveryReviewTest)
#include "recovery_review_test.moc"
