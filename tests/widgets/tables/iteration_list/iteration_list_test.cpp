#include "widgets/tables/iteration_list/iteration_list.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>

#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/idle_state.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Offsets = std::vector<std::int64_t>;

/// Records runs over three buffers.
class Teller {
public:
    Teller() : recorder_(problem(), {}) {}

    void enter(FrameKind kind, const char* note = "", const std::vector<BufferIndex>& members = {},
               RegionIndex region = RegionIndex::none()) {
        recorder_.enter(kind, note, members, region);
    }
    void leave(const Offsets& offsets, std::int64_t peak, Goal goal = Goal::none, std::uint64_t attempts = 1) {
        recorder_.leave(
            {.offsets = offsets, .order = {}, .risks = {}, .peak = Offset(peak), .goal = goal, .attempts = attempts});
    }
    void mark_result() { recorder_.mark_result(); }
    std::shared_ptr<const Trace> take() {
        Trace trace = recorder_.take();
        trace.threshold = Bytes(1024);
        return std::make_shared<const Trace>(std::move(trace));
    }

private:
    static const Problem& problem() {
        static const Problem made =
            test::placed_plan({{"a", 0, 4, 512, 0}, {"b", 0, 4, 256, 0}, {"c", 0, 4, 256, 0}}).problem;
        return made;
    }
    TraceRecorder recorder_;
};

/// One pass with three steps: a first placement, an iteration with two groups of which one was rearranged, and an
/// iteration without a change that ended the run.
void tell_pass(Teller& teller, std::int64_t first_peak) {
    teller.enter(FrameKind::pass, "size, falling");
    teller.enter(FrameKind::iteration);
    teller.leave({0, 512, 1024}, first_peak);
    teller.enter(FrameKind::iteration);
    teller.enter(FrameKind::group, "high", {BufferIndex(0), BufferIndex(1)});
    teller.enter(FrameKind::rearrangement, "sorted");
    teller.leave({256, 0, unplaced_offset}, 768);
    teller.enter(FrameKind::rearrangement, "swap");
    teller.leave({0, 512, unplaced_offset}, 768);
    teller.leave({0, 512, unplaced_offset}, 768, Goal::order_seen, 2);
    teller.enter(FrameKind::group, "medium", {BufferIndex(2)});
    teller.leave({0, 512, 768}, 1024);
    teller.leave({0, 512, 768}, 1200);
    teller.mark_result();
    teller.enter(FrameKind::iteration);
    teller.leave({0, 512, 768}, 1200, Goal::work_spent);
    teller.leave({0, 512, 768}, 1200, Goal::work_spent);
}

std::shared_ptr<const Trace> one_pass() {
    Teller teller;
    tell_pass(teller, 1536);
    return teller.take();
}

std::shared_ptr<const Trace> two_passes() {
    Teller teller;
    tell_pass(teller, 1536);
    tell_pass(teller, 1400);
    return teller.take();
}

}  // namespace

class IterationListTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        list_ = std::make_unique<IterationList>();
        list_->resize(320, 500);
        list_->show();
        QVERIFY(QTest::qWaitForWindowExposed(list_.get()));
    }
    void cleanup() { list_.reset(); }

    void without_a_run_a_hint_says_how_to_get_one() {
        QVERIFY(hint().isVisible());
        QVERIFY(!tree().isVisible());
        QVERIFY(!curve().isVisible());
        list_->set_trace(one_pass());
        QVERIFY(!hint().isVisible());
        list_->set_trace(nullptr);
        QVERIFY(hint().isVisible());
        QCOMPARE(tree().model()->rowCount(), 0);
    }

    void the_curve_has_the_threshold_of_the_result() {
        list_->set_trace(one_pass());
        const double result = curve().point(1).y();
        QVERIFY(curve().accessibleDescription().endsWith(QStringLiteral("threshold 1,024 B")));
        list_->set_trace(one_pass(), {}, Bytes(400));
        QVERIFY(curve().accessibleDescription().endsWith(QStringLiteral("threshold of the result 400 B")));
        // The scale begins at the threshold, so the same peak is drawn higher above a lower threshold.
        QVERIFY(curve().point(1).y() < result);
        list_->set_trace(one_pass());
        QCOMPARE(curve().point(1).y(), result);
    }

    void the_iterations_of_a_single_pass_are_at_the_top_level() {
        list_->set_trace(one_pass());
        QCOMPARE(header().detail(), QStringLiteral("iterations 0 to 2"));
        QCOMPARE(tree().model()->rowCount(), 3);
        QCOMPARE(row({0}), QStringLiteral("0  first placement"));
        QCOMPARE(row({1}), QStringLiteral("1  result · 2 groups, 1 rearranged"));
        QCOMPARE(row({2}), QStringLiteral("2  work spent"));
        QCOMPARE(text({0}, IterationModel::peak), QStringLiteral("1,536"));
        QCOMPARE(text({1}, IterationModel::peak), QStringLiteral("1,200"));
    }

    void shows_how_many_buffers_moved_since_the_previous_step() {
        list_->set_trace(one_pass());
        QCOMPARE(tree().model()->headerData(IterationModel::moved, Qt::Horizontal).toString(), QStringLiteral("moved"));
        // First all three buffers are placed and none moves. Then `c` moves down; then nothing moves.
        QCOMPARE(text({0}, IterationModel::moved), QString());
        QCOMPARE(text({1}, IterationModel::moved), QStringLiteral("1"));
        QCOMPARE(text({2}, IterationModel::moved), QStringLiteral("0"));
    }

    void placements_after_a_first_layout_continue_its_numbers_without_the_column_of_moves() {
        list_->set_trace(one_pass());
        list_->resize(500, 500);
        QTRY_VERIFY(!tree().isColumnHidden(IterationModel::moved));
        Teller teller;
        teller.enter(FrameKind::iteration, "tensors");
        teller.leave({0, unplaced_offset, unplaced_offset}, 512);
        teller.enter(FrameKind::placement, "b at the top");
        teller.leave({0, 512, unplaced_offset}, 768);
        teller.enter(FrameKind::placement, "c below");
        teller.leave({0, 512, 768}, 1024);
        list_->set_trace(teller.take());
        QCOMPARE(header().detail(), QStringLiteral("steps 0 to 2"));
        QCOMPARE(row({0}), QStringLiteral("0  tensors"));
        QCOMPARE(row({1}), QStringLiteral("1  b at the top"));
        QCOMPARE(row({2}), QStringLiteral("2  c below"));
        QVERIFY(tree().isColumnHidden(IterationModel::moved));
    }

    void several_passes_open_into_their_iterations() {
        list_->set_trace(two_passes());
        QCOMPARE(tree().model()->rowCount(), 2);
        QCOMPARE(row({0}), QStringLiteral("pass 1  size, falling · work spent"));
        QCOMPARE(tree().model()->rowCount(at({1})), 3);
        QCOMPARE(row({1, 0}), QStringLiteral("3  first placement"));
        QCOMPARE(row({1, 1}), QStringLiteral("4  result · 2 groups, 1 rearranged"));
        QCOMPARE(row({0, 1}), QStringLiteral("1  2 groups, 1 rearranged"));
        QCOMPARE(row({0, 2}), QStringLiteral("2  work spent"));
    }

    void a_pass_names_its_region_only_if_there_are_several() {
        for (const bool several : {false, true}) {
            Teller teller;
            for (const std::size_t region : {std::size_t{0}, std::size_t{several ? 1U : 0U}}) {
                teller.enter(FrameKind::pass, "width, desc", {}, RegionIndex(region));
                teller.leave({0, 512, 1024}, 1536, Goal::order_seen);
            }
            // A name may look like a part of a note.
            list_->set_trace(teller.take(), {"a: b", "dram"});
            QCOMPARE(row({0}), several ? QStringLiteral("pass 1  a: b: width, desc · same order")
                                       : QStringLiteral("pass 1  width, desc · same order"));
            QCOMPARE(row({1}), several ? QStringLiteral("pass 2  dram: width, desc · same order")
                                       : QStringLiteral("pass 2  width, desc · same order"));
        }
    }

    void each_region_has_its_own_curve_without_a_threshold() {
        Teller teller;
        for (const std::size_t region : {0U, 1U}) {
            teller.enter(FrameKind::pass, "width, desc", {}, RegionIndex(region));
            teller.enter(FrameKind::iteration);
            teller.leave({0, 512, 1024}, region == 0 ? 1536 : 400);
            teller.leave({0, 512, 1024}, region == 0 ? 1536 : 400);
        }
        list_->set_trace(teller.take());
        QVERIFY(curve().accessibleDescription().endsWith(QStringLiteral("memories one after the other")));
        QVERIFY(curve().point(1).y() > curve().point(0).y());
        const QPoint middle = ((curve().point(0) + curve().point(1)) / 2).toPoint();
        const QImage image = curve().grab().toImage();
        QCOMPARE(image.pixelColor(middle), image.pixelColor(1, 1));
    }

    void an_iteration_opens_into_groups_and_a_group_into_rearrangements() {
        list_->set_trace(one_pass());
        QCOMPARE(tree().model()->rowCount(at({1})), 2);
        QCOMPARE(row({1, 0}), QStringLiteral("1  group · high · 2 buffers"));
        QCOMPARE(row({1, 1}), QStringLiteral("2  group · medium · 1 buffer"));
        QCOMPARE(tree().model()->rowCount(at({1, 0})), 2);
        QCOMPARE(row({1, 0, 1}), QStringLiteral("2  rearrangement · swap"));
        QCOMPARE(tree().model()->rowCount(at({1, 0, 1})), 0);
    }

    void the_tooltip_shows_peak_goal_tries_and_moves() {
        list_->set_trace(one_pass());
        QCOMPARE(tooltip({0}), QStringLiteral("iteration 0\nfirst placement\npeak 1,536 B\n1 try\n3 buffers placed"));
        QVERIFY(tooltip({1}).startsWith(QStringLiteral(
            "iteration 1\nresult · 2 groups, 1 rearranged\npeak 1,200 B\n336 B lower than in the row before\n")));
        QVERIFY(tooltip({2}).contains(QStringLiteral("\nthe same peak as in the row before\n")));
        QVERIFY(tooltip({1}).contains(QStringLiteral("\n1 buffer moved since previous")));
        QVERIFY(tooltip({2}).contains(QStringLiteral("\nended: the work budget is used up\n")));
        QVERIFY(tooltip({2}).endsWith(QStringLiteral("\n0 buffers moved since previous")));
        QVERIFY(tooltip({1, 0}).contains(QStringLiteral("\nended: an earlier order was repeated\n2 tries\n")));
    }

    void every_goal_has_words_for_the_row_and_for_the_tooltip() {
        for (const Goal goal : {Goal::at_threshold, Goal::order_seen, Goal::adjustments_spent, Goal::work_spent,
                                Goal::complete, Goal::optimal, Goal::stopped}) {
            Teller teller;
            teller.enter(FrameKind::improvement);
            teller.leave({0, 512, 768}, 1024, goal);
            list_->set_trace(teller.take());
            QVERIFY(!text({0}, IterationModel::notes).isEmpty());
            QVERIFY(tooltip({0}).contains(QStringLiteral("\nended: ")));
        }
    }

    void the_result_is_marked() {
        list_->set_trace(one_pass());
        QVERIFY(at({1}).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!at({0}).data(Qt::FontRole).isValid());
        QVERIFY(!at({2}).data(Qt::FontRole).isValid());
    }

    void peaks_line_up_in_the_unit_of_the_title() {
        list_->set_trace(one_pass());
        list_->set_unit(Unit::kibibytes);
        QCOMPARE(tree().model()->headerData(IterationModel::peak, Qt::Horizontal).toString(),
                 QStringLiteral("peak KiB"));
        QCOMPARE(text({0}, IterationModel::peak), QStringLiteral("1.50"));
        QCOMPARE(text({1}, IterationModel::peak), QStringLiteral("1.17"));
        QCOMPARE(text({1, 1}, IterationModel::peak), QStringLiteral("1.00"));
    }

    void a_click_chooses_a_step_once() {
        list_->set_trace(one_pass());
        QSignalSpy chosen(list_.get(), &IterationList::frame_chosen);
        click_row({2});
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<FrameIndex>(), frame({2}));
        QCOMPARE(list_->current(), frame({2}));
    }

    void keys_walk_open_and_close() {
        list_->set_trace(one_pass());
        click_row({0});
        QSignalSpy chosen(list_.get(), &IterationList::frame_chosen);
        QTest::keyClick(&tree(), Qt::Key_Down);
        QTest::keyClick(&tree(), Qt::Key_Right);
        QVERIFY(tree().isExpanded(at({1})));
        QTest::keyClick(&tree(), Qt::Key_Down);
        QTest::keyClick(&tree(), Qt::Key_Left);
        QCOMPARE(chosen.size(), 3);
        QCOMPARE(chosen[0][0].value<FrameIndex>(), frame({1}));
        QCOMPARE(chosen[1][0].value<FrameIndex>(), frame({1, 0}));
        QCOMPARE(chosen[2][0].value<FrameIndex>(), frame({1}));
    }

    void a_step_set_from_outside_is_shown_without_a_signal() {
        list_->set_trace(two_passes());
        QSignalSpy chosen(list_.get(), &IterationList::frame_chosen);
        list_->set_current(frame({1, 1, 0, 1}));
        QCOMPARE(list_->current(), frame({1, 1, 0, 1}));
        QVERIFY(tree().isExpanded(at({1, 1, 0})));
        QVERIFY(!tree().visualRect(at({1, 1, 0, 1})).isEmpty());
        list_->set_current(FrameIndex::none());
        QCOMPARE(list_->current(), FrameIndex::none());
        QVERIFY(chosen.isEmpty());
    }

    void a_click_on_the_curve_goes_to_the_step_below_it() {
        const auto trace = two_passes();
        list_->set_trace(trace);
        const std::vector<FrameIndex> chief = chief_frames(*trace);
        QCOMPARE(chief.size(), std::size_t{6});
        QSignalSpy chosen(list_.get(), &IterationList::frame_chosen);
        for (std::size_t step = 0; step < chief.size(); ++step) {
            QTest::mouseClick(&curve(), Qt::LeftButton, Qt::NoModifier, curve().point(step).toPoint());
            QCOMPARE(chosen.last()[0].value<FrameIndex>(), chief[step]);
        }
        QTest::mouseClick(&curve(), Qt::LeftButton, Qt::NoModifier, {1, 1});
        QCOMPARE(chosen.last()[0].value<FrameIndex>(), chief.front());
        QTest::mouseClick(&curve(), Qt::LeftButton, Qt::NoModifier, {curve().width() - 1, 1});
        QCOMPARE(chosen.last()[0].value<FrameIndex>(), chief.back());
        const auto told = chosen.size();
        QTest::mouseClick(&curve(), Qt::RightButton, Qt::NoModifier, curve().point(2).toPoint());
        QCOMPARE(chosen.size(), told);
    }

    void the_curve_falls_with_the_peak_and_marks_the_current_step() {
        list_->set_trace(one_pass());
        QVERIFY(curve().point(0).x() < curve().point(1).x());
        QVERIFY(curve().point(0).y() < curve().point(1).y());
        QCOMPARE(curve().point(1).y(), curve().point(2).y());
        list_->set_current(frame({0}));
        const QColor mark = curve().grab().toImage().pixelColor(curve().point(0).toPoint());
        list_->set_current(frame({1, 0, 1}));  // within iteration 1
        const QImage image = curve().grab().toImage();
        QCOMPARE(image.pixelColor(curve().point(1).toPoint()), mark);
        QVERIFY(image.pixelColor(curve().point(0).toPoint()) != mark);
    }

    void a_group_is_marked_on_the_curve_on_the_way_to_its_iteration() {
        list_->set_trace(one_pass());
        const QPointF begin = curve().point(0);
        const QPointF end = curve().point(1);
        list_->set_current(frame({1}));
        QCOMPARE(curve().mark_position(), std::optional(end));
        double last = begin.x();
        for (const FrameIndex inner : {frame({1, 0, 0}), frame({1, 0, 1}), frame({1, 0}), frame({1, 1})}) {
            list_->set_current(inner);
            const auto mark = curve().mark_position();
            QVERIFY(mark && mark->x() > last && mark->x() < end.x());
            last = mark->x();
        }
        // The first group ends at 768 bytes, below all peaks on the curve; the second one at 1,024, the threshold.
        QVERIFY(curve().mark_position()->y() > end.y());
        const QImage second = curve().grab().toImage();
        list_->set_current(frame({1, 0}));
        QVERIFY(curve().grab().toImage() != second);
        list_->set_current(FrameIndex::none());
        QVERIFY(!curve().mark_position());
    }

    void an_iteration_cut_short_is_marked_and_omitted_from_the_curve() {
        Teller teller;
        teller.enter(FrameKind::pass);
        teller.enter(FrameKind::iteration);
        teller.leave({0, 512, 1024}, 1536);
        teller.enter(FrameKind::iteration);
        teller.leave({0, 512, 768}, 1200);
        teller.enter(FrameKind::iteration);
        teller.leave({unplaced_offset, unplaced_offset, unplaced_offset}, 0, Goal::stopped);
        teller.leave({0, 512, 768}, 1200, Goal::stopped);
        const auto trace = teller.take();
        list_->set_trace(trace);
        QCOMPARE(row({2}), QStringLiteral("2  cut short"));
        QCOMPARE(text({2}, IterationModel::peak), QStringLiteral("–"));
        QCOMPARE(text({2}, IterationModel::moved), QString());
        QCOMPARE(text({2}, IterationModel::change), QString());
        QCOMPARE(tooltip({2}), QStringLiteral("iteration 2\ncut short\nstopped before all buffers were placed"));
        QVERIFY(
            curve().accessibleDescription().startsWith(QStringLiteral("iterations 0 to 2, from 1,536 B to 1,200 B")));
        // The curve ends at the last complete layout. It marks no position while the incomplete one is shown.
        list_->set_current(frame({1}));
        const QColor mark = curve().grab().toImage().pixelColor(curve().point(1).toPoint());
        list_->set_current(frame({2}));
        QVERIFY(curve().grab().toImage().pixelColor(curve().point(1).toPoint()) != mark);
        QSignalSpy chosen(list_.get(), &IterationList::frame_chosen);
        QTest::mouseClick(&curve(), Qt::LeftButton, Qt::NoModifier, {curve().width() - 1, 1});
        QCOMPARE(chosen.last()[0].value<FrameIndex>(), frame({1}));
    }

    void a_shortened_trace_says_so() {
        auto trace = std::make_shared<Trace>(*one_pass());
        trace->dropped[static_cast<std::size_t>(FrameKind::rearrangement)] = 1234;
        trace->dropped[static_cast<std::size_t>(FrameKind::group)] = 1;
        list_->set_trace(trace);
        QVERIFY(hint().isVisible());
        QCOMPARE(hint().text(),
                 QStringLiteral("Not kept, so that the trace stays small: 1 group, 1,234 rearrangements. Every "
                                "row above is exact."));
        QCOMPARE(text({2}), QStringLiteral("2"));
    }

    void number_peak_and_change_come_first_and_are_never_cut_data() {
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<double>("scale");
        QTest::newRow("KiB") << Unit::kibibytes << 1.0;
        QTest::newRow("bytes") << Unit::bytes << 1.0;
        QTest::newRow("KiB, large fonts") << Unit::kibibytes << 1.5;
        QTest::newRow("bytes, large fonts") << Unit::bytes << 1.5;
    }
    void number_peak_and_change_come_first_and_are_never_cut() {
        QFETCH(Unit, unit);
        QFETCH(double, scale);
        list_->resize(268, 500);  // the dock's width at 1440 pixels
        QFont font = list_->font();
        font.setPointSizeF(font.pointSizeF() * scale);
        list_->setFont(font);
        Teller teller;
        for (int i = 0; i < 12; ++i) {
            teller.enter(FrameKind::improvement, "swapped two buffers of the high tier, as the hill climb does");
            teller.leave({0, 512, 1024 + i}, 24'117'248 - 123'456 * i);
        }
        teller.mark_result();
        list_->set_unit(unit);
        list_->set_trace(teller.take());
        QCOMPARE(header().detail(), QStringLiteral("improvements 0 to 11"));
        QCOMPARE(text({1}), QStringLiteral("1"));
        QCOMPARE(text({1}, IterationModel::change),
                 unit == Unit::bytes ? QStringLiteral("-123,456") : QStringLiteral("-120.56"));
        QCOMPARE(text({11}, IterationModel::notes),
                 QStringLiteral("result · swapped two buffers of the high tier, as the hill climb does"));
        QVERIFY(tooltip({11}).contains(text({11}, IterationModel::notes)));
        test::wait_until_idle();
        const QHeaderView& columns = *tree().header();
        int right = 0;
        for (const int column : {IterationModel::number, IterationModel::peak, IterationModel::change}) {
            QVERIFY(!tree().isColumnHidden(column));
            QCOMPARE(columns.sectionPosition(column), right);
            right += columns.sectionSize(column);
            const QFontMetrics metrics(tree().font());
            for (int place = 0; place < 12; ++place) {
                const QRect cell = tree().visualRect(at({place}, column));
                QVERIFY2(metrics.horizontalAdvance(text({place}, column)) < cell.width(),
                         qPrintable(text({place}, column)));
            }
        }
        QVERIFY2(right <= tree().viewport()->width(),
                 qPrintable(QStringLiteral("%1 of %2").arg(right).arg(tree().viewport()->width())));
        QVERIFY(!tree().horizontalScrollBar()->isVisible());
    }

    void the_number_of_moved_buffers_gives_way_to_the_notes() {
        list_->set_trace(one_pass());
        list_->resize(500, 500);
        QTRY_VERIFY(!tree().isColumnHidden(IterationModel::moved));
        list_->resize(240, 500);
        QTRY_VERIFY(tree().isColumnHidden(IterationModel::moved));
        QVERIFY(!tree().isColumnHidden(IterationModel::notes));
    }

    void while_a_run_is_under_way_it_says_whose_rows_it_shows() {
        QVERIFY(!remark().isVisible());
        list_->set_running(QStringLiteral("hill-climb"));
        QVERIFY(remark().isVisible());
        QCOMPARE(remark().text(),
                 QStringLiteral("hill-climb is running. Its iterations are listed here when it ends."));
        QVERIFY(!hint().isVisible());
        list_->set_trace(one_pass());
        QCOMPARE(remark().text(),
                 QStringLiteral("hill-climb is running. The rows below are of the open plan, not of this run."));
        list_->set_running({});
        QVERIFY(!remark().isVisible());
    }

    void an_edited_step_is_named_and_not_marked() {
        list_->set_trace(one_pass());
        list_->set_current(frame({1}));
        const QColor mark = curve().grab().toImage().pixelColor(curve().point(1).toPoint());
        list_->set_current(FrameIndex::none(), QStringLiteral("Shown: iteration 1, then edited by hand."));
        QCOMPARE(remark().text(), QStringLiteral("Shown: iteration 1, then edited by hand."));
        QCOMPARE(list_->current(), FrameIndex::none());
        QVERIFY(tree().selectionModel()->selectedRows().isEmpty());
        QVERIFY(curve().grab().toImage().pixelColor(curve().point(1).toPoint()) != mark);
        // A click on the row goes back to the step without the edits.
        QSignalSpy chosen(list_.get(), &IterationList::frame_chosen);
        click_row({1});
        QCOMPARE(chosen.size(), 1);
        list_->set_current(frame({1}));
        QVERIFY(!remark().isVisible());
        QCOMPARE(list_->current(), frame({1}));
        QCOMPARE(curve().grab().toImage().pixelColor(curve().point(1).toPoint()), mark);
    }

    void the_model_keeps_what_Qt_asks_of_models() {
        const QAbstractItemModelTester tester(tree().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        list_->set_trace(two_passes());
        list_->set_unit(Unit::mebibytes);
        list_->set_trace(one_pass());
        list_->set_trace(nullptr);
    }

    void a_run_on_a_real_file_names_the_goal_of_each_pass() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(test::shared_data("minimalloc/input.12.csv").toStdString());
        QVERIFY(document.has_value());
        PlanOrder order;
        order.planner = "peak-suppression";
        order.record = true;
        const auto plan = run_planner(document->problem, document->layout, order);
        QVERIFY(plan.has_value());
        const auto trace = std::make_shared<const Trace>(*plan->trace);
        list_->set_trace(trace);
        int ended = 0;
        int results = 0;
        for (const FrameIndex step : chief_frames(*trace)) {
            list_->set_current(step);
            const QString row = tree().currentIndex().siblingAtColumn(IterationModel::notes).data().toString();
            const Goal goal = trace->frames[step].goal;
            ended += goal == Goal::none ? 0 : 1;
            results += row.contains(QStringLiteral("result")) ? 1 : 0;
            QVERIFY(goal == Goal::none || row.contains(QStringLiteral("at threshold")) ||
                    row.contains(QStringLiteral("spent")) || row.contains(QStringLiteral("same order")));
        }
        QCOMPARE(ended, static_cast<int>(trace->roots.size()));
        QCOMPARE(results, 1);
    }

private:
    [[nodiscard]] QTreeView& tree() const { return *list_->findChild<QTreeView*>(); }
    [[nodiscard]] IterationCurve& curve() const { return *list_->findChild<IterationCurve*>(); }
    [[nodiscard]] SectionHeader& header() const { return *list_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& remark() const { return *texts().first(); }
    [[nodiscard]] QLabel& hint() const { return *texts().last(); }
    /// Above and below the rows.
    [[nodiscard]] QList<QLabel*> texts() const {
        return list_->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
    }
    /// The row with these positions from the top level down.
    [[nodiscard]] QModelIndex at(std::initializer_list<int> rows, int column = 0) const {
        QModelIndex index;
        for (const int row : rows) {
            index = tree().model()->index(row, 0, index);
        }
        return index.siblingAtColumn(column);
    }
    [[nodiscard]] QString text(std::initializer_list<int> rows, int column = 0) const {
        return at(rows, column).data().toString();
    }
    /// The number and the notes.
    [[nodiscard]] QString row(std::initializer_list<int> rows) const {
        return QStringLiteral("%1  %2").arg(text(rows), text(rows, IterationModel::notes));
    }
    [[nodiscard]] QString tooltip(std::initializer_list<int> rows) const {
        return at(rows).data(Qt::ToolTipRole).toString();
    }
    [[nodiscard]] FrameIndex frame(std::initializer_list<int> rows) const { return IterationModel::frame_at(at(rows)); }
    void click_row(std::initializer_list<int> rows) const {
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, Qt::NoModifier, tree().visualRect(at(rows)).center());
    }

    std::unique_ptr<IterationList> list_;
};

ARENASCOPE_TEST(IterationListTest)
#include "iteration_list_test.moc"
