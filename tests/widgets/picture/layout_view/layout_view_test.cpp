#include "widgets/picture/layout_view/layout_view.h"

#include <QSignalSpy>
#include <QToolTip>
#include <qcustomplot.h>

#include "core/picture/plan/step_names.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

constexpr BufferIndex low_buffer(0);
constexpr BufferIndex high_buffer(1);
constexpr BufferIndex later_buffer(2);

/// One notch of the wheel at a position of a widget.
void turn_wheel(QWidget& widget, QPoint position, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(position, widget.mapToGlobal(position), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &event);
}

void drag(QWidget& widget, QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
          Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mousePress(&widget, button, modifiers, from);
    const auto move = [&](QPoint position) {
        QMouseEvent event(QEvent::MouseMove, position, widget.mapToGlobal(position), Qt::NoButton, button, modifiers);
        QCoreApplication::sendEvent(&widget, &event);
    };
    move(from + (to - from) / 2);
    move(to);
}

double steps_shown(const LayoutView& view) {
    return static_cast<double>(length(view.camera().view().steps));
}
double bytes_shown(const LayoutView& view) {
    return static_cast<double>(length(view.camera().view().bytes));
}

}  // namespace

class LayoutViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<LayoutView>();
        view_->resize(800, 600);
        view_->set_animated(false);
        const auto plan =
            placed_plan({{"low", 0, 100, 400, 0}, {"high", 0, 50, 300, 400}, {"later", 60, 100, 300, 600}});
        view_->picture().set_problem(std::make_shared<const Problem>(plan.problem));
        view_->picture().set_layout(test::shared(plan.layout));
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        replot();
    }
    void cleanup() { view_.reset(); }

    void an_empty_picture_says_why_it_is_empty() {
        QCOMPARE(empty_picture_text(view_->picture()), QString());
        view_->picture().set_problem(std::make_shared<const Problem>(placed_plan({{"low", 0, 100, 400, -1}}).problem));
        QTRY_COMPARE(empty_picture_text(view_->picture()), QStringLiteral("No buffer is placed yet"));
        Problem problem;
        view_->picture().set_problem(std::make_shared<const Problem>(problem));
        QTRY_COMPARE(empty_picture_text(view_->picture()), QStringLiteral("There are no buffers"));
        problem.graph.emplace();
        problem.graph->unknown_sizes = {{"t", "n", "Muse", "nobody knows"}};
        view_->picture().set_problem(std::make_shared<const Problem>(problem));
        QTRY_COMPARE(empty_picture_text(view_->picture()),
                     QStringLiteral("There are no buffers: no tensor has a known size. "
                                    "The tab Import says how to give shapes"));
    }

    void a_click_reports_the_buffer_and_sets_the_time_cursor() {
        QSignalSpy activated(view_.get(), &LayoutView::clicked);
        QSignalSpy cursor(view_.get(), &LayoutView::time_cursor_moved);
        QTest::mouseClick(view_.get(), Qt::LeftButton, Qt::ControlModifier, middle_of(high_buffer));
        QCOMPARE(activated.size(), 1);
        QVERIFY(activated[0][0].value<PointerTarget>().buffer == high_buffer);
        QCOMPARE(activated[0][1].value<Qt::KeyboardModifiers>(), Qt::KeyboardModifiers(Qt::ControlModifier));
        QCOMPARE(cursor.size(), 1);
        QVERIFY(std::abs(view_->picture().content().time_cursor->value() - 25) <= 1);
    }

    void a_click_that_hits_no_buffer_is_reported() {
        QSignalSpy clicked(view_.get(), &LayoutView::clicked);
        QTest::mouseClick(view_.get(), Qt::LeftButton, Qt::NoModifier,
                          {middle_of(later_buffer).x(), middle_of(later_buffer).y() + 140});
        QCOMPARE(clicked.size(), 1);
        QVERIFY(clicked[0][0].value<PointerTarget>().buffer == BufferIndex::none());
    }

    void hovering_reports_the_buffer_once() {
        QSignalSpy hovered(view_.get(), &LayoutView::pointer_target_changed);
        QTest::mouseMove(view_.get(), middle_of(low_buffer));
        QTest::mouseMove(view_.get(), middle_of(low_buffer) + QPoint(3, 0));
        QCOMPARE(hovered.size(), 1);
        QVERIFY(view_->pointer_target().buffer == low_buffer);
    }

    void a_named_step_is_reported_anywhere_in_its_column() {
        const double plain = plot_height();
        show_named();
        QVERIFY(plot_height() < plain);
        QSignalSpy hovered(view_.get(), &LayoutView::pointer_target_changed);
        QTest::mouseMove(view_.get(), middle_of(low_buffer));
        QCOMPARE(hovered.size(), 1);
        const auto step = view_->pointer_target().step;
        QVERIFY(step.has_value());
        QTest::mouseMove(view_.get(), {middle_of(low_buffer).x(), view_->height() - 70});
        QCOMPARE(view_->pointer_target().step, step);
        QTest::mouseMove(view_.get(), {2, 2});
        QVERIFY(!view_->pointer_target().step);
    }

    void step_names_give_way_entirely_only_in_a_low_window() {
        QWidget window;
        LayoutView view(&window);
        const auto plan = named_plan();
        view.picture().set_problem(std::make_shared<const Problem>(plan.problem));
        view.picture().set_layout(test::shared(plan.layout));
        window.show();
        const int line = window.fontMetrics().lineSpacing();
        const auto row_in = [&](int window_height, int height) {
            window.resize(800, window_height);
            view.resize(800, height);
            auto& parts = *view.findChild<QCustomPlot*>();
            parts.replot(QCustomPlot::rpImmediateRefresh);
            return parts.axisRect(3)->height();
        };
        const double two_lines = two_line_names_height(step_name_style);
        QVERIFY(row_in(60 * line, 60 * line) > two_lines + 5);
        const int least = row_in(60 * line, 300);
        QVERIFY2(least >= two_lines && least < two_lines + 1, qPrintable(QString::number(least)));
        QVERIFY(row_in(30 * line, 250) <= 0);
    }

    void the_wheel_zooms_at_the_pointer() {
        const QPoint at = middle_of(low_buffer) + QPoint(-50, 10);
        const double steps = steps_shown(*view_);
        const double bytes = bytes_shown(*view_);
        turn_wheel(*view_, at, 2);
        QVERIFY(steps_shown(*view_) < steps);
        QVERIFY(bytes_shown(*view_) < bytes);
        QVERIFY(buffer_at(view_->picture(), view_->ports(), at) == low_buffer);
    }

    void control_zooms_time_only_and_shift_offset_only() {
        const double steps = steps_shown(*view_);
        const double bytes = bytes_shown(*view_);
        turn_wheel(*view_, middle_of(low_buffer), 1, Qt::ControlModifier);
        QVERIFY(steps_shown(*view_) < steps);
        QCOMPARE(bytes_shown(*view_), bytes);
        const double fewer = steps_shown(*view_);
        turn_wheel(*view_, middle_of(low_buffer), 1, Qt::ShiftModifier);
        QCOMPARE(steps_shown(*view_), fewer);
        QVERIFY(bytes_shown(*view_) < bytes);
    }

    void f_fits_and_z_zooms_to_the_selection() {
        const View whole = view_->camera().view();
        view_->picture().set_selection({later_buffer});
        QTest::keyClick(view_.get(), Qt::Key_Z);
        QVERIFY(steps_shown(*view_) < 60);
        QVERIFY(view_->position_of(later_buffer).has_value());
        QTest::keyClick(view_.get(), Qt::Key_F);
        QVERIFY(view_->camera().view() == whole);
    }

    void arrows_pan_and_plus_and_minus_zoom() {
        QTest::keyClick(view_.get(), Qt::Key_Plus);
        const View closer = view_->camera().view();
        QVERIFY(length(closer.steps) < 100);
        QTest::keyClick(view_.get(), Qt::Key_Right);
        QVERIFY(view_->camera().view().steps.from > closer.steps.from);
        QTest::keyClick(view_.get(), Qt::Key_Up);
        QVERIFY(view_->camera().view().bytes.from > closer.bytes.from);
        QTest::keyClick(view_.get(), Qt::Key_Minus);
        QVERIFY(length(view_->camera().view().steps) > length(closer.steps));
    }

    void keys_with_ctrl_belong_to_the_window() {
        QTest::keyClick(view_.get(), Qt::Key_Plus);
        const View near = view_->camera().view();
        QTest::keyClick(view_.get(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(view_->camera().view() == near);
        QTest::keyClick(view_.get(), Qt::Key_F);
        QVERIFY(view_->camera().is_fitted());
    }

    void shift_home_and_end_put_the_time_cursor_on_the_first_and_last_step() {
        QSignalSpy cursor(view_.get(), &LayoutView::time_cursor_moved);
        QTest::keyClick(view_.get(), Qt::Key_Home, Qt::ShiftModifier);
        QVERIFY(view_->picture().content().time_cursor == Step(0));
        QTest::keyClick(view_.get(), Qt::Key_End, Qt::ShiftModifier);
        QVERIFY(view_->picture().content().time_cursor == Step(99));
        QCOMPARE(cursor.size(), 2);
    }

    void free_areas_are_shown_at_the_time_cursor_and_without_one_at_the_pointer() {
        QVERIFY(!free_areas_step(view_->picture().content()));
        const QImage without = picture();
        view_->picture().set_free_areas(true);
        QTest::mouseMove(view_.get(), middle_of(low_buffer));
        QVERIFY(std::abs(free_areas_step(view_->picture().content())->value() - 50) <= 1);
        QVERIFY(picture() != without);
        view_->picture().set_time_cursor(Step(7));
        QVERIFY(free_areas_step(view_->picture().content()) == Step(7));
        view_->picture().set_free_areas(false);
        QVERIFY(!free_areas_step(view_->picture().content()));
    }

    void the_free_area_that_a_placement_took_is_outlined_until_another_layout_is_shown() {
        const QImage without = picture();
        view_->picture().set_placed(later_buffer, QStringLiteral("at the top of a free area"));
        QVERIFY(picture() != without);
        view_->picture().set_placed(std::nullopt);
        QVERIFY(picture() == without);
    }

    void dragging_pans_and_goes_back_in_one_step() {
        turn_wheel(*view_, middle_of(low_buffer), 4);
        const View before = view_->camera().view();
        const QPoint at(400, 200);
        drag(*view_, at, at + QPoint(60, 20));
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::NoModifier, at + QPoint(60, 20));
        QVERIFY(view_->camera().view().steps.from < before.steps.from);
        QTest::keyClick(view_.get(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(view_->camera().view() == before);
        QTest::keyClick(view_.get(), Qt::Key_Right, Qt::AltModifier);
        QVERIFY(view_->camera().view().steps.from < before.steps.from);
    }

    void a_box_drawn_with_the_right_button_is_zoomed_to() {
        const QPoint center = middle_of(later_buffer);
        drag(*view_, center - QPoint(40, 20), center + QPoint(40, 20), Qt::RightButton);
        QTest::mouseRelease(view_.get(), Qt::RightButton, Qt::NoModifier, center + QPoint(40, 20));
        QVERIFY(steps_shown(*view_) < 20);
        QVERIFY(view_->position_of(later_buffer).has_value());
    }

    void a_selected_buffer_is_dragged_and_snaps_to_its_neighbour() {
        QSignalSpy dragged(view_.get(), &LayoutView::buffer_dragged);
        view_->picture().set_selection({later_buffer});
        const QPoint at = middle_of(later_buffer);
        // The gap below the buffer has 200 bytes. The buffer snaps to its neighbour from a few pixels away.
        const auto pixels = static_cast<int>(200 / bytes_shown(*view_) * plot_height());
        drag(*view_, at, at + QPoint(0, pixels - 3));
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::NoModifier, at + QPoint(0, pixels - 3));
        QCOMPARE(dragged.size(), 1);
        QVERIFY(dragged[0][0].value<BufferIndex>() == later_buffer);
        QCOMPARE(dragged[0][1].value<Placement>().offset.value(), std::int64_t{400});
    }

    void a_drag_of_a_buffer_that_is_not_selected_says_how_to_move_it() {
        QSignalSpy dragged(view_.get(), &LayoutView::buffer_dragged);
        const QPoint at = middle_of(later_buffer);
        QTest::mouseMove(view_.get(), at);
        drag(*view_, at, at + QPoint(0, 60));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("To move later, click it first, then drag it")),
                 qPrintable(QToolTip::text()));
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::NoModifier, at + QPoint(0, 60));
        QVERIFY(QToolTip::text().contains(QStringLiteral("To move later")));
        QCOMPARE(dragged.size(), 0);
        QToolTip::hideText();
    }

    void a_drag_that_pans_says_nothing() {
        turn_wheel(*view_, middle_of(low_buffer), 4);
        QToolTip::hideText();
        QTRY_VERIFY(QToolTip::text().isEmpty());
        const QPoint at = middle_of(low_buffer);
        const View before = view_->camera().view();
        drag(*view_, at, at + QPoint(60, 0));
        QVERIFY(!(view_->camera().view() == before));
        QVERIFY(!QToolTip::text().contains(QStringLiteral("nothing to pan")));
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::NoModifier, at + QPoint(60, 0));
    }

    void the_middle_button_pans_also_on_a_selected_buffer() {
        turn_wheel(*view_, middle_of(low_buffer), 4);
        view_->picture().set_selection({low_buffer});
        QSignalSpy dragged(view_.get(), &LayoutView::buffer_dragged);
        const View before = view_->camera().view();
        const QPoint at = middle_of(low_buffer);
        drag(*view_, at, at + QPoint(60, 20), Qt::MiddleButton);
        QTest::mouseRelease(view_.get(), Qt::MiddleButton, Qt::NoModifier, at + QPoint(60, 20));
        QVERIFY(view_->camera().view().steps.from < before.steps.from);
        QCOMPARE(dragged.size(), 0);
        QTest::keyClick(view_.get(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(view_->camera().view() == before);
    }

    void the_cursor_shows_what_a_click_and_a_drag_do() {
        QTest::mouseMove(view_.get(), middle_of(low_buffer));
        QCOMPARE(view_->cursor().shape(), Qt::PointingHandCursor);
        view_->picture().set_selection({low_buffer});
        QCOMPARE(view_->cursor().shape(), Qt::SizeVerCursor);
        view_->picture().set_selection({});
        QCOMPARE(view_->cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseMove(view_.get(), {2, 2});
        QCOMPARE(view_->cursor().shape(), Qt::ArrowCursor);
    }

    void a_right_click_and_the_menu_key_ask_for_a_menu() {
        QSignalSpy asked(view_.get(), &LayoutView::menu_requested);
        const QPoint at = middle_of(high_buffer);
        QTest::mouseClick(view_.get(), Qt::RightButton, Qt::NoModifier, at);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toPoint(), view_->mapToGlobal(at));
        QVERIFY(asked[0][1].value<PointerTarget>().buffer == high_buffer);
        QTest::mouseClick(view_.get(), Qt::RightButton, Qt::NoModifier,
                          {middle_of(later_buffer).x(), middle_of(later_buffer).y() + 140});
        QVERIFY(asked[1][1].value<PointerTarget>().buffer == BufferIndex::none());
        view_->picture().set_selection({later_buffer});
        QContextMenuEvent key(QContextMenuEvent::Keyboard, {1, 1}, view_->mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(view_.get(), &key);
        QCOMPARE(asked.size(), 3);
        QCOMPARE(asked[2][0].toPoint(), view_->mapToGlobal(middle_of(later_buffer)));
        QVERIFY(asked[2][1].value<PointerTarget>().buffer == later_buffer);
        QVERIFY(view_->camera().is_fitted());
    }

    void a_buffer_is_dragged_into_another_region() {
        auto plan = placed_plan({{"a", 0, 50, 400, 0}, {"b", 0, 100, 400, 0}});
        plan.problem.regions = {Region{"fast"}, Region{"slow"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        show(plan);
        QSignalSpy dragged(view_.get(), &LayoutView::buffer_dragged);
        view_->picture().set_selection({BufferIndex(0)});
        const QPoint from = middle_of(BufferIndex(0));
        const QPoint to(from.x(), middle_of(BufferIndex(1)).y());
        drag(*view_, from, to);
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::NoModifier, to);
        QCOMPARE(dragged.size(), 1);
        QCOMPARE(dragged[0][1].value<Placement>(), (Placement{Offset(0), RegionIndex(1)}));
    }

    void overlaps_of_a_dragged_buffer_are_hatched_while_it_moves() {
        view_->picture().set_selection({later_buffer});
        const QPoint at = middle_of(later_buffer);
        const QImage before = grabbed();
        QVERIFY(!has_color(before, palette(Theme::light).conflict));
        drag(*view_, at, at + QPoint(0, static_cast<int>(0.4 * plot_height())));
        QVERIFY(has_color(grabbed(), palette(Theme::light).conflict));
        QTest::keyClick(view_.get(), Qt::Key_Escape);
        QCOMPARE(grabbed(), before);
    }

    void unplaced_buffers_are_in_a_tray() {
        auto plan = placed_plan({{"low", 0, 100, 400, 0}, {"loose", 0, 50, 300, -1}, {"later", 60, 100, 300, -1}});
        show(plan);
        QVERIFY(middle_of(BufferIndex(1)).y() < middle_of(BufferIndex(0)).y());
        // The same time axis: the second ends where the first half of the first does.
        QVERIFY(std::abs(middle_of(BufferIndex(1)).x() - middle_of(BufferIndex(0)).x()) > 50);
        QSignalSpy hovered(view_.get(), &LayoutView::pointer_target_changed);
        const QPoint over = middle_of(BufferIndex(2));
        QMouseEvent move(QEvent::MouseMove, over, view_->mapToGlobal(over), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view_.get(), &move);
        QCOMPARE(hovered.size(), 1);
        QVERIFY(view_->pointer_target().buffer == BufferIndex(2));
        QSignalSpy activated(view_.get(), &LayoutView::clicked);
        QTest::mouseClick(view_.get(), Qt::LeftButton, Qt::NoModifier, middle_of(BufferIndex(1)));
        QCOMPARE(activated.size(), 1);
        QVERIFY(activated[0][0].value<PointerTarget>().buffer == BufferIndex(1));
    }

    void a_buffer_is_dragged_from_the_tray_to_its_place() {
        show(placed_plan({{"low", 0, 100, 400, 0}, {"loose", 0, 50, 300, -1}, {"high", 0, 100, 400, 800}}));
        QSignalSpy dragged(view_.get(), &LayoutView::buffer_dragged);
        view_->picture().set_selection({BufferIndex(1)});
        const QPoint from = middle_of(BufferIndex(1));
        const int between = (middle_of(BufferIndex(0)).y() + middle_of(BufferIndex(2)).y()) / 2;
        drag(*view_, from, {from.x(), between});
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::NoModifier, {from.x(), between});
        QCOMPARE(dragged.size(), 1);
        const auto placement = dragged[0][1].value<Placement>();
        QVERIFY(placement.offset >= Offset(400) && placement.offset <= Offset(500));
    }

    void the_tray_is_hidden_once_everything_is_placed() {
        auto plan = placed_plan({{"low", 0, 100, 400, 0}, {"loose", 0, 50, 300, -1}});
        show(plan);
        QVERIFY(plot().axisRect(0)->height() > 0);
        plan.layout.placements[1] = Placement{Offset(400), RegionIndex(0)};
        view_->picture().set_layout(test::shared(plan.layout));
        replot();
        QVERIFY(plot().axisRect(0)->height() <= 0);
    }

    void the_axis_gets_its_ticks_as_soon_as_the_tray_is_hidden() {
        auto plan = placed_plan({{"low", 0, 100, 400, -1}, {"high", 0, 50, 300, -1}});
        show(plan);
        plan.layout.placements = {Placement{Offset(0), RegionIndex(0)}, Placement{Offset(400), RegionIndex(0)}};
        const auto numbers = [this] { return plot().axisRect(1)->axis(QCPAxis::atLeft)->tickVectorLabels(); };
        view_->picture().set_layout(test::shared(plan.layout));
        replot();
        const QVector<QString> first = numbers();
        replot();
        QCOMPARE(first, numbers());
        QVERIFY(first.size() > 2);
    }

    void escape_cancels_a_drag() {
        QSignalSpy dragged(view_.get(), &LayoutView::buffer_dragged);
        view_->picture().set_selection({later_buffer});
        const QPoint at = middle_of(later_buffer);
        drag(*view_, at, at + QPoint(0, 60));
        QTest::keyClick(view_.get(), Qt::Key_Escape);
        QTest::mouseRelease(view_.get(), Qt::LeftButton, Qt::NoModifier, at + QPoint(0, 60));
        QCOMPARE(dragged.size(), 0);
    }

    void a_filter_dims_the_other_buffers() {
        view_->picture().set_filter({true, false, true});
        replot();
        const QImage image = view_->grab().toImage();
        const Color dimmed = palette(Theme::light).dimmed.fill;
        const QPoint beside_label(40, 12);
        QCOMPARE(image.pixelColor(middle_of(high_buffer) + beside_label),
                 QColor(dimmed.red, dimmed.green, dimmed.blue));
        QVERIFY(image.pixelColor(middle_of(later_buffer) + beside_label) !=
                QColor(dimmed.red, dimmed.green, dimmed.blue));
    }

    void another_layout_keeps_a_zoomed_view() {
        QTest::keyClick(view_.get(), Qt::Key_Plus);
        const View before = view_->camera().view();
        const auto plan = placed_plan({{"low", 0, 100, 400, 300}, {"high", 0, 50, 300, 0}, {"later", 60, 100, 300, 0}});
        view_->picture().set_layout(test::shared(plan.layout));
        QVERIFY(view_->camera().view() == before);
    }

    void a_glide_ends_at_the_next_layout() {
        const auto before = view_->picture().content().layout;
        const auto plan = placed_plan({{"low", 0, 100, 400, 300}, {"high", 0, 50, 300, 0}, {"later", 60, 100, 300, 0}});
        view_->picture().set_layout(test::shared(plan.layout));
        const QImage end = view_->grab().toImage();
        view_->picture().set_layout(before);
        view_->set_animated(true);
        view_->picture().set_layout(test::shared(plan.layout));
        QTRY_VERIFY(view_->grab().toImage() == end);
        QVERIFY(buffer_at(view_->picture(), view_->ports(), middle_of(high_buffer)) == high_buffer);
    }

    void an_empty_view_accepts_every_key_and_click() {
        view_->picture().set_problem(nullptr);
        for (const int key : {Qt::Key_F, Qt::Key_Z, Qt::Key_Plus, Qt::Key_Home, Qt::Key_Left, Qt::Key_Escape}) {
            QTest::keyClick(view_.get(), static_cast<Qt::Key>(key));
        }
        QTest::mouseClick(view_.get(), Qt::LeftButton, Qt::NoModifier, {300, 200});
        turn_wheel(*view_, {300, 200}, 1);
        replot();
        QVERIFY(!buffer_at(view_->picture(), view_->ports(), {300, 200}).has_value());
    }

    void what_lies_below_a_pointer_at_rest_follows_the_view() {
        const auto place = view_->position_of(later_buffer);
        QVERIFY(place.has_value());
        QTest::mouseMove(view_.get(), *place);
        QVERIFY(view_->pointer_target().buffer == later_buffer);
        QSignalSpy hovered(view_.get(), &LayoutView::pointer_target_changed);
        View left = view_->camera().view();
        left.steps = {left.steps.from, left.steps.from + (left.steps.to - left.steps.from) / 4};
        view_->set_view(left);
        const auto under = buffer_at(view_->picture(), view_->ports(), *place);
        QVERIFY(under != later_buffer);
        QCOMPARE(hovered.size(), 1);
        QVERIFY(view_->pointer_target().buffer == under.value_or(BufferIndex::none()));
        view_->run(ViewCommand::fit);
        QVERIFY(view_->pointer_target().buffer == later_buffer);
        for (int turn = 0; turn < 20; ++turn) {
            turn_wheel(*view_, *place, -1);
            turn_wheel(*view_, *place + QPoint(40, 0), 1);
            QVERIFY(view_->pointer_target().buffer ==
                    buffer_at(view_->picture(), view_->ports(), *place + QPoint(40, 0)).value_or(BufferIndex::none()));
        }
    }

    void the_tooltip_of_a_pointer_at_rest_follows_the_layout() {
        const auto place = view_->position_of(low_buffer);
        QVERIFY(place.has_value());
        QTest::mouseMove(view_.get(), *place - QPoint(40, 0));
        QTest::mouseMove(view_.get(), *place);
        QTRY_VERIFY(QToolTip::isVisible());
        QVERIFY(QToolTip::text().contains(QStringLiteral("offset 0")));
        Layout layout = *view_->picture().content().layout;
        layout.placements[low_buffer.value()]->offset = Offset(100);
        view_->picture().set_layout(test::shared(layout));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("offset 100")), qPrintable(QToolTip::text()));
        // Where no buffer lies below the pointer any more, nothing is told.
        layout.placements[low_buffer.value()].reset();
        layout.placements[high_buffer.value()].reset();
        layout.placements[later_buffer.value()].reset();
        view_->picture().set_layout(test::shared(layout));
        QTRY_VERIFY(!QToolTip::isVisible());
    }

private:
    [[nodiscard]] QCustomPlot& plot() const { return *view_->findChild<QCustomPlot*>(); }
    void replot() const { plot().replot(QCustomPlot::rpImmediateRefresh); }
    void show(const test::PlacedPlan& plan) {
        view_->picture().set_problem(std::make_shared<const Problem>(plan.problem));
        view_->picture().set_layout(test::shared(plan.layout));
        replot();
    }
    [[nodiscard]] QImage grabbed() {
        replot();
        return view_->grab().toImage();
    }
    static bool has_color(const QImage& image, Color wanted) {
        const QColor color(wanted.red, wanted.green, wanted.blue);
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == color) {
                    return true;
                }
            }
        }
        return false;
    }
    [[nodiscard]] QPoint middle_of(BufferIndex buffer) const { return view_->position_of(buffer).value_or(QPoint()); }
    /// The same plan with a name for every step.
    static test::PlacedPlan named_plan() {
        auto plan = placed_plan({{"low", 0, 100, 400, 0}, {"high", 0, 50, 300, 400}, {"later", 60, 100, 300, 600}});
        for (std::int64_t i = 0; i < 100; ++i) {
            plan.problem.step_labels.push_back({Step(i), "operator " + std::to_string(i)});
        }
        return plan;
    }
    void show_named() { show(named_plan()); }
    [[nodiscard]] double plot_height() const { return plot().axisRect(1)->height(); }

    [[nodiscard]] QImage picture() const {
        replot();
        return view_->grab().toImage();
    }

    std::unique_ptr<LayoutView> view_;
};

ARENASCOPE_TEST(LayoutViewTest)
#include "layout_view_test.moc"
