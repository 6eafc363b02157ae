#include "app/window/debug/bookmark_views.h"

#include <QDockWidget>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>

#include "tests/app/window_fixture.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/core_table/core_table.h"
#include "widgets/tables/note_list/note_list.h"

using namespace arenascope;
using namespace arenascope::test;

class BookmarkViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,40,80,0\nb,20,60,80,80\nc,40,80,80,0\n");
        show_active_window();
        open(plan_);
        view().set_animated(false);
    }
    void cleanup() { close_window(); }

    void a_bookmark_keeps_the_view_and_brings_it_back() {
        const View kept{{10, 30}, {20, 100}};
        view().set_view(kept);
        add_bookmark(QStringLiteral("the middle"));
        QCOMPARE(bookmarks().size(), std::size_t{1});
        QCOMPARE(bookmarks()[0].name, std::string("the middle"));
        QVERIFY(!window_->session().undo_stack()->isClean());
        view().run(ViewCommand::fit);
        QVERIFY(!(view().camera().view() == kept));
        entry(QStringLiteral("the middle"))->trigger();
        QVERIFY(view().camera().view() == kept);
        // It is a step of the history of views.
        view().run(ViewCommand::go_back);
        QVERIFY(view().camera().is_fitted());
    }

    void the_proposed_name_says_which_steps_are_shown() {
        view().set_view({{10, 30}, {20, 100}});
        QTest::keyClick(window_.get(), Qt::Key_B, Qt::ControlModifier);
        auto* dialog = window_->findChild<QInputDialog*>();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->textValue(), QStringLiteral("steps 10 to 29"));
        dialog->reject();
        QVERIFY(bookmarks().empty());
    }

    void a_bookmark_of_a_run_goes_to_its_step() {
        open_tuned_sample();
        auto& steps = window_->session().steps();
        steps.show(0);
        const FrameIndex first = window_->session().state().frame;
        add_bookmark(QStringLiteral("first"));
        QCOMPARE(bookmarks()[0].frame, first);
        steps.show(static_cast<int>(steps.chief_steps().size()) - 1);
        QVERIFY(window_->session().state().frame != first);
        entry(QStringLiteral("first"))->trigger();
        QCOMPARE(window_->session().state().frame, first);
        // At the step that is shown already, an edit on top of it stays.
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(1 << 20), RegionIndex(0)}}}, BufferIndex(0));
        entry(QStringLiteral("first"))->trigger();
        QCOMPARE(window_->session().state().edits.size(), std::size_t{1});
    }

    void hidden_and_folded_memories_come_back() {
        const QString plan = folder_.filePath(QStringLiteral("cores.csv"));
        QFile file(plan);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,lower,upper,size,region,offset\na,0,4,8,sram,0\nb,0,4,8,dram,0\nc,0,4,8,flash,0\n");
        file.close();
        open(plan);
        auto& cores = *window_->docks().cores;
        cores.set_shown({RegionIndex(1)}, {RegionIndex(2)});
        add_bookmark(QStringLiteral("without flash"));
        cores.set_shown({}, {});
        QVERIFY(view().picture().content().containers.hidden.empty());
        entry(QStringLiteral("without flash"))->trigger();
        QCOMPARE(view().picture().content().containers.hidden, std::vector{RegionIndex(2)});
        QCOMPARE(view().picture().content().containers.folded, std::vector{RegionIndex(1)});
        QCOMPARE(cores.choice().hidden, std::vector{RegionIndex(2)});
    }

    void the_dock_goes_to_renames_and_deletes_bookmarks() {
        const View kept{{10, 30}, {20, 100}};
        view().set_view(kept);
        add_bookmark(QStringLiteral("one"));
        view().run(ViewCommand::fit);
        add_bookmark(QStringLiteral("two"));
        window_->docks().notes.dock->show();
        window_->docks().notes.bring_to_front();
        window_->docks().notes->findChild<QTabWidget*>()->setCurrentIndex(1);
        click_cell(table(), 0, 0);
        QVERIFY(view().camera().view() == kept);
        QTest::keyClick(&table(), Qt::Key_F2);
        auto* field = table().findChild<QLineEdit*>();
        QVERIFY(field != nullptr);
        field->setText(QStringLiteral("first & best"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(bookmarks()[0].name, std::string("first & best"));
        QVERIFY(entry(QStringLiteral("first && best")) != nullptr);
        QTest::keyClick(&table(), Qt::Key_Delete);
        QCOMPARE(bookmarks().size(), std::size_t{1});
        QVERIFY(entry(QStringLiteral("first && best")) == nullptr);
        window_->session().undo_stack()->undo();
        QCOMPARE(bookmarks().size(), std::size_t{2});
        QVERIFY(entry(QStringLiteral("first && best")) != nullptr);
    }

    void saved_bookmarks_are_in_the_menu_of_whoever_opens_the_plan() {
        add_bookmark(QStringLiteral("all of it"));
        const QString saved = folder_.filePath(QStringLiteral("kept.json"));
        QVERIFY(window_->session().file().save_layout(saved).has_value());
        close_window();
        show_active_window();
        open(saved);
        QVERIFY(entry(QStringLiteral("all of it")) != nullptr);
        window_->session().plan().close();
        QVERIFY(entry(QStringLiteral("all of it")) == nullptr);
        QVERIFY(!window_->actions().add_bookmark->isEnabled());
    }

    void a_long_menu_leads_to_the_dock() {
        const Bookmark one{"one", {Step(0), Step(2)}, {}, {RegionIndex(0), Offset(8)}};
        window_->session().plan().annotate({}, std::vector<Bookmark>(60, one), QStringLiteral("many"));
        QVERIFY(menu().actions().size() < 50);
        menu().actions().last()->trigger();
        QTRY_VERIFY(window_->docks().notes.dock->isVisible());
    }

private:
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    [[nodiscard]] QTableView& table() const {
        return *window_->docks().notes->findChild<QTabWidget*>()->widget(1)->findChild<QTableView*>();
    }
    [[nodiscard]] const std::vector<Bookmark>& bookmarks() const { return window_->session().state().bookmarks; }
    [[nodiscard]] QMenu& menu() const {
        for (auto* each : window_->menuBar()->findChildren<QMenu*>()) {
            if (each->actions().contains(window_->actions().add_bookmark) &&
                each->actions().first() == window_->actions().add_bookmark) {
                return *each;
            }
        }
        qFatal("there is no menu of bookmarks");
    }
    /// The entry of a bookmark in the menu; null: there is none.
    [[nodiscard]] QAction* entry(const QString& text) const {
        for (QAction* action : menu().actions()) {
            if (action->text() == text) {
                return action;
            }
        }
        return nullptr;
    }
    void add_bookmark(const QString& name) const {
        window_->actions().add_bookmark->trigger();
        auto* dialog = window_->findChild<QInputDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->setTextValue(name);
        dialog->accept();
        QTRY_VERIFY(window_->findChild<QInputDialog*>() == nullptr);
    }
};

ARENASCOPE_TEST(BookmarkViewsTest)
#include "bookmark_views_test.moc"
