#include "app/session/tuning.h"

#include "core/check/overlap_checker.h"
#include "core/planner/generate/generated_problem.h"
#include "tests/app/session_fixture.h"
#include "tests/support/idle_state.h"

using namespace arenascope;
using namespace arenascope::test;

/// Large files without placements are planned in stages.
class TuningTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void init() {
        write(large_problem());
        session_ = std::make_unique<Session>();
        open(*session_, plan_);
    }
    void cleanup() { session_.reset(); }

    void a_large_file_is_placed_at_once_and_then_searched() {
        QSignalSpy started(tuning().run(), &PlanRun::started);
        tuning().start_unasked(order());
        QTRY_COMPARE_WITH_TIMEOUT(started.size(), 1, 20'000);
        QCOMPARE(tuning().provenance().planner, std::string("offsets-greedy-by-size"));
        QVERIFY(tuning().is_to_search());
        QTRY_COMPARE_WITH_TIMEOUT(started.size(), 2, 60'000);
        QCOMPARE(tuning().provenance().planner, std::string("peak-suppression"));
        QCOMPARE(tuning().placed_by(), QStringLiteral("offsets-greedy-by-size"));
        QVERIFY(!tuning().is_to_search());
        QTRY_VERIFY_WITH_TIMEOUT(session_->state().provenance, 20'000);
        QCOMPARE(session_->state().provenance->planner, std::string("offsets-greedy-by-size"));
        QVERIFY(session_->state().trace == nullptr);
        QVERIFY(session_->state().plan_notes.back().find("placed at once") != std::string::npos);
        const Offset first = peak(*session_->problem(), *session_->state().layout);
        QCOMPARE(tuning().best_of(Offset(0)), first);
        QCOMPARE(tuning().best_of(first + Bytes(1)), first);
        QCOMPARE(tuning().best_of(Offset(1)), Offset(1));
        QTRY_VERIFY_WITH_TIMEOUT(!tuning().run()->is_running() && tuning().placed_by().isEmpty(), 120'000);
        QVERIFY(peak(*session_->problem(), *session_->state().layout) <= first);
        QVERIFY(is_clean(check(*session_->problem(), *session_->state().layout)));
        // Nobody asked for it, so there is nothing to undo and nothing to save.
        QVERIFY(session_->undo_stack()->isClean());
        QCOMPARE(session_->undo_stack()->count(), 0);
    }

    void a_lower_plan_of_the_search_replaces_the_first_placement() {
        // Birth leaves holes that a placement by size does not, so the search is lower for sure.
        search_after_first_placement();
        QTRY_VERIFY_WITH_TIMEOUT(tuning().placed_by().isEmpty(), 120'000);
        QTRY_VERIFY_WITH_TIMEOUT(session_->state().provenance->planner == "peak-suppression", 20'000);
        QVERIFY(session_->state().trace != nullptr);
        QVERIFY(session_->undo_stack()->isClean());
    }

    void an_edit_ends_the_search_and_stays() {
        QSignalSpy ended(&tuning(), &Tuning::search_ended_by_edit);
        search_after_first_placement();
        session_->plan().move_buffers({{BufferIndex(0), {Offset(1 << 30), RegionIndex(0)}}}, BufferIndex(0));
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!tuning().run()->is_running(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!session_->plan().changes().is_changing(), 20'000);
        QCOMPARE(session_->layout().placements[0]->offset, Offset(1 << 30));
        QCOMPARE(session_->undo_stack()->count(), 1);
    }

    void a_cancelled_search_is_no_error_and_keeps_a_plan() {
        QSignalSpy failed(&tuning(), &Tuning::failed);
        QSignalSpy ended(&tuning(), &Tuning::ended_without_layout);
        search_after_first_placement();
        tuning().run()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(tuning().placed_by().isEmpty(), 20'000);
        QVERIFY(failed.isEmpty());
        QVERIFY(ended.isEmpty());
        QVERIFY(is_complete(session_->layout()));
    }

    void a_run_that_finds_the_plan_that_was_there_changes_nothing() {
        open(*session_, sample(QStringLiteral("mobile_vision.json")));
        tune({.planner = "peak-suppression"});
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        QVERIFY(session_->file().save_layout(saved).has_value());
        open(*session_, saved);
        const QByteArray before = content_of(saved);
        tune({.planner = "peak-suppression"});
        QVERIFY(session_->undo_stack()->isClean());
        QVERIFY(!session_->undo_stack()->canUndo());
        QVERIFY(session_->state().trace != nullptr);  // its steps can be looked at
        QVERIFY(session_->file().save_layout(saved).has_value());
        QCOMPARE(content_of(saved), before);
        // Another plan, and the same plan of another planner, would be saved as something else.
        tune({.planner = "peak-suppression", .seed = 7});
        QVERIFY(!session_->undo_stack()->isClean());
        session_->undo_stack()->undo();
        QVERIFY(session_->undo_stack()->isClean());
        tune({.planner = "offsets-naive"});
        QVERIFY(!session_->undo_stack()->isClean());
        tune({.planner = "offsets-naive"});
        QCOMPARE(session_->undo_stack()->count(), 1);
        session_->undo_stack()->undo();
        QVERIFY(session_->undo_stack()->isClean());
        QVERIFY(session_->file().save_layout(saved).has_value());
        QCOMPARE(content_of(saved), before);
    }

    void another_file_ends_the_stages() {
        QSignalSpy started(tuning().run(), &PlanRun::started);
        tuning().start_unasked(order());
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        open(*session_, plan_);
        QTRY_VERIFY_WITH_TIMEOUT(!tuning().run()->is_running(), 20'000);
        wait_until_idle();
        QVERIFY(!tuning().run()->is_running());
        QVERIFY(!tuning().is_to_search());
        QCOMPARE(session_->layout().placements[0]->offset, Offset(0));
    }

    void runs_keep_the_sharing_of_the_file_and_do_not_depend_on_those_before_them() {
        write(R"({"format": "arenascope-plan", "version": 1, "buffers": [
            {"name": "a", "begin": 0, "end": 3, "size": 20, "offset": 4},
            {"name": "b", "begin": 2, "end": 5, "size": 16, "offset": 0},
            {"name": "c", "begin": 0, "end": 5, "size": 8, "offset": 24},
            {"name": "d", "begin": 4, "end": 6, "size": 30, "offset": 32}],
            "sharing": [{"kind": "in-place", "members": ["a", "b"]}]})");
        open(*session_, plan_);
        const Problem problem = *session_->problem();
        const Layout file = session_->layout();
        tune({.planner = "exact"});
        const Layout best = session_->layout();
        QCOMPARE(peak(problem, best), Offset(54));
        QVERIFY(best.placements[0]->offset - best.placements[1]->offset == Bytes(4));
        QCOMPARE(best.sharing, file.sharing);
        QCOMPARE(session_->shown()->threshold(), Bytes(54));
        // Had the run begun with what exact found, it would not end above it.
        tune({.planner = "hill-climb", .settings = {{"iterations", "0"}}});
        const auto alone = run_planner(problem, file, {.planner = "hill-climb", .settings = {{"iterations", "0"}}});
        QCOMPARE(session_->layout().placements, alone->result.layout.placements);
        // Moved by hand, the layout is the user's own.
        session_->plan().move_buffers({{BufferIndex(3), {Offset(100), RegionIndex(0)}}}, BufferIndex(3));
        QVERIFY(layout_to_plan_from(session_->state(), session_->shown()->layout, {.planner = "exact"}) ==
                session_->shown()->layout);
    }

private:
    void tune(const PlanOrder& order) {
        QSignalSpy finished(tuning().run(), &PlanRun::finished);
        tuning().start(order);
        QVERIFY(finished.wait(60'000));
        QTRY_VERIFY_WITH_TIMEOUT(session_->state().provenance && session_->state().provenance->planner == order.planner,
                                 60'000);
    }

    static QByteArray content_of(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    [[nodiscard]] Tuning& tuning() { return session_->tuning(); }
    static PlanOrder order() { return {.planner = "peak-suppression", .settings = {{"work", "2000000"}}}; }

    static QByteArray large_problem() {
        QByteArray rows("id,lower,upper,size\n");
        const Problem problem = *generated_problem(GeneratedKind::sparse, 25'000, 1);
        for (const Buffer& buffer : problem.buffers) {
            rows += QByteArray::fromStdString(std::string(buffer.name)) + ',' +
                    QByteArray::number(buffer.lifetime.begin.value()) + ',' +
                    QByteArray::number(buffer.lifetime.end.value()) + ',' + QByteArray::number(buffer.size.value()) +
                    '\n';
        }
        return rows;
    }

    void search_after_first_placement() {
        tuning().start_unasked(order());
        QTRY_VERIFY_WITH_TIMEOUT(!tuning().placed_by().isEmpty() && tuning().run()->is_running(), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(session_->state().provenance, 20'000);
    }

    std::unique_ptr<Session> session_;
};

ARENASCOPE_TEST(TuningTest)
#include "tuning_test.moc"
