#include "app/window/dialogs/folder_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>

#include "tests/app/window_fixture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class FolderDialogTest : public QObject, private test::WindowFixture {
    Q_OBJECT

private slots:
    void init() { searched_ = std::make_unique<QTemporaryDir>(); }

    void lists_what_can_be_opened_and_opens_the_chosen_one() {
        write_file("a.csv", "id,lower,upper,size\na,0,1,8\n");
        write_file("b.txt", "nothing\n");
        write_file("c.csv", "id,lower,upper,size\na,0,1,8\n");
        FolderDialog dialog(searched_->path());
        dialog.show();
        QTRY_VERIFY(!dialog.is_searching());
        QCOMPARE(files(dialog).rowCount(), 2);
        QCOMPARE(files(dialog).item(0, 0)->text(), QStringLiteral("a.csv"));
        QCOMPARE(files(dialog).item(0, 1)->text(), QStringLiteral("table of buffers"));
        QVERIFY(state(dialog).startsWith(QStringLiteral("2 of 3 files in")));
        QSignalSpy chosen(&dialog, &FolderDialog::chosen);
        files(dialog).selectRow(1);
        QTest::mouseClick(open_button(dialog), Qt::LeftButton);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), searched_->filePath(QStringLiteral("c.csv")));
        QVERIFY(!dialog.isVisible());
    }

    void says_that_nothing_can_be_opened() {
        write_file("b.txt", "nothing\n");
        FolderDialog dialog(searched_->path());
        dialog.show();
        QTRY_VERIFY(!dialog.is_searching());
        QVERIFY(state(dialog).startsWith(QStringLiteral("Nothing in")));
        QVERIFY(state(dialog).contains(QStringLiteral("1 file was looked into")));
        QVERIFY(!open_button(dialog)->isEnabled());
    }

    void cancelling_ends_the_search() {
        FolderDialog dialog(searched_->path());
        dialog.show();
        QVERIFY(dialog.is_searching());
        dialog.reject();
        QVERIFY(!dialog.is_searching());
    }

    void a_folder_that_is_opened_in_the_window_is_listed() {
        write_file("a.csv", "id,lower,upper,size\na,0,1,8\n");
        show_window();
        window_->open(searched_->path());
        auto* dialog = window_->findChild<FolderDialog*>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(!dialog->is_searching());
        QSignalSpy opened(&window_->session().plan(), &OpenPlan::opened);
        QTest::mouseClick(open_button(*dialog), Qt::LeftButton);
        QTRY_COMPARE(opened.size(), 1);
        QCOMPARE(window_->session().path(), searched_->filePath(QStringLiteral("a.csv")));
        close_window();
    }

private:
    void write_file(const QString& name, const QByteArray& content) const {
        QFile file(searched_->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    [[nodiscard]] static QTableWidget& files(const FolderDialog& dialog) { return *dialog.findChild<QTableWidget*>(); }
    [[nodiscard]] static QString state(const FolderDialog& dialog) {
        return dialog.findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)->text();
    }
    [[nodiscard]] static QPushButton* open_button(const FolderDialog& dialog) {
        return dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
    }

    std::unique_ptr<QTemporaryDir> searched_;
};

ARENASCOPE_TEST(FolderDialogTest)
#include "folder_dialog_test.moc"
