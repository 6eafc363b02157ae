#include "app/window/inspect/selection_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QTableView>

#include "tests/app/window_fixture.h"
#include "tests/support/first_buffers.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;
using namespace arenascope::test;

namespace {

constexpr BufferIndex loose(3);

/// A dock behind another tab is outside the window's visible part.
bool is_in_front(const QWidget& content) {
    return !content.visibleRegion().isEmpty();
}

}  // namespace

class SelectionCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\nloose,6,8,8,\n");
        show_window();
        open(plan_);
    }
    void cleanup() { close_window(); }

    void only_commands_that_do_something_are_enabled() {
        const WindowActions& actions = window_->actions();
        const auto enabled = [&] {
            return QList<bool>{actions.zoom_to_selection->isEnabled(), actions.copy_name->isEnabled(),
                               actions.copy_offset->isEnabled(), actions.show_in_table->isEnabled(),
                               actions.select_living_with->isEnabled()};
        };
        QCOMPARE(enabled(), (QList<bool>{false, false, false, false, false}));
        select({a});
        QCOMPARE(enabled(), (QList<bool>{true, true, true, true, true}));
        select({loose});
        QCOMPARE(enabled(), (QList<bool>{false, true, false, true, true}));
        select({a, b});
        QCOMPARE(enabled(), (QList<bool>{true, true, true, true, false}));
        window_->session().plan().close();
        QCOMPARE(enabled(), (QList<bool>{false, false, false, false, false}));
    }

    void names_and_offsets_are_copied_line_by_line() {
        select({b, loose, c});
        window_->actions().copy_name->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("b\nloose\nc"));
        window_->actions().copy_offset->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("8\n0"));
    }

    void what_lives_with_a_buffer_is_selected_with_it() {
        select({a});
        window_->actions().select_living_with->trigger();
        QCOMPARE(window_->session().selection().buffers(), (std::vector<BufferIndex>{a, b}));
    }

    void show_in_table_raises_the_table_and_clears_a_filter_that_hides_the_buffer() {
        window_->docks().overlaps.bring_to_front();
        QTRY_VERIFY(!is_in_front(table()));
        window_->docks().buffers->set_filter_text(QStringLiteral("name=b"));
        select({c});
        QTRY_COMPARE(table().model()->rowCount(), 1);
        window_->actions().show_in_table->trigger();
        QTRY_VERIFY(is_in_front(table()));
        QCOMPARE(window_->docks().buffers->filter_text(), QString());
        QCOMPARE(window_->docks().buffers->selection(), std::vector<BufferIndex>{c});
        QCOMPARE(table().selectionModel()->selectedRows().size(), 1);
    }

    void show_in_table_keeps_a_filter_that_shows_the_buffer() {
        window_->docks().buffers->set_filter_text(QStringLiteral("name=b"));
        QTRY_COMPARE(table().model()->rowCount(), 1);
        select({b});
        window_->actions().show_in_table->trigger();
        QCOMPARE(window_->docks().buffers->filter_text(), QStringLiteral("name=b"));
    }

    void why_the_peak_is_here_raises_its_dock() {
        window_->docks().live_set.bring_to_front();
        QTRY_VERIFY(!is_in_front(*window_->docks().peak_chain));
        window_->actions().why_peak->trigger();
        QTRY_VERIFY(is_in_front(*window_->docks().peak_chain));
    }

private:
    void select(const std::vector<BufferIndex>& buffers) const { window_->session().selection().select(buffers); }
    [[nodiscard]] QTableView& table() const { return *window_->docks().buffers->findChild<QTableView*>(); }
};

ARENASCOPE_TEST(SelectionCommandsTest)
#include "selection_commands_test.moc"
