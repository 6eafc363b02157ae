#include "app/window/frame/window_actions.h"

#include <algorithm>

#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include "app/window/dialogs/options_dialog.h"
#include "app/window/frame/action_reason.h"
#include "tests/app/window_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Every word begins with a capital, except articles, conjunctions and short prepositions between two words.
bool is_in_title_case(const QString& text) {
    static const QStringList small{"a",  "an", "and", "at", "by", "for", "from",
                                   "in", "of", "on",  "or", "to", "the", "with"};
    const QStringList words = QString(text).remove(QLatin1Char('&')).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const bool is_between = i > 0 && i + 1 < words.size();
        if (words[i].front().isLower() && !(is_between && small.contains(words[i]))) {
            return false;
        }
    }
    return !words.isEmpty();
}

}  // namespace

class WindowActionsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void no_menu_is_empty() {
        for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>()) {
            if (!menu->menuAction()->isEnabled()) {
                continue;  // empty until a file was opened
            }
            menu->popup(window_->mapToGlobal(QPoint(10, 10)));
            const QList<QAction*> actions = menu->actions();
            QVERIFY2(std::any_of(actions.begin(), actions.end(),
                                 [menu](QAction* each) { return !menu->actionGeometry(each).isEmpty(); }),
                     qPrintable(menu->title()));
            menu->close();
        }
    }

    void every_entry_of_a_menu_is_in_title_case() {
        int entries = 0;
        for (const QAction* action : window_->QWidget::actions()) {
            const bool is_planner = window_->actions().planners->actions().contains(action);
            if (!action->isSeparator() && !is_planner) {
                QVERIFY2(is_in_title_case(action->text()), qPrintable(action->text()));
                ++entries;
            }
        }
        QVERIFY(entries > 60);
        QVERIFY(!is_in_title_case(QStringLiteral("&First step")));
        QVERIFY(!is_in_title_case(QStringLiteral("Why the peak is here")));
    }

    void the_menu_has_a_heading_for_each_family_of_planners() {
        const auto* menu = window_->findChild<QMenu*>(QStringLiteral("planners"));
        QVERIFY(menu != nullptr);
        QStringList headings;
        for (const QAction* each : menu->actions()) {
            if (each->isSeparator()) {
                headings << each->text();
            }
        }
        QCOMPARE(headings, (QStringList{"Searching planners", "Greedy planners", "Operator sharing", "Shared objects",
                                        "Cores and scratch"}));
    }

    void every_command_that_is_disabled_says_why() {
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        open(plan_);
        int disabled = 0;
        for (const QAction* action : window_->QWidget::actions()) {
            if (!action->isEnabled() && action->menu() == nullptr && !action->isSeparator() && action->isVisible()) {
                QVERIFY2(!why_not(*action).isEmpty(), qPrintable(action->text()));
                ++disabled;
            }
        }
        QVERIFY(disabled > 20);
    }

    void menu_toolbar_and_options_show_the_same_planner() {
        auto& choice = *window_->findChild<QToolBar*>()->findChild<QComboBox*>();
        const auto& options = *window_->findChild<OptionsDialog*>();
        const QList<QAction*> planners = window_->actions().planners->actions();
        QVERIFY(planners.size() > 1);
        planners.last()->trigger();
        QCOMPARE(choice.currentText(), planners.last()->text());
        QCOMPARE(options.planner(), planners.last()->text());
        choice.setCurrentText(planners.first()->text());
        QVERIFY(planners.first()->isChecked() && !planners.last()->isChecked());
        QCOMPARE(options.planner(), planners.first()->text());
    }
};

ARENASCOPE_TEST(WindowActionsTest)
#include "window_actions_test.moc"
