#include "app/window/window_actions.h"

#include <algorithm>

#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include "app/window/options_dialog.h"
#include "tests/app/window_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

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

    void menu_toolbar_and_options_show_the_same_planner() {
        auto& choice = *window_->findChild<QToolBar*>()->findChild<QComboBox*>();
        const auto& options = *window_->findChild<OptionsDialog*>();
        const QList<QAction*> planners = window_->actions().planners->actions();
        QVERIFY(planners.size() > 1);
        planners.last()->trigger();
        QCOMPARE(choice.currentText(), planners.last()->text());
        QCOMPARE(options.planner(), planners.last()->text());
        choice.setCurrentIndex(0);
        QVERIFY(planners.first()->isChecked() && !planners.last()->isChecked());
        QCOMPARE(options.planner(), planners.first()->text());
    }
};

ARENASCOPE_TEST(WindowActionsTest)
#include "window_actions_test.moc"
