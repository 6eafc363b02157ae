#include "app/session/session.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "core/model/tiers/rectangle_classifier.h"
#include "core/trace/trace_player.h"
#include "tests/app/session_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::int64_t jigsaw_height = std::int64_t{1} << 20;

/// Cuts a rectangle of steps and bytes into pieces that fill it without a hole. No planner can improve this plan, and
/// none finds it within the time of a test.
void cut(QByteArray& rows, std::int64_t begin, std::int64_t end, std::int64_t low, std::int64_t high, int depth,
         std::uint32_t& random, std::int64_t stretch) {
    random = random * 1664525U + 1013904223U;
    const std::int64_t percent = 30 + random / 65536U % 40;
    if (depth == 0) {
        rows += QStringLiteral("p%1-%2,%1,%3,%4,%5\n")
                    .arg(begin)
                    .arg(low)
                    .arg(end)
                    .arg(high - low)
                    .arg(low * stretch)
                    .toUtf8();
    } else if (depth % 2 == 0) {
        const std::int64_t middle = begin + (end - begin) * percent / 100;
        cut(rows, begin, middle, low, high, depth - 1, random, stretch);
        cut(rows, middle, end, low, high, depth - 1, random, stretch);
    } else {
        const std::int64_t middle = low + (high - low) * percent / 100;
        cut(rows, begin, end, low, middle, depth - 1, random, stretch);
        cut(rows, begin, end, middle, high, depth - 1, random, stretch);
    }
}

