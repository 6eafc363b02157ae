#include "app/window/save_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QLocale>
#include <QTimer>

#include "tests/app/window_fixture.h"
#include "widgets/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class SaveDialogTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void a_name_without_a_suffix_gets_the_suffix_of_the_type() {
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        open(plan_);
        const auto save_as = [this](const QString& name, int type) {
            answer(name, type);
            window_->actions().save_layout->trigger();
        };
        save_as(QStringLiteral("out2"), 0);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("out2.json"))));
        save_as(QStringLiteral("out3"), 1);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("out3.csv"))));
        save_as(QStringLiteral("out4.csv"), 0);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("out4.csv"))));
    }

    void a_proposed_name_stands_alone_even_if_its_path_is_relative() {
        const QString here = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder_.path()));
        QString shown;
        QTimer::singleShot(100, window_.get(), [&shown] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            shown = dialog->findChild<QLineEdit*>()->text();
            dialog->reject();
        });
        const QString chosen = choose_path_to_save(window_.get(), QStringLiteral("Save"), QStringLiteral("./lay.json"),
                                                   {QStringLiteral("plan (*.json)")});
        QVERIFY(QDir::setCurrent(here));
        QVERIFY(chosen.isEmpty());
        QCOMPARE(shown, QStringLiteral("lay.json"));
    }

    void a_trace_is_saved_in_the_form_of_its_type() {
        open_tuned_sample();
        const auto saved = [this](const QString& name, int type) {
            answer(folder_.filePath(name), type);
            window_->actions().save_trace->trigger();
            QFile file(folder_.filePath(name + (type == 0 ? QStringLiteral(".arenatrace") : QStringLiteral(".json"))));
            return file.open(QIODevice::ReadOnly) ? file.read(4) : QByteArray();
        };
        QCOMPARE(saved(QStringLiteral("run"), 0), QByteArray("\x89"
                                                             "ATR"));
        QVERIFY(saved(QStringLiteral("run"), 1).startsWith('{'));
    }

    void a_saved_trace_is_told_with_its_size() {
        open_tuned_sample();
        const QString path = folder_.filePath(QStringLiteral("sized.json"));
        answer(path, 1);
        window_->actions().save_trace->trigger();
        const qint64 bytes = QFileInfo(path).size();
        QVERIFY(bytes > 1000);
        const auto* bar = window_->findChild<MessageBar*>();
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->text(), QStringLiteral("Saved %1 (%2)").arg(path, QLocale::c().formattedDataSize(bytes, 1)));
        QVERIFY(bar->text().contains(QStringLiteral("kB")) || bar->text().contains(QStringLiteral("KiB")) ||
                bar->text().contains(QStringLiteral("MiB")));
    }

private:
    /// Types a name and Enter into the dialog that opens next.
    void answer(const QString& name, int type) const {
        QTimer::singleShot(100, window_.get(), [name, type] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            dialog->selectNameFilter(dialog->nameFilters().at(type));
            emit dialog->filterSelected(dialog->nameFilters().at(type));
            auto* field = dialog->findChild<QLineEdit*>();
            field->setText(name);
            QTest::keyClick(field, Qt::Key_Return);
        });
    }
};

ARENASCOPE_TEST(SaveDialogTest)
#include "save_dialog_test.moc"
