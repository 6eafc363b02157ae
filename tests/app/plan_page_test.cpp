#include "app/window/plan_page.h"

#include <optional>
#include <vector>

#include <QApplication>

#include "app/session/capacity_change.h"
#include "core/memory/layout.h"
#include "tests/app/window_fixture.h"
#include "widgets/layout_view/layout_view.h"

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

    void the_line_of_a_capacity_is_dragged() {
        change_capacity(window_->session().plan(), RegionIndex(0), Bytes(32));
        QVERIFY(window_->session().shown()->report()->outside.empty());
        QTest::qWait(50);  // the picture has other axes after its next drawing
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
        QTest::qWait(50);
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
