#include "widgets/base/filter_keys.h"

#include <QSignalSpy>
#include <QTableWidget>

#include "tests/support/test_registry.h"

using namespace arenascope;

class FilterKeysTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        window_ = std::make_unique<QWidget>();
        field_ = new QLineEdit(window_.get());
        rows_ = new QTableWidget(2, 1, window_.get());
        keys_ = new FilterKeys(*field_, *rows_);
        window_->show();
        field_->setFocus();
    }

    void down_goes_to_the_rows() {
        QTest::keyClick(field_, Qt::Key_Down);
        QVERIFY(window_->focusWidget() == rows_);
    }

    void escape_clears_the_filter_and_leaves_it() {
        const QSignalSpy left(keys_, &FilterKeys::left);
        QTest::keyClicks(field_, QStringLiteral("con"));
        QTest::keyClick(field_, Qt::Key_Escape);
        QCOMPARE(field_->text(), QString());
        QCOMPARE(left.size(), 1);
        QTest::keyClick(field_, Qt::Key_Escape);
        QCOMPARE(left.size(), 2);
    }

    void other_keys_belong_to_the_field() {
        QTest::keyClicks(field_, QStringLiteral("ab"));
        QTest::keyClick(field_, Qt::Key_Backspace);
        QCOMPARE(field_->text(), QStringLiteral("a"));
    }

    void escape_is_the_filters_before_it_is_a_shortcut_of_the_window() {
        QVERIFY(is_taken(Qt::Key_Escape));
        QTest::keyClicks(field_, QStringLiteral("con"));
        QVERIFY(is_taken(Qt::Key_Escape));
        QVERIFY(!is_taken(Qt::Key_Down));
    }

private:
    [[nodiscard]] bool is_taken(Qt::Key key) {
        QKeyEvent asked(QEvent::ShortcutOverride, key, Qt::NoModifier);
        asked.ignore();
        QCoreApplication::sendEvent(field_, &asked);
        return asked.isAccepted();
    }

    std::unique_ptr<QWidget> window_;
    QLineEdit* field_ = nullptr;
    QTableWidget* rows_ = nullptr;
    FilterKeys* keys_ = nullptr;
};

ARENASCOPE_TEST(FilterKeysTest)
#include "filter_keys_test.moc"
