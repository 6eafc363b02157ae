#include "app/window/shell/plan_page.h"

#include <optional>
#include <vector>

#include <QApplication>

#include "app/session/capacity_change.h"
#include "app/session/plan_change.h"
#include "core/model/memory/layout.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class PlanPageTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        show_active_window();
        // b hangs above a hole of 6 bytes.
        write("id,lower,upper,size,offset\na,0,4,10,0\nb,0,4,10,16\nc,1,3,4,26\n");
        open(plan_);
        view().set_animated(false);
    }
    void cleanup() { close_window(); }

    void alt_and_an_arrow_nudge_the_selected_buffer() {
        select(2);
        press(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(offset_of(2), Offset(25));
        QVERIFY(window_->session().shown()->report()->overlap_count == 1);
        press(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(offset_of(2), Offset(26));
    }

    void with_shift_it_goes_to_the_next_free_place() {
        select(2);
        press(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(offset_of(2), Offset(10));
        press(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(offset_of(2), Offset(26));
    }

    void nudges_of_the_same_buffer_are_undone_together() {
        select(2);
        for (int i = 0; i < 5; ++i) {
            press(Qt::Key_Up, Qt::AltModifier);
        }
        QCOMPARE(offset_of(2), Offset(31));
        QCOMPARE(window_->session().state().edits.size(), std::size_t{1});
        QCOMPARE(window_->session().undo_stack()->undoText(), QStringLiteral("Nudge c"));
        select(1);
        press(Qt::Key_Up, Qt::AltModifier);
        window_->session().undo_stack()->undo();
        QCOMPARE(offset_of(1), Offset(16));
        QCOMPARE(offset_of(2), Offset(31));
        window_->session().undo_stack()->undo();
        QCOMPARE(offset_of(2), Offset(26));
        window_->session().undo_stack()->redo();
        QCOMPARE(offset_of(2), Offset(31));
    }

    void without_a_selection_nothing_is_nudged() {
        press(Qt::Key_Up, Qt::AltModifier);
        QVERIFY(!window_->session().undo_stack()->canUndo());
    }

    void a_nudge_that_moves_nothing_says_why() {
        const auto says = [this](const QString& words) {
            const QString text = window_->message_bar()->text();
            QVERIFY2(window_->message_bar()->isVisible() && text.contains(words), qPrintable(text));
            QVERIFY(!window_->session().undo_stack()->canUndo());
        };
        press(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
        says(QStringLiteral("Select a buffer first"));
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        open(plan_);
        select(0);
        press(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
        says(QStringLiteral("there is no other place above"));
        press(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        says(QStringLiteral("there is no other place below"));
        press(Qt::Key_Down, Qt::AltModifier);
        says(QStringLiteral("lie at the bottom"));
    }

    void going_back_without_a_view_before_says_so() {
        press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("There is no view before")));
    }

    void the_places_of_a_recorded_allocator_stay_where_they_are() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        Session& session = window_->session();
        select(0);
        const Layout before = session.layout();
        const auto verify_refused = [&](const char* way) {
            QVERIFY2(session.layout() == before && !session.undo_stack()->canUndo(), way);
        };
        // By drag.
        const auto from = view().position_of(BufferIndex(0));
        QVERIFY(from.has_value());
        for (const int way : {-80, 80}) {
            QTest::mousePress(&view(), Qt::LeftButton, {}, *from);
            for (int at = 0; at <= 8; ++at) {
                QTest::mouseMove(&view(), *from + QPoint(0, way * at / 8));
            }
            QTest::mouseRelease(&view(), Qt::LeftButton, {}, *from + QPoint(0, way));
        }
        verify_refused("drag");
        // By keys and menus, which say why not.
        const WindowActions& actions = window_->actions();
        for (QAction* action :
             {actions.nudge_up, actions.nudge_down, actions.place_above, actions.place_below, actions.edit_buffers,
              actions.duplicate, actions.drop_buffers, actions.pin, actions.split, actions.adopt_other}) {
            QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
            QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->text()));
        }
        for (const Qt::KeyboardModifiers modifiers :
             {Qt::KeyboardModifiers(Qt::AltModifier), Qt::AltModifier | Qt::ShiftModifier}) {
            press(Qt::Key_Up, modifiers);
            press(Qt::Key_Down, modifiers);
            QVERIFY2(window_->message_bar()->text().contains(QStringLiteral("an allocator recorded these addresses")),
                     qPrintable(window_->message_bar()->text()));
        }
        verify_refused("nudge");
        // Whoever moves buffers in another way, such as Why Here, Improve and Adopt, comes through here.
        QSignalSpy refused(&session.plan().changes(), &EditQueue::failed);
        session.plan().move_buffers({{BufferIndex(0), {Offset(1 << 20), RegionIndex(0)}}}, BufferIndex(0));
        move_by(
            session.plan(),
            [](const Problem&, const Layout&, const std::vector<BufferIndex>& buffers) {
                return std::vector<Edit>{{buffers.front(), {Offset(1 << 20), RegionIndex(0)}}};
            },
            {BufferIndex(0)}, EditTitle::nudge());
        change_capacity(session.plan(), RegionIndex(0), Bytes(64));
        QCOMPARE(refused.size(), 3);
        verify_refused("move");
        // The places of a planner are no facts.
        session.file().import_again({{"segments", "merged"}});
        QTRY_VERIFY_WITH_TIMEOUT(session.state().provenance && !session.tuning().run()->is_running(), 20'000);
        session.plan().move_buffers({{BufferIndex(0), {Offset(1 << 30), RegionIndex(0)}}}, BufferIndex(0));
        QCOMPARE(refused.size(), 3);
        QCOMPARE(offset_of(0), Offset(1 << 30));
    }

    void the_line_of_a_capacity_is_dragged() {
        change_capacity(window_->session().plan(), RegionIndex(0), Bytes(32));
        QVERIFY(window_->session().shown()->report()->outside.empty());
        wait_until_idle();  // the picture has other axes after its next drawing
        const QPoint line = on_line(32);
        QTest::mouseMove(&view(), line);
        QCOMPARE(view().cursor().shape(), Qt::SplitVCursor);
        drag(line, on_line(28));
        QCOMPARE(window_->session().problem()->regions[RegionIndex(0)].capacity, std::optional(Bytes(28)));
        QCOMPARE(window_->session().shown()->report()->outside, std::vector{BufferIndex(2)});
        window_->session().undo_stack()->undo();
        QCOMPARE(window_->session().problem()->regions[RegionIndex(0)].capacity, std::optional(Bytes(32)));
    }

    void a_drag_elsewhere_changes_no_capacity() {
        change_capacity(window_->session().plan(), RegionIndex(0), Bytes(32));
        wait_until_idle();
        drag(on_line(29), on_line(20));
        QCOMPARE(window_->session().problem()->regions[RegionIndex(0)].capacity, std::optional(Bytes(32)));
    }

    void a_capacity_keeps_trace_and_layout() {
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->session().tuning().start({.planner = "hill-climb", .record = true});
        QVERIFY(finished.wait(20'000));
        const auto trace = window_->session().state().trace;
        const Layout before = window_->session().layout();
        change_capacity(window_->session().plan(), RegionIndex(0), Bytes(20));
        QCOMPARE(window_->session().state().trace, trace);
        QCOMPARE(window_->session().layout(), before);
        QVERIFY(!window_->session().shown()->report()->outside.empty());
        change_capacity(window_->session().plan(), RegionIndex(0), std::nullopt);
        QVERIFY(window_->session().shown()->report()->outside.empty());
    }

private:
    [[nodiscard]] QPoint on_line(std::int64_t byte) const {
        const Viewport port = view().ports().containers;
        return {static_cast<int>(port.box.left + 200), static_cast<int>(byte_scale(port)(byte))};
    }
    void drag(QPoint from, QPoint to) {
        QTest::mousePress(&view(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&view(), from + QPoint(0, 2 * QApplication::startDragDistance()));
        QTest::mouseMove(&view(), to);
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
    }
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    [[nodiscard]] Offset offset_of(std::size_t buffer) const {
        return window_->session().layout().placements[BufferIndex(buffer)]->offset;
    }
    void select(std::size_t buffer) { window_->session().selection().select({BufferIndex(buffer)}); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
        view().setFocus();
        QTest::keyClick(&view(), key, modifiers);
    }
};

ARENASCOPE_TEST(PlanPageTest)

#include "plan_page_test.moc"
