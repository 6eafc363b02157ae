#include <memory>

#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>

#include "app/window/dialogs/add_buffer_dialog.h"
#include "app/window/dialogs/comparison_dialog.h"
#include "app/window/dialogs/export_dialog.h"
#include "app/window/dialogs/folder_dialog.h"
#include "app/window/dialogs/go_to_dialog.h"
#include "app/window/dialogs/keys_dialog.h"
#include "app/window/dialogs/note_dialog.h"
#include "app/window/dialogs/options_dialog.h"
#include "app/window/frame/import_panel.h"
#include "core/planner/planning.h"
#include "tests/app/window_fixture.h"
#include "tests/support/cut_texts.h"
#include "tests/support/idle_state.h"

using namespace arenascope;
using namespace arenascope::test;

/// Every dialog shows its texts whole, in the usual font and in a larger one.
class DialogTextsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { usual_ = QApplication::font(); }
    void cleanup() {
        QApplication::setFont(usual_);
        if (window_) {
            close_window();
        }
    }

    void no_dialog_cuts_a_text_data() { fonts(); }
    void no_dialog_cuts_a_text() {
        enlarge();
        show_window();
        open_planned(sample(QStringLiteral("inception_cell.param")));
        Session& session = window_->session();
        const std::pair<const char*, std::shared_ptr<QDialog>> dialogs[] = {
            {"export", std::make_shared<ExportDialog>(session.path(), ExportChoices(), nullptr, nullptr)},
            {"add buffer", std::make_shared<AddBufferDialog>(*session.problem(), std::nullopt,
                                                             [](const Buffer&) { return Expected<void>(); })},
            {"note",
             std::make_shared<NoteDialog>(QStringList{QStringLiteral("conv1"), QStringLiteral("step 3")}, QString(),
                                          QStringLiteral("Add"), [](const std::string&, std::size_t) {})},
            {"go to",
             std::make_shared<GoToDialog>(GoToDialog::Plan{session.shown(), session.state().trace}, std::nullopt)},
            {"keys", std::make_shared<KeysDialog>(*window_->findChild<QMenuBar*>(), nullptr)},
            {"folder", std::make_shared<FolderDialog>(folder_.path())},
            {"comparison", std::make_shared<ComparisonDialog>(session)},
        };
        for (const auto& [name, dialog] : dialogs) {
            verify_whole(*dialog, name);
        }
    }

    void the_options_of_no_planner_are_cut_data() { fonts(); }
    void the_options_of_no_planner_are_cut() {
        enlarge();
        OptionsDialog dialog;
        for (const PlannerDescription& planner : described_planners()) {
            dialog.choose_planner(QString::fromStdString(std::string(planner.name)));
            verify_whole(dialog, std::string(planner.name).c_str());  // opened with it
        }
        dialog.show();
        for (const PlannerDescription& planner : described_planners()) {
            dialog.choose_planner(QString::fromStdString(std::string(planner.name)));
            wait_until_idle();
            const QStringList cut = cut_texts(dialog);  // chosen while it is open
            QVERIFY2(cut.isEmpty(), qPrintable(QString::fromStdString(std::string(planner.name)) +
                                               QStringLiteral(": ") + cut.join(QStringLiteral(" | "))));
        }
    }

    void no_panel_cuts_the_text_of_a_field_data() { fonts(); }
    void no_panel_cuts_the_text_of_a_field() {
        enlarge();
        show_window();
        open_planned(sample(QStringLiteral("inception_cell.param")));
        const WindowDocks& docks = window_->docks();
        for (const QSize size : {QSize(1024, 700), QSize(1440, 900)}) {
            window_->resize(size);
            for (auto [dock, panel] : {std::pair<QDockWidget*, QWidget*>{docks.import.dock, docks.import}}) {
                dock->show();
                dock->raise();
                wait_until_idle();
                const QStringList cut = cut_texts(*panel);
                QVERIFY2(cut.isEmpty(),
                         qPrintable(dock->windowTitle() + QStringLiteral(": ") + cut.join(QStringLiteral(" | "))));
            }
        }
    }

private:
    static void fonts() {
        QTest::addColumn<double>("factor");
        QTest::newRow("usual font") << 1.0;
        QTest::newRow("larger font") << 1.5;
    }

    void enlarge() const {
        QFETCH(const double, factor);
        QFont font = usual_;
        font.setPointSizeF(usual_.pointSizeF() * factor);
        QApplication::setFont(font);
    }

    static void verify_whole(QDialog& dialog, const char* name) {
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        wait_until_idle();
        const QStringList cut = cut_texts(dialog);
        dialog.hide();
        QVERIFY2(cut.isEmpty(),
                 qPrintable(QLatin1String(name) + QStringLiteral(": ") + cut.join(QStringLiteral(" | "))));
    }

    QFont usual_;
};

ARENASCOPE_TEST(DialogTextsTest)
#include "dialog_texts_test.moc"
