#include "app/window/dialogs/external_dialog.h"

#include <algorithm>

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <QToolBar>

#include "app/session/external_planners.h"
#include "app/window/dialogs/external_entry_dialog.h"
#include "tests/app/answered_file_dialog.h"
#include "tests/app/kept_planner.h"
#include "tests/app/planner_scripts.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class ExternalDialogTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        forget_all();
        show_window();
    }
    void cleanup() {
        close_window();
        forget_all();
    }

    void a_planner_is_added_changed_and_removed() {
        window_->actions().external_planners->trigger();
        QVERIFY(!button("Edit…").isEnabled());
        fill_next_entry("fast", 1, "./plan --fast 'two words'");
        button("Add…").click();
        QCOMPARE(row(0), QStringLiteral("fast|JSON|./plan --fast 'two words'"));
        QVERIFY(kept_external_planners() ==
                (std::vector<NamedExternal>{{"fast", "exec:json:./plan --fast 'two words'"}}));
        QVERIFY(planner_box().findText(QStringLiteral("fast")) > 0);
        fill_next_entry("slow", 0, "./plan");
        button("Edit…").click();
        QCOMPARE(row(0), QStringLiteral("slow|CSV|./plan"));
        QVERIFY(kept_external_planners() == (std::vector<NamedExternal>{{"slow", "exec:./plan"}}));
        QCOMPARE(planner_box().findText(QStringLiteral("fast")), -1);
        button("Remove").click();
        QCOMPARE(table().rowCount(), 0);
        QVERIFY(kept_external_planners().empty());
        QCOMPARE(planner_box().findText(QStringLiteral("slow")), -1);
    }

    void what_cannot_be_kept_is_a_sentence_below_the_fields() {
        ExternalEntryDialog entry(std::nullopt, {{"fast", "exec:./plan"}});
        auto* name = entry.findChildren<QLineEdit*>()[0];
        auto* command = entry.findChildren<QLineEdit*>()[1];
        auto& keep = button_of(entry, "Keep");
        QVERIFY(!keep.isEnabled());
        command->setText(QStringLiteral("./plan"));
        name->setText(QStringLiteral("exact"));
        QVERIFY(!keep.isEnabled());
        QVERIFY(says(entry, "there is a planner"));
        name->setText(QStringLiteral("fast"));
        QVERIFY(!keep.isEnabled());
        QVERIFY(says(entry, "of this name already"));
        name->setText(QStringLiteral("mine"));
        QVERIFY(keep.isEnabled());
        command->setText(QStringLiteral("./plan 'open"));
        QVERIFY(!keep.isEnabled());
        // A name that would change what is kept.
        command->setText(QStringLiteral("./plan"));
        name->setText(QStringLiteral("a=exec:./other"));
        QVERIFY(!keep.isEnabled());
    }

    void a_list_of_a_team_is_confirmed_command_by_command() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        write("# ours\nfast=exec:/opt/plan --fast\ncareful=exec:json:/opt/plan\n");
        window_->actions().external_planners->trigger();
        answer_next_file_dialog({plan_});
        QStringList asked;
        answer_boxes({QStringLiteral("Keep"), QStringLiteral("Skip")}, asked);
        button("Import…").click();
        QCOMPARE(asked.size(), 2);
        QVERIFY2(asked.front().contains(QStringLiteral("/opt/plan --fast")), qPrintable(asked.front()));
        QTRY_COMPARE(table().rowCount(), 1);
        QVERIFY(kept_external_planners() == (std::vector<NamedExternal>{{"fast", "exec:/opt/plan --fast"}}));
    }

    void a_list_that_is_none_is_a_sentence_and_keeps_nothing() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        write("fast=/opt/plan\n");
        window_->actions().external_planners->trigger();
        answer_next_file_dialog({plan_});
        button("Import…").click();
        QVERIFY(says(dialog(), "does not begin with exec:"));
        QVERIFY(kept_external_planners().empty());
    }

    void a_kept_planner_runs_on_the_open_plan() {
        const KeptPlanner kept(folder_, "mine", first_fit);
        write("id,lower,upper,size\na,0,4,10\nb,3,9,8\n");
        open_planned(plan_);
        QVERIFY(!button("Tune with It").isEnabled());
        window_->actions().external_planners->trigger();
        QVERIFY(button("Tune with It").isEnabled());
        // The list was made before the planner was kept.
        emit dialog().changed();
        button("Tune with It").click();
        QTRY_VERIFY_WITH_TIMEOUT(
            window_->session().state().provenance && window_->session().state().provenance->planner == kept.text(),
            20'000);
        QCOMPARE(planner_box().currentText(), QStringLiteral("mine"));
        QVERIFY(is_complete(window_->session().layout()));
        // The menu has the same choice.
        const auto actions = window_->menuBar()->findChild<QMenu*>(QStringLiteral("planners"))->actions();
        QVERIFY(std::ranges::any_of(
            actions, [](const QAction* each) { return each->text() == QLatin1String("mine") && each->isChecked(); }));
    }

    void an_answer_that_overlaps_is_a_sentence_and_the_plan_stays() {
        const KeptPlanner kept(folder_, "lying", "#!/bin/sh\ncat > /dev/null\necho id,offset\necho a,0\necho b,0\n");
        write("id,lower,upper,size\na,0,4,10\nb,3,9,8\n");
        open_planned(plan_);
        const Layout before = window_->session().layout();
        window_->actions().external_planners->trigger();
        emit dialog().changed();
        button("Tune with It").click();
        QTRY_VERIFY_WITH_TIMEOUT(window_->message_bar()->text().contains(QStringLiteral("overlap")), 20'000);
        QVERIFY(window_->session().layout() == before);
    }

    void a_slow_planner_is_cancelled() {
        const KeptPlanner kept(folder_, "slow", "#!/bin/sh\nexec sleep 50\n");
        write("id,lower,upper,size\na,0,4,10\nb,3,9,8\n");
        open_planned(plan_);
        window_->actions().external_planners->trigger();
        emit dialog().changed();
        button("Tune with It").click();
        QTRY_VERIFY(window_->session().tuning().run()->is_running());
        QTest::qWait(50);
        window_->actions().cancel->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running(), 20'000);
    }

    void to_open_a_file_runs_none_even_if_one_is_chosen() {
        const KeptPlanner kept(folder_, "mine", first_fit);
        write("id,lower,upper,size\na,0,4,10\nb,3,9,8\n");
        open_planned(plan_);
        window_->actions().external_planners->trigger();
        emit dialog().changed();
        button("Tune with It").click();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->session().tuning().run()->is_running() &&
                                     window_->session().state().provenance->planner == kept.text(),
                                 20'000);
        window_->session().undo_stack()->setClean();
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile::copy(plan_, other);
        open_planned(other);
        QVERIFY(window_->session().state().provenance->planner != kept.text());
    }

    void a_plan_that_names_a_command_offers_none() {
        write(R"({"format": "arenascope-plan", "version": 1, "provenance": {"planner": "exec:touch /tmp/never"},
                  "buffers": [{"name": "a", "begin": 0, "end": 2, "size": 4, "offset": 0}]})");
        window_->open(plan_);
        QTest::qWait(50);
        QVERIFY(!window_->session().tuning().is_repeatable());
        QCOMPARE(planner_box().findText(QStringLiteral("exec:touch /tmp/never")), -1);
        QVERIFY(kept_external_planners().empty());
    }

private:
    static void forget_all() {
        for (const NamedExternal& each : kept_external_planners()) {
            (void)forget_external_planner(each.name);
        }
    }

    [[nodiscard]] ExternalDialog& dialog() const { return *window_->findChild<ExternalDialog*>(); }
    [[nodiscard]] QTableWidget& table() const { return *dialog().findChild<QTableWidget*>(); }
    [[nodiscard]] QComboBox& planner_box() const { return *window_->findChild<QToolBar*>()->findChild<QComboBox*>(); }
    [[nodiscard]] QString row(int number) const {
        QStringList cells;
        for (int column = 0; column < table().columnCount(); ++column) {
            cells << table().item(number, column)->text();
        }
        return cells.join(QLatin1Char('|'));
    }
    static QPushButton& button_of(const QWidget& dialog, const char* text) {
        for (QPushButton* each : dialog.findChildren<QPushButton*>()) {
            if (each->text().remove(QLatin1Char('&')) == QString::fromUtf8(text)) {
                return *each;
            }
        }
        qFatal("there is no button %s", text);
    }
    [[nodiscard]] QPushButton& button(const char* text) const { return button_of(dialog(), text); }
    static bool says(const QWidget& dialog, const char* words) {
        const auto labels = dialog.findChildren<QLabel*>();
        return std::ranges::any_of(labels,
                                   [&](const QLabel* each) { return each->text().contains(QLatin1String(words)); });
    }

    /// Answers one question after the other by the buttons of these names, and notes what they said.
    static void answer_boxes(const QStringList& buttons, QStringList& asked) {
        auto* timer = new QTimer(qApp);
        connect(timer, &QTimer::timeout, timer, [timer, buttons, &asked] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box == nullptr) {
                return;
            }
            timer->stop();
            timer->deleteLater();
            asked << box->text() + QLatin1Char(' ') + box->informativeText();
            if (buttons.size() > 1) {
                answer_boxes(buttons.mid(1), asked);
            }
            button_of(*box, qPrintable(buttons.front())).click();
        });
        timer->start(20);
    }

    /// Fills the next dialog for an entry, and keeps it.
    static void fill_next_entry(const char* name, int exchange, const char* command) {
        auto* timer = new QTimer(qApp);
        connect(timer, &QTimer::timeout, timer, [=] {
            auto* entry = qobject_cast<ExternalEntryDialog*>(QApplication::activeModalWidget());
            if (entry == nullptr) {
                return;
            }
            timer->stop();
            timer->deleteLater();
            entry->findChildren<QLineEdit*>()[0]->setText(QLatin1String(name));
            entry->findChildren<QLineEdit*>()[1]->setText(QLatin1String(command));
            entry->findChild<QComboBox*>()->setCurrentIndex(exchange);
            button_of(*entry, "Keep").click();
        });
        timer->start(10);
    }
};

ARENASCOPE_TEST(ExternalDialogTest)
#include "external_dialog_test.moc"
