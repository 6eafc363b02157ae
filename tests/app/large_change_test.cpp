#include "app/session/open_plan.h"
#include "tests/app/session_fixture.h"
#include "widgets/background/handled_at_once.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr BufferIndex first(0);
constexpr BufferIndex second(1);

Placement at(std::int64_t offset) {
    return {Offset(offset), RegionIndex(0)};
}

}  // namespace

/// Changes of a plan that is too large to be shown at once.
class LargeChangeTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QByteArray text = "id,lower,upper,size,offset\n";
        for (std::size_t i = 0; i <= most_handled_at_once; ++i) {
            const QByteArray number = QByteArray::number(static_cast<qulonglong>(i));
            text += "b" + number + "," + number + "," + QByteArray::number(static_cast<qulonglong>(i + 1)) + ",8,0\n";
        }
        write(text);
    }

    void a_move_is_in_the_undo_history_at_once_and_shown_when_it_is_prepared() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        QVERIFY(session.plan().preparation().is_running());
        QCOMPARE(session.undo_stack()->count(), 1);
        QCOMPARE(session.layout().placements[first], std::optional(at(0)));
        QTRY_VERIFY(!session.plan().preparation().is_running());
        QCOMPARE(session.layout().placements[first], std::optional(at(8)));
        QVERIFY(!session.undo_stack()->isClean());
    }

    void moves_that_come_meanwhile_add_up() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        move(session, second, 16);
        move(session, first, 24);
        QTRY_VERIFY(!session.plan().preparation().is_running());
        QCOMPARE(session.layout().placements[first], std::optional(at(24)));
        QCOMPARE(session.layout().placements[second], std::optional(at(16)));
        QCOMPARE(session.state().edits.back().from, std::optional(at(8)));
        QCOMPARE(session.undo_stack()->count(), 3);
    }

    void what_is_undone_before_it_is_shown_is_not_shown_in_the_end() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        session.undo_stack()->undo();
        QTRY_VERIFY(!session.plan().preparation().is_running());
        QCOMPARE(session.layout().placements[first], std::optional(at(0)));
        QVERIFY(session.undo_stack()->isClean());
        session.undo_stack()->redo();
        QTRY_COMPARE(session.layout().placements[first], std::optional(at(8)));
    }

    void a_move_after_an_undo_that_is_not_shown_yet_starts_from_what_it_will_show() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        QTRY_VERIFY(!session.plan().preparation().is_running());
        session.undo_stack()->undo();
        move(session, first, 16);
        QTRY_VERIFY(!session.plan().preparation().is_running());
        QCOMPARE(session.layout().placements[first], std::optional(at(16)));
        QCOMPARE(session.state().edits.size(), std::size_t{1});
        QCOMPARE(session.state().edits.back().from, std::optional(at(0)));
    }

    void a_move_to_where_a_buffer_is_going_already_is_no_change() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        move(session, first, 8);
        QCOMPARE(session.undo_stack()->count(), 1);
        QTRY_VERIFY(!session.plan().preparation().is_running());
    }

    void a_note_shows_the_change_first_and_keeps_it() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        session.plan().annotate({PinnedNote{"here", first}}, {}, QStringLiteral("Note"));
        QVERIFY(!session.plan().preparation().is_running());
        QCOMPARE(session.layout().placements[first], std::optional(at(8)));
        QCOMPARE(session.state().pinned_notes.size(), std::size_t{1});
    }

    void closing_drops_a_change_that_is_not_shown() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        session.plan().close();
        QVERIFY(!session.plan().preparation().is_running());
        QTest::qWait(50);
        QVERIFY(!session.has_plan());
    }

    void reloading_shows_the_change_and_then_the_file() {
        Session session;
        open(session, plan_);
        session.selection().select({second});
        move(session, first, 8);
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().reload();
        QVERIFY(opened.wait(10'000));
        QCOMPARE(session.layout().placements[first], std::optional(at(0)));
        QCOMPARE(session.selection().buffers(), std::vector{second});
        session.undo_stack()->undo();
        QTRY_COMPARE(session.layout().placements[first], std::optional(at(8)));
    }

    void the_verdict_comes_after_the_change() {
        Session session;
        open(session, plan_);
        QTRY_VERIFY(session.shown()->report() != nullptr);
        QCOMPARE(session.shown()->report()->misaligned.size(), std::size_t{0});
        move(session, first, 8);
        QTRY_VERIFY(!session.plan().preparation().is_running());
        QTRY_VERIFY(session.shown()->report() != nullptr);
        QVERIFY(session.shown()->risks->size() == session.problem()->buffers.size());
    }

private:
    static void move(Session& session, BufferIndex buffer, std::int64_t offset) {
        session.plan().move_buffers({{buffer, at(offset)}}, buffer);
    }
};

ARENASCOPE_TEST(LargeChangeTest)
#include "large_change_test.moc"
