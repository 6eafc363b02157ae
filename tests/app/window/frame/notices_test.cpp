#include "app/window/frame/notices.h"

#include <QMainWindow>

#include "app/window/frame/appearance.h"
#include "app/window/frame/window_actions.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/message_bar/message_bar.h"

using namespace arenascope;

class NoticesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        window_ = std::make_unique<QMainWindow>();
        actions_ = std::make_unique<WindowActions>(window_.get());
        session_ = std::make_unique<Session>();
        appearance_ = std::make_unique<Appearance>(*session_, *actions_);
        bar_ = new MessageBar;
        window_->setCentralWidget(bar_);
        notices_ = std::make_unique<Notices>(*session_, *bar_, *appearance_, reading_time);
        window_->show();
        QCursor::setPos(window_->geometry().bottomRight() + QPoint(100, 100));
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() {
        notices_.reset();
        appearance_.reset();
        session_.reset();
        actions_.reset();
        window_.reset();
    }

    void information_goes_by_itself() {
        notices_->inform(QStringLiteral("Wrote plan.png"));
        QVERIFY(bar_->isVisible());
        QTRY_VERIFY(!bar_->isVisible());
    }

    void errors_and_warnings_stay() {
        notices_->inform(QStringLiteral("Wrote plan.png"));
        notices_->report({"plan.csv", 1, "it cannot be read", "save it again"});
        outlast_information();
        QVERIFY(bar_->isVisible());
        notices_->inform(QStringLiteral("Wrote plan.png"));
        notices_->warn(QStringLiteral("It has changed"), QStringLiteral("Reload"), [] {});
        outlast_information();
        QVERIFY(bar_->isVisible());
    }

    void only_information_is_ended() {
        notices_->inform(QStringLiteral("Wrote plan.png"));
        notices_->end_information();
        QVERIFY(!bar_->isVisible());
        notices_->report({"plan.csv", 1, "it cannot be read", "save it again"});
        notices_->end_information();
        QVERIFY(bar_->isVisible());
    }

    void information_stays_under_the_pointer() {
        notices_->inform(QStringLiteral("Wrote plan.png"));
        bar_->setAttribute(Qt::WA_UnderMouse);
        outlast_information();
        QVERIFY(bar_->isVisible());
        bar_->setAttribute(Qt::WA_UnderMouse, false);
        QTRY_VERIFY(!bar_->isVisible());
    }

private:
    static constexpr std::chrono::milliseconds reading_time{30};

    /// Waits until information that is given now has gone by itself.
    void outlast_information() const {
        MessageBar bar(window_.get());
        Notices notices(*session_, bar, *appearance_, reading_time);
        notices.inform(QStringLiteral("Wrote plan.svg"));
        QVERIFY(!bar.isHidden());
        QTRY_VERIFY(bar.isHidden());
    }

    std::unique_ptr<QMainWindow> window_;
    std::unique_ptr<WindowActions> actions_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Appearance> appearance_;
    MessageBar* bar_ = nullptr;
    std::unique_ptr<Notices> notices_;
};

ARENASCOPE_TEST(NoticesTest)
#include "notices_test.moc"