/// Factor on the offsets. 1: the pieces fit without a hole; 0: all of them are at the bottom.
QByteArray jigsaw(std::int64_t stretch) {
    QByteArray rows("id,lower,upper,size,offset\n");
    std::uint32_t random = 1;
    cut(rows, 0, 10'000, 0, jigsaw_height, 10, random, stretch);
    return rows;
}

PlanOrder endless_order() {
    return {.planner = "peak-suppression", .settings = {{"work", "4000000000000000"}}};
}

void tune_and_stop(Session& session) {
    QSignalSpy progressed(session.tuning().run(), &PlanRun::progressed);
    QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
    session.tuning().start(endless_order());
    QVERIFY(progressed.wait(20'000));  // a layout was found
    session.tuning().run()->cancel();
    QVERIFY(finished.wait(20'000));
}

}  // namespace

class SessionTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void init() { write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n"); }

    void an_opened_plan_is_checked_immediately() {
        Session session;
        open(session, plan_);
        QVERIFY(session.shown()->report() != nullptr);
        QVERIFY(is_clean(*session.shown()->report()));
    }

    void the_peak_is_explained_on_opening_and_after_each_change() {
        Session session;
        open(session, plan_);
        QVERIFY(*session.shown()->explanation == explain_peak(*session.problem(), session.layout()));
        QCOMPARE(session.shown()->explanation->chain.back().buffer, BufferIndex(1));
        session.plan().move_buffers({{BufferIndex(1), {Offset(100), RegionIndex(0)}}}, BufferIndex(1));
        QCOMPARE(session.shown()->explanation->chain.back().offset, Offset(100));
        session.plan().close();
        QVERIFY(!session.shown()->explanation);
    }

    void a_large_plan_is_explained_on_another_thread() {
        QByteArray content("id,lower,upper,size,offset\n");
        for (int i = 0; i < 60'000; ++i) {
            content += QByteArray::number(i) + ',' + QByteArray::number(i) + ',' + QByteArray::number(i + 3) + ",8," +
                       QByteArray::number(8 * (i % 3)) + '\n';
        }
        write(content);
        Session session;
        open(session, plan_);
        QVERIFY(!session.shown()->explanation);
        // The first explanation is out of date by then, so only the last layout is explained.
        session.plan().move_buffers({{BufferIndex(30'000), {Offset(64), RegionIndex(0)}}}, BufferIndex(30'000));
        QTRY_VERIFY_WITH_TIMEOUT(session.shown()->explanation != nullptr, 20'000);
        QCOMPARE(session.shown()->explanation->chain.back().buffer, BufferIndex(30'000));
    }

    void reading_a_large_file_reports_progress() {
        QByteArray content("id,lower,upper,size,offset\n");
        for (int i = 0; i < 60'000; ++i) {
            content += QByteArray::number(i) + ",0,4,8," + QByteArray::number(8 * i) + "\n";
        }
        write(content);
        Session session;
        QSignalSpy progressed(&session.file(), &OpenFile::progressed);
        open(session, plan_);
        QVERIFY(progressed.size() > 3);
        double last = 0;
        for (const QList<QVariant>& told : progressed) {
            QVERIFY(told[0].toDouble() >= last);
            last = told[0].toDouble();
        }
        QVERIFY(last > 0.5 && last <= 1);
    }

    void a_buffer_is_put_into_another_region_and_back() {
        write(R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "fast"}, {"name": "slow"}],
                  "buffers": [{"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 0},
                              {"name": "b", "begin": 0, "end": 4, "size": 8, "region": "slow", "offset": 0}]})");
        Session session;
        open(session, plan_);
        session.plan().move_buffers({{BufferIndex(0), {Offset(8), RegionIndex(1)}}}, BufferIndex(0));
        QCOMPARE(session.layout().placements[0]->region, RegionIndex(1));
        QVERIFY(session.shown()->report()->overlaps.empty());
        QCOMPARE(session.shown()->report()->outside.size(), std::size_t{1});
        session.undo_stack()->undo();
        QCOMPARE(session.layout().placements[0]->region, RegionIndex(0));
        QVERIFY(session.shown()->report()->outside.empty());
    }

    void a_file_that_cannot_be_read_keeps_the_open_plan() {
        Session session;
        open(session, plan_);
        QSignalSpy failed(&session.file(), &OpenFile::failed);
        session.file().open(folder_.filePath(QStringLiteral("missing.csv")));
        QVERIFY(failed.wait(10'000));
        QCOMPARE(session.path(), plan_);
        QCOMPARE(session.problem()->buffers.size(), std::size_t{3});
    }

    void moving_a_buffer_is_checked_and_can_be_undone_and_redone() {
        Session session;
        open(session, plan_);
        session.plan().move_buffers({{BufferIndex(1), {Offset(4), RegionIndex(0)}}}, BufferIndex(1));
        QCOMPARE(session.layout().placements[1]->offset, Offset(4));
        QCOMPARE(session.shown()->report()->overlaps.size(), std::size_t{2});
        QVERIFY(session.shown()->moves->empty());  // only steps of a run have moves
        session.undo_stack()->undo();
        QVERIFY(session.shown()->moves->empty());
        QCOMPARE(session.layout().placements[1]->offset, Offset(8));
        QVERIFY(is_clean(*session.shown()->report()));
        session.undo_stack()->redo();
        QCOMPARE(session.layout().placements[1]->offset, Offset(4));
    }

    void a_move_makes_one_layout_and_shares_everything_else() {
        Session session;
        open(session, plan_);
        const auto before = session.shown();
        QVERIFY(before->layout == session.state().layout);
        session.plan().move_buffers({{BufferIndex(1), {Offset(4), RegionIndex(0)}}}, BufferIndex(1));
        const auto after = session.shown();
        QVERIFY(after->layout != before->layout);
        QVERIFY(after->problem == before->problem);
        QVERIFY(after->thresholds == before->thresholds);
        QCOMPARE(before->layout->placements[1]->offset, Offset(8));  // a kept plan never changes
        // A verdict does not copy the layout.
        session.judgement().check();
        QVERIFY(session.shown() != after);
        QVERIFY(session.shown()->layout == after->layout);
        session.undo_stack()->undo();
        QVERIFY(session.shown()->layout == before->layout);
    }

    void the_best_layout_of_a_run_is_shown_where_it_is() {
        Session session;
        open(session, plan_);
        const auto own = session.shown();
        const auto best = std::make_shared<const BestSoFar>(
            BestSoFar(*session.problem(), session.layout(), classify(*session.problem(), session.layout())));
        session.plan().show_preview(best);
        QVERIFY(session.shown()->is_preview);
        QVERIFY(session.shown()->layout.get() == &best->layout);
        QVERIFY(session.shown()->risks.get() == &best->risks);
        QVERIFY(session.plan().without_preview().layout == own->layout);
        session.plan().show_preview(nullptr);
        QVERIFY(session.shown()->layout == own->layout);
        QVERIFY(session.shown()->report() != nullptr);
    }

    void tuning_can_be_undone() {
        Session session;
        open(session, plan_);
        session.plan().move_buffers({{BufferIndex(1), {Offset(100), RegionIndex(0)}}}, BufferIndex(1));
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "peak-suppression"});
        QVERIFY(finished.wait(20'000));
        QCOMPARE(peak(*session.problem(), session.layout()), Offset(16));
        QVERIFY(session.state().trace != nullptr);
        session.undo_stack()->undo();
        QCOMPARE(session.layout().placements[1]->offset, Offset(100));
        QVERIFY(session.state().trace == nullptr);
    }

    void stepping_away_from_an_edit_can_be_undone() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "peak-suppression"});
        QVERIFY(finished.wait(20'000));
        session.steps().show(0);
        session.plan().move_buffers({{BufferIndex(0), {Offset(1 << 20), RegionIndex(0)}}}, BufferIndex(0));
        session.steps().show(1);
        QVERIFY(session.layout().placements[0]->offset != Offset(1 << 20));
        session.undo_stack()->undo();
        QCOMPARE(session.steps().chief_position(), 0);
        QCOMPARE(session.layout().placements[0]->offset, Offset(1 << 20));
    }

    void a_stopped_run_keeps_a_better_plan() {
        write(jigsaw(1));
        Session session;
        open(session, plan_);
        QSignalSpy kept(&session.tuning(), &Tuning::kept);
        tune_and_stop(session);
        QCOMPARE(kept.size(), 1);
        QCOMPARE(kept[0][0].value<Offset>(), Offset(jigsaw_height));
        QVERIFY(kept[0][1].value<Offset>() >= Offset(jigsaw_height));
        QCOMPARE(peak(*session.problem(), session.layout()), Offset(jigsaw_height));
        QVERIFY(session.state().trace == nullptr);
        QCOMPARE(session.undo_stack()->count(), 0);
    }

    void a_stopped_run_replaces_a_plan_that_is_worse_or_has_overlaps() {
        for (const std::int64_t stretch : {100, 0}) {
            write(jigsaw(stretch));
            Session session;
            open(session, plan_);
            QSignalSpy kept(&session.tuning(), &Tuning::kept);
            tune_and_stop(session);
            QVERIFY(kept.isEmpty());
            QVERIFY(session.state().trace != nullptr);
            QVERIFY(is_clean(*session.shown()->report()));
        }
    }

    void a_stopped_run_replaces_an_edit_that_raised_the_peak() {
        write(jigsaw(1));
        Session session;
        open(session, plan_);
        session.plan().move_buffers({{BufferIndex(0), {Offset(100 * jigsaw_height), RegionIndex(0)}}}, BufferIndex(0));
        tune_and_stop(session);
        QVERIFY(peak(*session.problem(), session.layout()) < Offset(100 * jigsaw_height));
    }

    void a_run_under_way_shows_its_best_layout() {
        write(jigsaw(100));
        Session session;
        open(session, plan_);
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start(endless_order());
        QTRY_VERIFY_WITH_TIMEOUT(session.plan().is_previewing(), 20'000);
        QVERIFY(peak(*session.problem(), session.layout()) < Offset(2 * jigsaw_height));
        QVERIFY(*session.shown()->risks == classify(*session.problem(), session.layout()));
        QVERIFY(!session.shown()->report() && !session.shown()->explanation);
        const Layout shown = session.layout();
        const QString saved = folder_.filePath(QStringLiteral("best.json"));
        QVERIFY(session.file().save_layout(saved));
        Session again;
        open(again, saved);
        QVERIFY(again.layout() == shown);
        QVERIFY(!again.state().provenance);
        session.tuning().run()->cancel();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!session.plan().is_previewing());
        QVERIFY(session.shown()->report() && session.shown()->explanation);
    }

    void looking_at_something_else_ends_the_previews_of_a_run() {
        write(jigsaw(1));
        Session session;
        open(session, plan_);
        session.tuning().start(endless_order());
        QTRY_VERIFY_WITH_TIMEOUT(session.plan().is_previewing(), 20'000);
        session.plan().move_buffers({{BufferIndex(0), {Offset(2 * jigsaw_height), RegionIndex(0)}}}, BufferIndex(0));
        QVERIFY(!session.plan().is_previewing());
        QCOMPARE(session.layout().placements[0]->offset, Offset(2 * jigsaw_height));
        // The run continues and finds a better layout.
        emit session.tuning().run()->progressed(
            1, 2, Offset(1),
            std::make_shared<const BestSoFar>(
                BestSoFar(*session.problem(), *session.state().layout, *session.shown()->risks)));
        QVERIFY(!session.plan().is_previewing());
        QCOMPARE(session.layout().placements[0]->offset, Offset(2 * jigsaw_height));
    }

    void a_paused_run_shows_the_layout_of_its_step() {
        write(jigsaw(100));
        Session session;
        open(session, plan_);
        session.debugging().set_breakpoints({{.condition = "peak < before(best)"}});
        QSignalSpy paused(session.tuning().run(), &PlanRun::paused);
        session.tuning().start(endless_order());
        QVERIFY(paused.wait(20'000));
        QVERIFY(session.plan().is_previewing());
        const auto report = session.tuning().run()->pause();
        QVERIFY(session.layout() == report->shown->layout);
        // The window stays alive: what the user looks at is shown, and the run waits.
        session.plan().move_buffers({{BufferIndex(0), {Offset(2 * jigsaw_height), RegionIndex(0)}}}, BufferIndex(0));
        QVERIFY(!session.plan().is_previewing());
        QVERIFY(session.tuning().run()->pause() == report);
        session.tuning().run()->step();
        QVERIFY(paused.wait(20'000));
        QVERIFY(session.plan().is_previewing());
        QVERIFY(session.tuning().run()->pause() != report);
    }

    void a_breakpoint_of_the_list_stops_the_next_run_if_the_plan_has_what_it_names() {
        write(jigsaw(100));
        Session session;
        open(session, plan_);
        QSignalSpy paused(session.tuning().run(), &PlanRun::paused);
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.debugging().set_breakpoints(
            {{.condition = "offset(\"not in this plan\") == 0"},
             {.condition = "placed == 1", .is_enabled = false},
             {.condition = "placed >= 1", .action = Breakpoint::Action::log, .line = "x"}});
        session.tuning().start({.planner = "greedy-by-area"});
        QVERIFY(finished.wait(20'000));
        QCOMPARE(paused.size(), 0);
        session.debugging().set_breakpoints({{.condition = "placed >= 1"}});
        session.tuning().start({.planner = "greedy-by-area"});
        QVERIFY(paused.wait(20'000));
        session.tuning().run()->cancel();
        QVERIFY(finished.wait(20'000));
    }

    void opening_or_closing_a_file_ends_a_paused_run() {
        write(jigsaw(100));
        Session session;
        session.debugging().set_breakpoints({{.condition = "placed > 0"}});
        open(session, plan_);
        QSignalSpy paused(session.tuning().run(), &PlanRun::paused);
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start(endless_order());
        QVERIFY(paused.wait(20'000));
        const QString other = folder_.filePath(QStringLiteral("after_pause.csv"));
        QVERIFY(QFile::copy(sample(QStringLiteral("placed.csv")), other));
        open(session, other);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!session.plan().is_previewing());
        QVERIFY(session.tuning().run()->pause() == nullptr);
        session.tuning().start({.planner = "greedy-by-area"});
        QVERIFY(paused.wait(20'000));
        session.plan().close();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 20'000);
        QVERIFY(!session.has_plan());
    }

    void opening_or_closing_a_file_ends_a_run_without_a_message() {
        write(jigsaw(100));
        Session session;
        open(session, plan_);
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start(endless_order());
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile::remove(other);
        QVERIFY(QFile::copy(sample(QStringLiteral("placed.csv")), other));
        open(session, other);
        const Layout opened = session.layout();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(session.layout() == opened);
        QVERIFY(session.state().trace == nullptr);
        session.tuning().start(endless_order());
        session.plan().close();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 20'000);
        QVERIFY(!session.has_plan());
    }

    void reading_again_keeps_the_selection_by_name() {
        Session session;
        open(session, plan_);
        session.selection().select({BufferIndex(1)});
        write("id,lower,upper,size,offset\nnew,0,4,8,16\na,0,4,8,0\nb,2,6,8,8\n");
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().reload();
        QVERIFY(opened.wait(10'000));
        QCOMPARE(session.problem()->buffers.size(), std::size_t{3});
        QCOMPARE(session.selection().buffers(), std::vector<BufferIndex>{BufferIndex(2)});
    }

    void a_model_is_read_again_with_other_switches_and_that_can_be_undone() {
        const QString model = folder_.filePath(QStringLiteral("model.param"));
        QFile file(model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("7767517\n2 2\nInput in 0 1 data -23330=4,1,10,1,1\nReLU relu 1 1 data out -23330=4,1,10,1,1\n");
        file.close();
        Session session;
        open(session, model);
        QVERIFY(session.state().import != nullptr);
        QCOMPARE(session.problem()->buffers.size(), std::size_t{2});
        session.selection().select({BufferIndex(1)});
        const auto read_with = [&](const std::vector<KeyValue>& switches) {
            QSignalSpy opened(&session.plan(), &OpenPlan::opened);
            session.file().import_again(switches);
            QVERIFY(opened.wait(10'000));
        };
        const std::vector<KeyValue> outside{{"inputs", "outside"}};
        read_with(outside);
        QCOMPARE(session.problem()->buffers.size(), std::size_t{1});
        QCOMPARE(session.selection().buffers(), std::vector<BufferIndex>{BufferIndex(0)});
        QCOMPARE(session.state().import->switches, outside);
        // The first plan is part of reading the file: one undo restores the file as it was before.
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "peak-suppression"});
        QVERIFY(finished.wait(20'000));
        QVERIFY(is_complete(session.layout()));
        QCOMPARE(session.undo_stack()->count(), 1);
        QCOMPARE(session.state().import->switches, outside);
        QSignalSpy again(&session.plan(), &OpenPlan::opened);
        session.file().reload();
        QVERIFY(again.wait(10'000));
        QCOMPARE(session.state().import->switches, outside);
        session.undo_stack()->undo();
        QVERIFY(is_complete(session.layout()));
        session.undo_stack()->undo();
        QCOMPARE(session.problem()->buffers.size(), std::size_t{2});
        QVERIFY(session.state().import->switches.empty());
        QCOMPARE(session.selection().buffers(), std::vector<BufferIndex>{BufferIndex(1)});
    }

    void a_wrong_switch_keeps_the_open_plan() {
        Session session;
        open(session, plan_);
        QSignalSpy failed(&session.file(), &OpenFile::failed);
        session.file().import_again({{"size-multiple", "lots"}});
        QVERIFY(failed.wait(10'000));
        QCOMPARE(session.problem()->buffers.size(), std::size_t{3});
        QCOMPARE(session.undo_stack()->count(), 0);
    }

    void saves_the_shown_layout() {
        Session session;
        open(session, plan_);
        session.plan().move_buffers({{BufferIndex(1), {Offset(32), RegionIndex(0)}}}, BufferIndex(1));
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        QVERIFY(session.file().save_layout(saved));
        QVERIFY(session.undo_stack()->isClean());
        Session again;
        open(again, saved);
        QCOMPARE(again.layout().placements[1]->offset, Offset(32));
    }

    void the_peak_of_any_memory_can_be_explained() {
        Session session;
        open(session, sample(QStringLiteral("inception_eight_cores.json")));
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "greedy-in-order-of-birth"});
        QVERIFY(finished.wait(20'000));
        const auto region_of_top = [&] {
            return session.problem()->buffers[session.shown()->explanation->chain.back().buffer].region;
        };
        QCOMPARE(region_of_top(), RegionIndex(0));
        session.judgement().explain_region(RegionIndex(6));
        QCOMPARE(region_of_top(), RegionIndex(6));
        session.judgement().explain_region(std::nullopt);
        QCOMPARE(region_of_top(), RegionIndex(0));
    }

    void a_step_that_places_scratch_gives_its_rule() {
        Session session;
        open(session, sample(QStringLiteral("scratch_heap.json")));
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "scratch"});
        QVERIFY(finished.wait(20'000));
        session.steps().show(0);
        QVERIFY(session.steps().placement_shown() == nullptr);  // the tensors
        session.steps().show(1);
        QVERIFY(session.steps().placement_shown() != nullptr);
        QVERIFY(session.steps().placement_shown()->note.starts_with("layer 0, "));
        QCOMPARE(changed_buffers(*session.state().trace, session.state().frame).size(), std::size_t{1});
    }
};

ARENASCOPE_TEST(SessionTest)
#include "session_test.moc"
