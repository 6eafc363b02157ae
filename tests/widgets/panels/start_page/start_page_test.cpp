#include "widgets/panels/start_page/start_page.h"

#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>

#include "tests/support/idle_state.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Drops these on the page and returns whether the page accepts them.
bool drop(StartPage& page, const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(page.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(&page, &enter);
    if (!enter.isAccepted()) {
        return false;
    }
    QDropEvent event(page.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page, &event);
    return event.isAccepted();
}

QPushButton* button(const StartPage& page, const QString& text) {
    for (auto* each : page.findChildren<QPushButton*>()) {
        if (each->text() == text) {
            return each;
        }
    }
    return nullptr;
}

}  // namespace

class StartPageTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        page_ = std::make_unique<StartPage>();
        page_->resize(800, 600);
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
    }
    void cleanup() { page_.reset(); }

    void its_buttons_request_a_file_and_the_sample() {
        const QSignalSpy open(page_.get(), &StartPage::open_requested);
        const QSignalSpy sample(page_.get(), &StartPage::sample_requested);
        QTest::mouseClick(button(*page_, QStringLiteral("&Open…")), Qt::LeftButton);
        QCOMPARE(open.size(), 1);
        QTest::keyClick(button(*page_, QStringLiteral("Does it o&verlap?")), Qt::Key_Space);
        QCOMPARE(sample.size(), 1);
        QCOMPARE(sample.front().front().toString(), QStringLiteral("vendor_plan.csv"));
    }

    void says_what_opens_by_who_makes_it() {
        QString hint;
        for (const QLabel* label : page_->findChildren<QLabel*>()) {
            hint += label->text();
        }
        for (const char* words : {"From PyTorch: memory snapshot", "Vela log", "OpenVINO", "TVM graph", "Plans and"}) {
            QVERIFY2(hint.contains(QLatin1String(words)), words);
        }
    }

    void each_file_that_is_dropped_is_chosen() {
        const QSignalSpy chosen(page_.get(), &StartPage::file_chosen);
        QVERIFY(drop(*page_, {QUrl::fromLocalFile(QStringLiteral("/tmp/a b.csv")),
                              QUrl::fromLocalFile(QStringLiteral("/tmp/卷积核.json"))}));
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("/tmp/a b.csv"));
        QCOMPARE(chosen[1][0].toString(), QStringLiteral("/tmp/卷积核.json"));
    }

    void rejects_drops_that_are_no_local_files() {
        const QSignalSpy chosen(page_.get(), &StartPage::file_chosen);
        QVERIFY(!drop(*page_, {QUrl(QStringLiteral("https://example.org/plan.csv"))}));
        QVERIFY(!drop(*page_, {}));
        QVERIFY(drop(*page_, {QUrl(QStringLiteral("https://example.org/plan.csv")),
                              QUrl::fromLocalFile(QStringLiteral("/tmp/plan.csv"))}));
        QCOMPARE(chosen.size(), 1);
    }

    void recent_files_are_shown_only_if_there_are_some() {
        auto* list = page_->findChild<QListWidget*>();
        QVERIFY(list->isHidden());
        page_->set_recent_files({QStringLiteral("/plans/one.csv"), QStringLiteral("/plans/two.csv")});
        QVERIFY(list->isVisible());
        QCOMPARE(list->count(), 2);
        QVERIFY(list->item(0)->text().startsWith(QStringLiteral("one.csv")));
        page_->set_recent_files({});
        QVERIFY(list->isHidden());
    }

    void a_click_or_enter_chooses_a_recent_file() {
        const QSignalSpy chosen(page_.get(), &StartPage::file_chosen);
        page_->set_recent_files({QStringLiteral("/plans/one.csv"), QStringLiteral("/plans/two.csv")});
        auto* list = page_->findChild<QListWidget*>();
        test::wait_until_idle();  // the list needs its position
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("/plans/two.csv"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Up);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[1][0].toString(), QStringLiteral("/plans/one.csv"));
    }

private:
    std::unique_ptr<StartPage> page_;
};

ARENASCOPE_TEST(StartPageTest)
#include "start_page_test.moc"
