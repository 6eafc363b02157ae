#include "app/window/shell/palette_commands.h"

#include <QContextMenuEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QTableView>

#include "app/window/frame/action_reason.h"
#include "app/window/frame/window_settings.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/command_palette/command_palette.h"
#include "widgets/panels/command_palette/palette_model.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

using namespace arenascope;
using namespace arenascope::test;

class PaletteCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_active_window(); }
    void cleanup() { close_window(); }

    void every_action_of_the_menus_is_listed_with_its_keys() {
        open_palette();
        int found = 0;
        for (const QAction* action : window_->QWidget::actions()) {
            if (action->isSeparator() || action->menu() != nullptr || !action->isVisible()) {
                continue;
            }
            const QString words = QString(action->text()).remove(QLatin1Char('&'));
            find(QStringLiteral(">") + words);
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            QVERIFY2(lists(words, keys), qPrintable(words));
            ++found;
        }
        QVERIFY(found > 80);
        find(QStringLiteral(">Command Palette"));
        QCOMPARE(first(), QStringLiteral("Edit › Command Palette…"));
        QCOMPARE(detail(), QStringLiteral("Ctrl+Shift+A"));
        find(QStringLiteral(">dark theme"));
        QCOMPARE(first(), QStringLiteral("View › Theme › Dark Theme"));
    }

    void every_command_of_the_picture_menu_is_listed() {
        open_tuned_sample();
        for (const bool is_selected : {true, false}) {
            window_->session().selection().select(is_selected ? std::vector{BufferIndex(3)}
                                                              : std::vector<BufferIndex>());
            QContextMenuEvent key(QContextMenuEvent::Keyboard, {10, 10}, view().mapToGlobal(QPoint(10, 10)));
            QCoreApplication::sendEvent(&view(), &key);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            QStringList commands;
            for (const QAction* action : menu->actions()) {
                if (!action->isSeparator()) {
                    commands << plain_words(*action);
                }
            }
            menu->close();
            QVERIFY(commands.contains(QStringLiteral("Who Lay Here")));
            window_->actions().command_palette->trigger();
            for (const QString& command : commands) {
                find(QStringLiteral(">") + command);
                QVERIFY2(lists(command, {}), qPrintable(command));
            }
            palette().dismiss();
        }
    }

    void every_command_of_the_menus_of_lists_is_listed() {
        open_tuned_sample();
        open_palette();
        int found = 0;
        for (const QWidget* rows : window_->findChildren<QWidget*>()) {
            QVERIFY2(rows->contextMenuPolicy() != Qt::ActionsContextMenu || !rows->actions().isEmpty(),
                     qPrintable(rows->accessibleName()));
            for (const QAction* action :
                 rows->contextMenuPolicy() == Qt::ActionsContextMenu ? rows->actions() : QList<QAction*>()) {
                if (!action->isSeparator()) {
                    find(QStringLiteral(">") + plain_words(*action));
                    QVERIFY2(lists(plain_words(*action), {}), qPrintable(plain_words(*action)));
                    ++found;
                }
            }
        }
        QVERIFY(found >= 10);
        find(QStringLiteral(">run to here"));
        QCOMPARE(first(), QStringLiteral("Iterations › Run to Here"));
    }

    void a_command_of_the_picture_menu_runs() {
        open_plan();
        open_palette();
        find(QStringLiteral(">set capacity"));
        QCOMPARE(first(), QStringLiteral("Picture › Set Capacity…"));
        QTest::keyClick(&line(), Qt::Key_Return);
        auto* dialog = window_->findChild<QInputDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->reject();
    }

    void enter_triggers_a_command_and_it_is_first_the_next_time() {
        QSignalSpy triggered(window_->actions().legend, &QAction::triggered);
        open_palette();
        find(QStringLiteral("legend"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QCOMPARE(triggered.size(), 1);
        QCOMPARE(window_settings::recent_commands().front(), std::string("View › Legend"));
        open_palette();
        QTRY_COMPARE(first(), QStringLiteral("View › Legend"));
    }

    void a_command_without_a_plan_says_that_none_is_open() {
        open_palette();
        find(QStringLiteral(">go to peak"));
        QCOMPARE(detail(), QStringLiteral("no plan is open · P"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QVERIFY(palette().isVisible());
    }

    void a_command_that_cannot_apply_says_why() {
        open_plan();
        open_palette();
        find(QStringLiteral(">duplicate"));
        QCOMPARE(detail(), QStringLiteral("Select a buffer first · Ctrl+D"));
        find(QStringLiteral(">save trace"));
        QCOMPARE(detail(), QStringLiteral("No run of a planner is recorded"));
        window_->session().selection().select({BufferIndex(0)});
        open_palette();
        find(QStringLiteral(">duplicate"));
        QCOMPARE(detail(), QStringLiteral("Ctrl+D"));
    }

    void a_buffer_is_selected_and_brought_into_view() {
        open_plan();
        view().set_view({{0, 4}, {0, 8}});
        open_palette();
        find(QStringLiteral("far"));
        QCOMPARE(detail(), QStringLiteral("8 B · steps [8, 9) · medium · at"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(1)});
        const View shown = view().camera().view();
        QVERIFY(shown.steps.from <= 8 && 9 <= shown.steps.to);
        QCOMPARE(static_cast<double>(length(shown.steps)), 4.0);
        open_palette();
        find(QStringLiteral("@a"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QVERIFY(view().hasFocus());
    }

    void a_step_gets_the_time_cursor() {
        open_plan();
        open_palette();
        find(QStringLiteral(":7"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(7)));
    }

    void an_operator_is_chosen_with_its_buffers() {
        open_tuned_sample();
        const auto& operators = window_->session().problem()->graph->operators;
        open_palette();
        find(QStringLiteral("#") + QString::fromStdString(operators.back().name));
        QTest::keyClick(&line(), Qt::Key_Return);
        QCOMPARE(window_->session().selection().cursor(), std::optional(operators.back().step));
        QCOMPARE(window_->session().selection().buffers().front(), operators.back().writes.front());
    }

    void the_key_works_from_a_field_and_gives_the_focus_back() {
        open_plan();
        window_->actions().find->trigger();
        auto* filter = window_->docks().buffers->findChild<QLineEdit*>();
        QVERIFY(filter->hasFocus());
        QTest::keyClick(filter, Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(palette().isVisible() && line().hasFocus());
        QTest::keyClick(&line(), Qt::Key_Escape);
        QVERIFY(!palette().isVisible() && filter->hasFocus());
    }

    void a_plan_that_closes_takes_its_buffers_away() {
        open_plan();
        open_palette();
        find(QStringLiteral("@"));
        QCOMPARE(list().model()->rowCount(), 2);
        window_->session().plan().close();
        QTRY_COMPARE(list().model()->rowCount(), 0);
    }

private:
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    [[nodiscard]] CommandPalette& palette() const { return *window_->findChild<CommandPalette*>(); }
    [[nodiscard]] QLineEdit& line() const { return *palette().findChild<QLineEdit*>(); }
    [[nodiscard]] QListView& list() const { return *palette().findChild<QListView*>(); }
    [[nodiscard]] QString first() const { return list().model()->index(0, 0).data().toString(); }
    [[nodiscard]] QString detail() const { return list().model()->index(0, 0).data(PaletteModel::detail).toString(); }

    /// Whether a row has this text and these keys. A mode and a dock may have the same text.
    [[nodiscard]] bool lists(const QString& words, const QString& keys) const {
        for (int row = 0; row < list().model()->rowCount(); ++row) {
            const QModelIndex index = list().model()->index(row, 0);
            if (index.data().toString().endsWith(words) &&
                (keys.isEmpty() || index.data(PaletteModel::detail).toString().endsWith(keys))) {
                return true;
            }
        }
        return false;
    }

    void open_plan() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nfar,8,9,8,0\n");
        open(plan_);
    }

    void open_palette() {
        QTest::keyClick(window_.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(palette().isVisible());
    }

    /// Types a text and waits for its results.
    void find(const QString& text) {
        QSignalSpy reset(list().model(), &QAbstractItemModel::modelReset);
        line().clear();
        line().setText(text);
        QVERIFY(reset.wait());  // only the last search delivers
    }
};

ARENASCOPE_TEST(PaletteCommandsTest)
#include "palette_commands_test.moc"
