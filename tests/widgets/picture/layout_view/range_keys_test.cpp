#include "widgets/picture/layout_view/range_keys.h"

#include <memory>

#include <QSignalSpy>
#include <qcustomplot.h>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;

namespace {

LayoutContent content_at(std::optional<std::int64_t> cursor, std::optional<Lifetime> range = {}) {
    LayoutContent content;
    content.problem = test::shared(test::placed_plan({{"a", 0, 100, 8, 0}}).problem);
    content.time_cursor = cursor ? std::optional(Step(*cursor)) : std::nullopt;
    content.time_range = range;
    return content;
}

constexpr Lifetime steps(std::int64_t begin, std::int64_t end) {
    return {Step(begin), Step(end)};
}

constexpr View whole{{0, 100}, {0, 8}};

void drag_range(QWidget& widget, QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
    QTest::mousePress(&widget, button, modifiers, from);
    for (const QPoint position : {from + (to - from) / 2, to}) {
        QMouseEvent event(QEvent::MouseMove, position, widget.mapToGlobal(position), Qt::NoButton, button, modifiers);
        QCoreApplication::sendEvent(&widget, &event);
    }
}

std::optional<ExtendedRange> pressed(const LayoutContent& content, int key, Qt::KeyboardModifiers more = {}) {
    return extended_range(content, whole, key, Qt::ShiftModifier | more);
}

}  // namespace

class RangeKeysTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<LayoutView>();
        view_->resize(800, 600);
        view_->picture().set_problem(content_at({}).problem);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }
    void cleanup() { view_.reset(); }

    void a_range_begins_at_the_time_cursor() {
        QVERIFY(pressed(content_at(10), Qt::Key_Right) == (ExtendedRange{steps(10, 12), Step(11)}));
        QVERIFY(pressed(content_at(10), Qt::Key_Left) == (ExtendedRange{steps(9, 11), Step(9)}));
    }

    void without_a_cursor_it_begins_in_the_middle_of_the_view() {
        QVERIFY(pressed(content_at({}), Qt::Key_Right) == (ExtendedRange{steps(50, 52), Step(51)}));
    }

    void the_end_with_the_cursor_moves_and_may_pass_the_other() {
        QVERIFY(pressed(content_at(11, steps(10, 12)), Qt::Key_Right) == (ExtendedRange{steps(10, 13), Step(12)}));
        QVERIFY(pressed(content_at(11, steps(10, 12)), Qt::Key_Left) == (ExtendedRange{steps(10, 11), Step(10)}));
        QVERIFY(pressed(content_at(10, steps(10, 11)), Qt::Key_Left) == (ExtendedRange{steps(9, 11), Step(9)}));
        QVERIFY(pressed(content_at(9, steps(9, 11)), Qt::Key_Left) == (ExtendedRange{steps(8, 11), Step(8)}));
    }

    void with_a_cursor_elsewhere_the_last_end_moves() {
        QVERIFY(pressed(content_at(70, steps(10, 20)), Qt::Key_Right) == (ExtendedRange{steps(10, 21), Step(20)}));
    }

    void control_moves_by_a_tenth_of_the_view_and_the_plan_is_the_limit() {
        QVERIFY(pressed(content_at(10), Qt::Key_Right, Qt::ControlModifier) ==
                (ExtendedRange{steps(10, 21), Step(20)}));
        QVERIFY(pressed(content_at(95), Qt::Key_Right, Qt::ControlModifier) ==
                (ExtendedRange{steps(95, 100), Step(99)}));
        QVERIFY(pressed(content_at(0), Qt::Key_Left) == (ExtendedRange{steps(0, 1), Step(0)}));
    }

    void shift_and_drag_select_a_range_of_steps() {
        QSignalSpy selected(view_.get(), &LayoutView::time_range_selected);
        const Box box = view_->ports().live.box;
        const auto at = [&](int step) {
            return QPoint(static_cast<int>(box.left + width(box) * (step + 0.5) / 100), static_cast<int>(box.top) + 4);
        };
        drag_range(*view_, at(20), at(39), Qt::LeftButton, Qt::ShiftModifier);
        QVERIFY(selected.isEmpty());
        QVERIFY(view_->picture().content().time_range == (Lifetime{Step(20), Step(40)}));
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::ShiftModifier, at(39));
        QCOMPARE(selected.size(), 1);
        QVERIFY(selected[0][0].value<Lifetime>() == (Lifetime{Step(20), Step(40)}));
        QVERIFY(view_->camera().is_fitted());
        // Backwards, and beyond the border of the plot.
        drag_range(*view_, at(10), {0, at(10).y()}, Qt::LeftButton, Qt::ShiftModifier);
        QVERIFY(view_->picture().content().time_range == (Lifetime{Step(0), Step(11)}));
        QTest::keyClick(view_.get(), Qt::Key_Escape);
        QVERIFY(view_->picture().content().time_range == (Lifetime{Step(20), Step(40)}));
        QCOMPARE(selected.size(), 1);
    }

    void a_range_is_shaded_in_both_plots() {
        const QImage plain = view_->grab().toImage();
        view_->picture().set_time_range(Lifetime{Step(70), Step(90)});
        view_->findChild<QCustomPlot*>()->replot(QCustomPlot::rpImmediateRefresh);
        const QImage shaded = view_->grab().toImage();
        for (const Box& box : {view_->ports().containers.box, view_->ports().live.box}) {
            const auto at = [&](double share) {
                return QPoint(static_cast<int>(box.left + share * width(box)), static_cast<int>(box.top) + 3);
            };
            QVERIFY(shaded.pixel(at(0.8)) != plain.pixel(at(0.8)));
            QVERIFY(shaded.pixel(at(0.6)) == plain.pixel(at(0.6)));
        }
    }

    void shift_and_arrows_extend_a_range_from_the_time_cursor() {
        QSignalSpy selected(view_.get(), &LayoutView::time_range_selected);
        view_->picture().set_time_cursor(Step(30));
        QTest::keyClick(view_.get(), Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(view_.get(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(selected.size(), 2);
        QVERIFY(selected[1][0].value<Lifetime>() == (Lifetime{Step(30), Step(33)}));
        QVERIFY(view_->picture().content().time_cursor == Step(32));
    }

    void other_keys_and_an_empty_picture_have_none() {
        QVERIFY(!extended_range(content_at(10), whole, Qt::Key_Right, Qt::NoModifier));
        QVERIFY(!extended_range(content_at(10), whole, Qt::Key_Right, Qt::ShiftModifier | Qt::AltModifier));
        QVERIFY(!pressed(content_at(10), Qt::Key_Up));
        QVERIFY(!pressed(LayoutContent(), Qt::Key_Right));
    }

private:
    std::unique_ptr<LayoutView> view_;
};

ARENASCOPE_TEST(RangeKeysTest)
#include "range_keys_test.moc"
