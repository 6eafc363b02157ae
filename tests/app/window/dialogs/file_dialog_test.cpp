#include "widgets/base/file_dialog.h"

#include <QAction>
#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include "app/window/dialogs/export_dialog.h"
#include "app/window/frame/import_panel.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class FileDialogTest : public QObject, private WindowFixture {
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

    void no_dialog_can_delete_rename_or_make_anything_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<int>("opener");
        int opener = 0;
        for (const char* title : {"Open Plan", "Attach Model", "Compare With", "Save Plan As", "Save Trace",
                                  "Write Report", "Export Picture", "Choose a File"}) {
            QTest::newRow(title) << QString::fromLatin1(title) << opener++;
        }
    }
    void no_dialog_can_delete_rename_or_make_anything() {
        QFETCH(const QString, title);
        QFETCH(const int, opener);
        open_tuned_sample();
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("sources/deeper")));
        // At least two of each type that a dialog lists, besides the folder.
        QStringList names{QStringLiteral("sources/deeper/code.json")};
        for (const char* suffix : {"json", "onnx", "arenatrace", "html", "png"}) {
            names << QStringLiteral("precious.") + QLatin1String(suffix)
                  << QStringLiteral("dear.") + QLatin1String(suffix);
        }
        for (const QString& name : names) {
            QFile file(folder_.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        const QStringList before = all_entries();
        bool was_tried = false;
        QTimer::singleShot(100, window_.get(), [&, this] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            QCOMPARE(dialog->windowTitle(), title);
            try_everything(*dialog);
            was_tried = true;
            dialog->reject();
        });
        open_dialog(opener);
        QVERIFY(was_tried);
        QCOMPARE(all_entries(), before);
    }

private:
    [[nodiscard]] QStringList all_entries() const {
        QStringList entries;
        for (QDirIterator at(folder_.path(), QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
             at.hasNext();) {
            entries << at.next();
        }
        entries.sort();
        return entries;
    }

    void open_dialog(int opener) {
        const WindowActions& actions = window_->actions();
        if (opener == 6) {
            ExportDialog dialog(window_->session().path(), ExportChoices(), nullptr, window_.get());
            dialog.show();
            click_button(dialog, QStringLiteral("&Browse…"));
        } else if (opener == 7) {
            ImportPanel& panel = *window_->docks().import;
            window_->docks().import.dock->show();
            window_->docks().import.bring_to_front();
            // In the folder of the field's text.
            panel.findChild<QLineEdit*>(QStringLiteral("assignment"))
                ->setText(folder_.filePath(QStringLiteral("precious.json")));
            click_button(panel, QStringLiteral("Browse…"));
        } else {
            QAction* const openers[] = {actions.open,        actions.attach_model, actions.compare_with_file,
                                        actions.save_layout, actions.save_trace,   actions.report};
            openers[opener]->trigger();
        }
    }

    static void click_button(QWidget& parent, const QString& text) {
        for (auto* button : parent.findChildren<QPushButton*>()) {
            if (button->text() == text) {
                button->click();
                return;
            }
        }
        QFAIL("there is no such button");
    }

    /// What hands can do in a dialog to the files that it lists.
    void try_everything(QFileDialog& dialog) const {
        QVERIFY(dialog.testOption(QFileDialog::ReadOnly));
        dialog.setDirectory(folder_.path());
        // Whoever is asked whether to delete says yes.
        QTimer yes;
        yes.setInterval(20);
        connect(&yes, &QTimer::timeout, [&dialog] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                box->button(QMessageBox::Yes) != nullptr ? box->button(QMessageBox::Yes)->click() : box->accept();
            }
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (QAction* action : menu->actions()) {
                    const bool changes = action->objectName().contains(QLatin1String("delete")) ||
                                         action->objectName().contains(QLatin1String("rename")) ||
                                         action->objectName().contains(QLatin1String("new_folder"));
                    QVERIFY2(!changes || !action->isEnabled(), qPrintable(action->objectName()));
                }
                menu->close();
            }
        });
        yes.start();
        for (const auto mode : {QFileDialog::List, QFileDialog::Detail}) {
            dialog.setViewMode(mode);
            QAbstractItemView* list = mode == QFileDialog::List
                                          ? static_cast<QAbstractItemView*>(dialog.findChild<QListView*>("listView"))
                                          : dialog.findChild<QTreeView*>("treeView");
            QVERIFY(list != nullptr);
            QCOMPARE(list->dragDropMode(), QAbstractItemView::NoDragDrop);
            QTRY_VERIFY(list->model()->rowCount(list->rootIndex()) >= 3);
            const int rows = list->model()->rowCount(list->rootIndex());
            for (int row = 0; row < rows; ++row) {
                const QModelIndex index = list->model()->index(row, 0, list->rootIndex());
                list->setFocus();
                list->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
                QTest::keyClick(list, Qt::Key_Delete);
                QTest::keyClick(list, Qt::Key_Delete, Qt::ShiftModifier);
                QTest::keyClick(list, Qt::Key_F2);
                QVERIFY(list->findChild<QLineEdit*>() == nullptr);
                emit list->customContextMenuRequested(list->visualRect(index).center());
                for (const char* name : {"qt_delete_action", "qt_rename_action", "qt_new_folder_action"}) {
                    if (auto* action = dialog.findChild<QAction*>(QString::fromLatin1(name))) {
                        action->trigger();
                    }
                }
            }
        }
        if (auto* make = dialog.findChild<QToolButton*>(QStringLiteral("newFolderButton"))) {
            make->click();
        }
        wait_until_idle();
    }

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

ARENASCOPE_TEST(FileDialogTest)
#include "file_dialog_test.moc"
