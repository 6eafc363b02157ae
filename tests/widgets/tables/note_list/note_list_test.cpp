#include "widgets/tables/note_list/note_list.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTabWidget>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Bookmark bookmark_named(const std::string& name) {
    Bookmark bookmark;
    bookmark.name = name;
    bookmark.steps = {Step(3), Step(9)};
    return bookmark;
}

}  // namespace

class NoteListTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        list_ = std::make_unique<NoteList>();
        list_->resize(420, 300);
        list_->show();
        QVERIFY(QTest::qWaitForWindowExposed(list_.get()));
        list_->set_notes(problem_, {{"why\nhere?", BufferIndex(0)},
                                    {"a hole", BytePlace{RegionIndex(0), Offset(4096), Step(7)}},
                                    {"这里 👩‍🔬 הערה", Step(12)}});
        list_->set_bookmarks({bookmark_named("peak"), bookmark_named("end")}, {QString(), QStringLiteral("7.2")});
    }
    void cleanup() { list_.reset(); }

    void notes_are_rows_with_number_anchor_and_text() {
        QCOMPARE(column_of(notes(), NoteColumn::number), (QStringList{"1", "2", "3"}));
        QCOMPARE(column_of(notes(), NoteColumn::anchor), (QStringList{"a", "step 7, offset 4,096", "step 12"}));
        QCOMPARE(column_of(notes(), NoteColumn::text),
                 (QStringList{"why here?", "a hole", QStringLiteral("这里 👩‍🔬 הערה")}));
        QCOMPARE(cell(notes(), 0, NoteColumn::text, Qt::ToolTipRole), QStringLiteral("a\nwhy\nhere?"));
        QCOMPARE(tabs().tabText(0), QStringLiteral("Notes 3"));
        QCOMPARE(tabs().tabText(1), QStringLiteral("Bookmarks 2"));
    }

    void a_click_and_enter_choose_a_note() {
        QSignalSpy chosen(list_.get(), &NoteList::note_chosen);
        click_cell(notes(), 1, NoteColumn::text);
        QTest::keyClick(&notes(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<std::size_t>(), std::size_t{1});
        QCOMPARE(chosen[1][0].value<std::size_t>(), std::size_t{1});
    }

    void keys_edit_and_delete_the_current_note() {
        QSignalSpy edited(list_.get(), &NoteList::note_edit_requested);
        QSignalSpy deleted(list_.get(), &NoteList::note_delete_requested);
        QTest::keyClick(&notes(), Qt::Key_Delete);
        QVERIFY(deleted.isEmpty());
        click_cell(notes(), 2, NoteColumn::number);
        QTest::keyClick(&notes(), Qt::Key_F2);
        QTest::keyClick(&notes(), Qt::Key_Delete);
        QCOMPARE(edited[0][0].value<std::size_t>(), std::size_t{2});
        QCOMPARE(deleted[0][0].value<std::size_t>(), std::size_t{2});
    }

    void the_chosen_note_is_marked_without_a_signal() {
        QSignalSpy chosen(list_.get(), &NoteList::note_chosen);
        tabs().setCurrentIndex(1);
        list_->set_chosen(1);
        QCOMPARE(tabs().currentIndex(), 0);
        QCOMPARE(notes().currentIndex().row(), 1);
        list_->set_chosen(std::nullopt);
        QVERIFY(!notes().currentIndex().isValid());
        QVERIFY(chosen.isEmpty());
    }

    void bookmarks_are_chosen_renamed_and_deleted() {
        QSignalSpy chosen(list_.get(), &NoteList::bookmark_chosen);
        QSignalSpy renamed(list_.get(), &NoteList::bookmark_renamed);
        QSignalSpy deleted(list_.get(), &NoteList::bookmark_delete_requested);
        tabs().setCurrentIndex(1);
        QCOMPARE(column_of(bookmarks(), BookmarkColumn::name), (QStringList{"peak", "end"}));
        QCOMPARE(column_of(bookmarks(), BookmarkColumn::steps), (QStringList{"[3, 9)", "[3, 9)"}));
        QCOMPARE(column_of(bookmarks(), BookmarkColumn::shown_step), (QStringList{"", "7.2"}));
        click_cell(bookmarks(), 1, BookmarkColumn::name);
        QCOMPARE(chosen[0][0].value<std::size_t>(), std::size_t{1});
        QTest::keyClick(&bookmarks(), Qt::Key_F2);
        auto* field = bookmarks().findChild<QLineEdit*>();
        QVERIFY(field != nullptr);
        field->setText(QStringLiteral("the end"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(renamed.size(), 1);
        QCOMPARE(renamed[0][0].value<std::size_t>(), std::size_t{1});
        QCOMPARE(renamed[0][1].toString(), QStringLiteral("the end"));
        QTest::keyClick(&bookmarks(), Qt::Key_Delete);
        QCOMPARE(deleted[0][0].value<std::size_t>(), std::size_t{1});
    }

    void an_empty_or_equal_name_changes_nothing() {
        QSignalSpy renamed(list_.get(), &NoteList::bookmark_renamed);
        QAbstractItemModel& model = *bookmarks().model();
        QVERIFY(!model.setData(model.index(0, 0), QStringLiteral("  ")));
        QVERIFY(model.setData(model.index(0, 0), QStringLiteral("peak")));
        QCoreApplication::processEvents();
        QVERIFY(renamed.isEmpty());
    }

    void without_rows_there_is_a_hint() {
        list_->set_notes(problem_, {});
        QVERIFY(!notes().isVisible());
        QCOMPARE(tabs().tabText(0), QStringLiteral("Notes"));
        list_->set_bookmarks({}, {});
        tabs().setCurrentIndex(1);
        QVERIFY(!bookmarks().isVisible());
    }

    void long_texts_and_many_notes_fit() {
        std::vector<PinnedNote> many(200, {std::string(most_note_bytes, 'x'), Step(1)});
        list_->set_notes(problem_, many);
        QCOMPARE(notes().model()->rowCount(), 200);
        QVERIFY(cell(notes(), 199, NoteColumn::text).size() <= 1'001);
        QVERIFY(cell(notes(), 199, NoteColumn::text, Qt::ToolTipRole).size() < 10'000);
        QCoreApplication::processEvents();
        QVERIFY(fits_sideways(notes()));
    }

private:
    [[nodiscard]] QTabWidget& tabs() const { return *list_->findChild<QTabWidget*>(); }
    [[nodiscard]] QTableView& notes() const { return *tabs().widget(0)->findChild<QTableView*>(); }
    [[nodiscard]] QTableView& bookmarks() const { return *tabs().widget(1)->findChild<QTableView*>(); }

    std::shared_ptr<const Problem> problem_ = shared(placed_plan({{"a", 0, 20, 8, 0}}).problem);
    std::unique_ptr<NoteList> list_;
};

ARENASCOPE_TEST(NoteListTest)
#include "note_list_test.moc"
