#include "app/session/steps.h"

#include <algorithm>
#include <memory>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/session/session.h"
#include "core/format/writing.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "widgets/tables/iteration_list/iteration_model.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Offsets = std::vector<std::int64_t>;

PlacedPlan four_buffers() {
    return placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 8}, {"c", 0, 4, 8, 16}, {"d", 4, 6, 8, 0}});
}

/// Two passes. Each has a first placement and an iteration with two groups, the first of which is rearranged once.
Trace two_passes(const Problem& problem) {
    TraceRecorder recorder(problem, {.planner = "by hand", .options = {}});
    const auto leave = [&](const Offsets& offsets) {
        recorder.leave({.offsets = offsets, .order = {}, .risks = {}, .peak = Offset(24)});
    };
    for (int pass = 0; pass < 2; ++pass) {
        recorder.enter(FrameKind::pass, "sram: width", {});
        recorder.enter(FrameKind::iteration, {}, {});
        leave({0, 8, 16, 0});
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, "high", {});
        recorder.enter(FrameKind::rearrangement, "sorted", {});
        leave({0, 8, unplaced_offset, unplaced_offset});
        recorder.enter(FrameKind::rearrangement, "swap", {});
        leave({8, 0, unplaced_offset, unplaced_offset});
        leave({8, 0, unplaced_offset, unplaced_offset});
        recorder.enter(FrameKind::group, "low", {});
        leave({8, 0, 16, 0});
        leave({8, 0, 16, 0});
        recorder.mark_result();
        leave({8, 0, 16, 0});
    }
    return recorder.take();
}

}  // namespace

class StepsTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::unique_ptr<Session> session_;

    [[nodiscard]] Steps& steps() const { return session_->steps(); }
    void open_two_passes() {
        const PlacedPlan plan = four_buffers();
        const QString path = folder_.filePath(QStringLiteral("run.json"));
        QVERIFY(write_trace(path.toStdString(), plan.problem, plan.layout, two_passes(plan.problem)).has_value());
        QSignalSpy opened(&session_->plan(), &OpenPlan::opened);
        session_->file().open(path);
        QVERIFY(opened.wait(20'000));
    }
    void open_tuned(const char* planner) {
        QSignalSpy opened(&session_->plan(), &OpenPlan::opened);
        session_->file().open(sample(QStringLiteral("mobile_vision.json")));
        QVERIFY(opened.wait(20'000));
        QSignalSpy finished(session_->tuning().run(), &PlanRun::finished);
        session_->tuning().start({.planner = planner});
        QVERIFY(finished.wait(20'000));
        QVERIFY(session_->state().trace != nullptr);
    }
    /// The names of all steps that Next reaches from the first of the row.
    [[nodiscard]] QStringList walked() const {
        QStringList places;
        for (int i = 0; i < static_cast<int>(steps().row().size()); ++i) {
            steps().show_in_row(i);
            places << steps().place();
        }
        return places;
    }

private slots:
    void init() { session_ = std::make_unique<Session>(); }

    void at_the_level_of_iterations_the_row_is_the_whole_run() {
        open_two_passes();
        steps().show(3);
        QVERIFY(!steps().is_between_chief_steps());
        QCOMPARE(steps().row(), steps().chief_steps());
        QCOMPARE(steps().position(), 3);
        QCOMPARE(steps().place(), QStringLiteral("iteration 3 of 3"));
        QCOMPARE(walked().size(), 4);
    }

    void within_an_iteration_the_row_is_that_of_its_groups() {
        open_two_passes();
        steps().show(3);
        steps().go_in();
        QVERIFY(steps().is_between_chief_steps());
        QCOMPARE(walked(), (QStringList{QStringLiteral("iteration 3 of 3, group 1"),
                                        QStringLiteral("iteration 3 of 3, group 2")}));
        QCOMPARE(steps().chief_position(), 3);
        steps().show_in_row(0);
        steps().go_in();
        QCOMPARE(walked(), (QStringList{QStringLiteral("iteration 3 of 3, group 1, rearrangement 1"),
                                        QStringLiteral("iteration 3 of 3, group 1, rearrangement 2")}));
        steps().show_in_row(2);  // there is no third
        QCOMPARE(steps().position(), 1);
        steps().go_out();
        steps().go_out();
        QCOMPARE(steps().place(), QStringLiteral("iteration 3 of 3"));
    }

    void the_step_of_the_result_shows_the_layout_of_the_plan_itself() {
        open_two_passes();
        QVERIFY(session_->shown()->layout == session_->state().layout);
        steps().show(0);
        QVERIFY(session_->shown()->layout != session_->state().layout);
        steps().show(3);
        QVERIFY(session_->shown()->layout == session_->state().layout);
    }

    void a_pass_is_in_a_row_of_passes() {
        open_two_passes();
        session_->plan().show_frame(session_->state().trace->roots.front());
        QCOMPARE(walked(), (QStringList{QStringLiteral("pass 1"), QStringLiteral("pass 2")}));
    }

    void without_a_step_there_is_no_row() {
        QVERIFY(steps().row().empty());
        QCOMPARE(steps().position(), -1);
        QVERIFY(steps().place().isEmpty());
    }

    void no_pass_is_named_because_iterations_count_on_through_them() {
        open_tuned("peak-suppression");
        const auto& frames = session_->state().trace->frames;
        const auto group =
            std::find_if(frames.begin(), frames.end(), [](const Frame& each) { return each.kind == FrameKind::group; });
        QVERIFY(group != frames.end());
        session_->plan().show_frame(FrameIndex(static_cast<std::size_t>(group - frames.begin())));
        QVERIFY(steps().place().endsWith(QStringLiteral(", group 1")));
        QVERIFY(!steps().place().contains(QStringLiteral("pass")));
    }

    void moves_are_those_of_the_list_however_one_came_to_the_step_data() {
        QTest::addColumn<QByteArray>("planner");
        for (const char* planner : {"peak-suppression", "hill-climb", "greedy-by-size"}) {
            QTest::newRow(planner) << QByteArray(planner);
        }
    }

    void moves_are_those_of_the_list_however_one_came_to_the_step() {
        QFETCH(const QByteArray, planner);
        open_tuned(planner.constData());
        const auto& frames = session_->state().trace->frames;
        IterationModel list;
        list.set_trace(session_->state().trace, {});
        const std::size_t last = frames.size() - 1;
        for (std::size_t i = 0; i < frames.size(); i += 1 + frames.size() / 50) {
            const QModelIndex row = list.index_of(FrameIndex(i));
            if (!row.isValid()) {
                continue;
            }
            const QString listed =
                row.siblingAtColumn(IterationModel::moved).data().toString().remove(QLatin1Char(','));
            for (const std::size_t from : {std::size_t{0}, last, last / 2, i > 0 ? i - 1 : i}) {
                session_->plan().show_frame(FrameIndex(from));
                session_->plan().show_frame(FrameIndex(i));
                const auto& moves = *session_->shown()->moves;
                QCOMPARE(moves.size(), listed.toULongLong());
                for (const Move& move : moves) {
                    QVERIFY(session_->layout().placements[move.buffer]->offset == *move.to);
                }
            }
        }
        session_->plan().show_frame(session_->steps().chief_steps().front());
        QVERIFY(session_->shown()->moves->empty());  // nothing precedes the first step
    }

    void an_edit_hides_the_moves_and_undo_brings_them_back() {
        open_two_passes();
        steps().show(1);
        const std::vector<Move> moves = *session_->shown()->moves;
        QCOMPARE(moves,
                 (std::vector<Move>{{BufferIndex(0), Offset(0), Offset(8)}, {BufferIndex(1), Offset(8), Offset(0)}}));
        session_->plan().move_buffers({{BufferIndex(2), {Offset(64), RegionIndex(0)}}}, BufferIndex(2));
        QVERIFY(session_->shown()->moves->empty());
        session_->undo_stack()->undo();
        QCOMPARE(*session_->shown()->moves, moves);
    }

    void a_rearrangement_moves_since_the_one_before_it() {
        open_two_passes();
        steps().show(1);
        steps().go_in();
        QVERIFY(session_->shown()->moves->empty());  // its container was empty
        steps().go_in();
        QVERIFY(session_->shown()->moves->empty());
        steps().show_in_row(1);
        QCOMPARE(session_->shown()->moves->size(), std::size_t{2});
    }

    void a_run_that_is_opened_shows_no_moves_until_somebody_steps() {
        open_two_passes();
        QCOMPARE(session_->state().frame, session_->state().trace->result);
        QVERIFY(session_->shown()->moves->empty());
        const int last = steps().position();
        steps().show_in_row(last - 1);
        steps().show_in_row(last);
        QCOMPARE(session_->state().frame, session_->state().trace->result);
        QCOMPARE(session_->shown()->moves->size(), std::size_t{2});
    }
};

ARENASCOPE_TEST(StepsTest)
#include "steps_test.moc"
