#include "app/session/open_plan.h"

#include "core/format/reading.h"
#include "core/model/edit/buffer_addition.h"
#include "core/model/edit/buffer_change.h"
#include "core/model/edit/buffer_removal.h"
#include "core/model/edit/buffer_split.h"
#include "core/model/edit/region_capacity.h"
#include "tests/app/session_fixture.h"
#include "tests/support/first_buffers.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;
using namespace arenascope::test;

namespace {

Expected<EditedPlan> changed(Session& session, BufferIndex buffer, const BufferChange& change) {
    const ShownPlan& plan = session.plan().without_preview();
    return changed_buffers(*plan.problem, *plan.layout, std::vector{buffer}, change);
}

QStringList lines(const std::vector<HandEdit>& edits) {
    QStringList texts;
    for (const HandEdit& edit : edits) {
        texts << QString::fromStdString(text_of(edit));
    }
    return texts;
}

Bookmark bookmark() {
    return {"start", {Step(0), Step(2)}, {RegionIndex(0), Offset(0)}, {RegionIndex(0), Offset(8)}};
}

/// What one could tell two states apart by.
bool is_same(const PlanState& one, const PlanState& other) {
    return *one.problem == *other.problem && *one.layout == *other.layout && one.provenance == other.provenance &&
           one.trace == other.trace && one.frame == other.frame && one.edits == other.edits &&
           one.hand_edits == other.hand_edits && one.pinned_notes == other.pinned_notes &&
           one.bookmarks == other.bookmarks;
}

}  // namespace

class OpenPlanTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void init() { write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n"); }

    void every_edit_is_checked_at_once_and_undone_and_redone_exactly() {
        Session session;
        open(session, plan_);
        std::vector<PlanState> states = {session.state()};
        const auto take = [&](Expected<EditedPlan> edited) {
            QVERIFY(edited.has_value());
            change(session, std::move(*edited), QStringLiteral("edit"));
            QVERIFY(session.shown()->report() != nullptr);
            QCOMPARE(session.layout().placements.size(), session.problem()->buffers.size());
            states.push_back(session.state());
        };
        const auto problem = [&]() -> const Problem& { return *session.problem(); };
        take(changed(session, a, {.size = Bytes(12)}));
        QCOMPARE(session.shown()->report()->overlap_count, std::size_t{1});
        take(with_split(problem(), session.layout(), b, Step(4)));
        take(with_duplicates(problem(), session.layout(), std::vector{a}));
        take(changed_capacity(problem(), session.layout(), RegionIndex(0), Bytes(16)));
        take(without_buffers(problem(), session.layout(), std::vector{a}));
        take(changed(session, a, {.pin = PinChange{PinChange::To::own_offset}}));
        for (std::size_t i = states.size() - 1; i > 0; --i) {
            QVERIFY(is_same(session.state(), states[i]));
            session.undo_stack()->undo();
        }
        QVERIFY(is_same(session.state(), states.front()));
        QVERIFY(session.undo_stack()->isClean());
        for (std::size_t i = 1; i < states.size(); ++i) {
            session.undo_stack()->redo();
            QVERIFY(is_same(session.state(), states[i]));
        }
    }

    void the_changed_buffers_are_selected_and_undo_finds_them_by_name() {
        Session session;
        open(session, plan_);
        session.selection().select({b});
        const auto split = with_split(*session.problem(), session.layout(), b, Step(4));
        change(session, EditedPlan(*split), QStringLiteral("split"));
        QCOMPARE(session.selection().buffers(), (std::vector{b, BufferIndex(3)}));
        session.undo_stack()->undo();
        QCOMPARE(session.selection().buffers(), std::vector{b});
        const auto dropped = without_buffers(*session.problem(), session.layout(), std::vector{a});
        change(session, EditedPlan(*dropped), QStringLiteral("drop"));
        QCOMPARE(session.selection().buffers(), std::vector{a});  // b moved up
    }

    void an_edit_that_changes_nothing_is_no_undo_step() {
        Session session;
        open(session, plan_);
        change(session, *changed(session, a, {.size = Bytes(8)}), QStringLiteral("nothing"));
        QCOMPARE(session.undo_stack()->count(), 0);
    }

    void a_trace_that_does_not_fit_goes_and_undo_brings_it_back() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        const auto trace = session.state().trace;
        const auto provenance = session.state().provenance;
        session.steps().show(0);
        const FrameIndex frame = session.state().frame;
        // A pin changes neither the places nor what the trace belongs to.
        change(session, *changed(session, a, {.kind = BufferKind::output}), QStringLiteral("kind"));
        QCOMPARE(session.state().trace, trace);
        QCOMPARE(session.state().frame, frame);
        QCOMPARE(edited_words(session.hand_edits(), true), QStringLiteral("then edited by hand"));
        session.plan().move_buffers({{a, {Offset(1 << 20), RegionIndex(0)}}}, a);
        change(session, *changed(session, a, {.size = Bytes(1)}), QStringLiteral("size"));
        QVERIFY(!session.state().trace);
        QCOMPARE(session.state().provenance, provenance);
        QCOMPARE(session.layout().placements[a]->offset, Offset(1 << 20));
        const QStringList told = lines(hand_edits_of(session.state()));
        QCOMPARE(told.size(), 3);
        QVERIFY(told[0].startsWith(QStringLiteral("kind of ")));
        QVERIFY(told[1].startsWith(QStringLiteral("offset of ")) && told[1].endsWith(QStringLiteral("-> 1048576")));
        QVERIFY(told[2].startsWith(QStringLiteral("size of ")));
        session.undo_stack()->undo();
        QCOMPARE(session.state().trace, trace);
        QCOMPARE(session.state().frame, frame);
    }

    void a_plan_made_after_the_edit_is_one_of_an_edited_problem() {
        Session session;
        open(session, plan_);
        session.plan().move_buffers({{b, {Offset(64), RegionIndex(0)}}}, b);
        change(session, *changed(session, a, {.size = Bytes(12)}), QStringLiteral("size"));
        QCOMPARE(edited_words(session.hand_edits(), false), QStringLiteral("edited by hand"));
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        QCOMPARE(lines(hand_edits_of(session.state())), QStringList{QStringLiteral("size of 'a': 8 -> 12")});
        QCOMPARE(edited_words(session.hand_edits(), true), QStringLiteral("of a problem edited by hand"));
    }

    void a_saved_plan_lists_its_edits_and_keeps_its_provenance() {
        Session session;
        open(session, plan_);
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        change(session, *changed(session, a, {.size = Bytes(12)}), QStringLiteral("size"));
        session.plan().move_buffers({{b, {Offset(64), RegionIndex(0)}}}, b);
        QVERIFY(session.file().lost_in_file(QStringLiteral("x.csv")).contains(QStringLiteral("the list of edits")));
        QVERIFY(!session.file().can_replace_file());  // the table is a file of another tool
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        QVERIFY(session.file().save_layout(saved).has_value());
        const auto document = read_document(saved.toStdString());
        QVERIFY(document.has_value());
        QCOMPARE(document->provenance->planner, std::string("greedy-by-size"));
        QCOMPARE(document->hand_edits, hand_edits_of(session.state()));
        QCOMPARE(document->hand_edits.size(), std::size_t{2});
        Session again;
        open(again, saved);
        QCOMPARE(edited_words(again.hand_edits(), false), QStringLiteral("edited by hand"));
        QVERIFY(again.file().can_replace_file());
    }

    void notes_and_bookmarks_are_undone_and_are_no_edit_of_the_plan() {
        Session session;
        open(session, plan_);
        QSignalSpy annotated(&session.plan(), &OpenPlan::annotations_changed);
        QSignalSpy laid_out(&session.plan(), &OpenPlan::layout_changed);
        const std::vector<PinnedNote> notes = {{"why?", a}, {"here", BytePlace{RegionIndex(0), Offset(8), Step(3)}}};
        session.plan().annotate(notes, {}, QStringLiteral("Add Note"));
        session.plan().annotate(notes, {bookmark()}, QStringLiteral("Add Bookmark"));
        QCOMPARE(session.state().pinned_notes, notes);
        QCOMPARE(annotated.size(), 2);
        QCOMPARE(laid_out.size(), 0);
        QVERIFY(!session.undo_stack()->isClean());
        QVERIFY(edited_words(session.hand_edits(), false).isEmpty());
        session.plan().annotate(notes, {bookmark()}, QStringLiteral("nothing"));
        QCOMPARE(session.undo_stack()->count(), 2);
        session.undo_stack()->undo();
        QCOMPARE(session.state().pinned_notes, notes);
        QVERIFY(session.state().bookmarks.empty());
        session.undo_stack()->undo();
        QVERIFY(session.state().pinned_notes.empty() && session.undo_stack()->isClean());
        session.undo_stack()->redo();
        session.undo_stack()->redo();
        QCOMPARE(session.state().bookmarks, std::vector{bookmark()});
        QCOMPARE(laid_out.size(), 0);
    }

    void undoing_a_note_leaves_the_shown_step() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        session.plan().annotate({{"why?", a}}, {}, QStringLiteral("Add Note"));
        session.steps().show(0);
        const FrameIndex frame = session.state().frame;
        session.undo_stack()->undo();
        QVERIFY(session.state().pinned_notes.empty());
        QCOMPARE(session.state().frame, frame);
    }

    void a_dropped_buffer_takes_its_notes_along_and_undo_brings_them_back() {
        Session session;
        open(session, plan_);
        const std::vector<PinnedNote> notes = {{"of a", a}, {"of b", b}, {"at a step", Step(1)}};
        session.plan().annotate(notes, {bookmark()}, QStringLiteral("Add Note"));
        change(session, *without_buffers(*session.problem(), session.layout(), std::vector{a}), QStringLiteral("drop"));
        QCOMPARE(session.state().pinned_notes, (std::vector<PinnedNote>{{"of b", a}, {"at a step", Step(1)}}));
        QCOMPARE(session.state().bookmarks, std::vector{bookmark()});
        session.undo_stack()->undo();
        QCOMPARE(session.state().pinned_notes, notes);
    }

    void another_plan_keeps_notes_and_loses_steps_of_the_former_run() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        const auto plan_by = [&](const std::string& planner) {
            const auto before = session.state().trace;
            session.tuning().start({.planner = planner});
            QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace != before, 20'000);
        };
        plan_by("greedy-by-size");
        Bookmark step = bookmark();
        step.frame = session.state().trace->result;
        const std::vector<PinnedNote> notes = {{"of a", a}, {"here", BytePlace{RegionIndex(0), Offset(8), Step(3)}}};
        session.plan().annotate(notes, {step}, QStringLiteral("Add"));
        session.steps().show(0);
        QCOMPARE(session.state().bookmarks, std::vector{step});
        plan_by("greedy-best");
        QCOMPARE(session.state().pinned_notes, notes);
        QCOMPARE(session.state().bookmarks, std::vector{bookmark()});
        session.undo_stack()->undo();
        QCOMPARE(session.state().bookmarks, std::vector{step});
    }

    void a_model_that_renames_buffers_keeps_their_notes() {
        Session session;
        open(session, plan_);
        session.plan().annotate({{"of b", b}}, {}, QStringLiteral("Add Note"));
        Problem renamed = *session.problem();
        renamed.buffers[b].name = "conv1";
        describe_plan(
            session.plan(), [renamed](const Problem&) { return Expected<Problem>(renamed); }, QStringLiteral("Attach"));
        QCOMPARE(session.state().pinned_notes, (std::vector<PinnedNote>{{"of b", b}}));
    }

    void saved_plans_and_traces_have_them_all() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        Bookmark step = bookmark();
        step.frame = session.state().trace->result;
        const std::vector<PinnedNote> notes = {{"of b", b}, {"at a step", Step(1)}};
        session.plan().annotate(notes, {step}, QStringLiteral("Add"));
        QVERIFY(session.file().lost_in_file(QStringLiteral("x.csv")).endsWith(QStringLiteral("notes, bookmarks")));
        for (const QString name : {"t.json", "t.arenatrace"}) {
            const QString trace = folder_.filePath(name);
            QVERIFY(session.file().save_trace(trace).has_value());
            Session again;
            open(again, trace);
            QCOMPARE(again.state().pinned_notes, notes);
            QCOMPARE(again.state().bookmarks, std::vector{step});
            QVERIFY(again.undo_stack()->isClean());
        }
        const QString plan = folder_.filePath(QStringLiteral("p.json"));
        QVERIFY(session.file().save_layout(plan).has_value());
        QVERIFY(session.undo_stack()->isClean());
        Session again;
        open(again, plan);
        QCOMPARE(again.state().pinned_notes, notes);
        QCOMPARE(again.state().bookmarks, std::vector{bookmark()});
    }

    void a_trace_that_is_saved_where_it_was_opened_is_not_modified_any_more() {
        Session session;
        open(session, sample(QStringLiteral("mobile_vision.json")));
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        const QString trace = folder_.filePath(QStringLiteral("t.arenatrace"));
        QVERIFY(session.file().save_trace(trace).has_value());
        Session again;
        open(again, trace);
        again.plan().annotate({{"of b", b}}, {}, QStringLiteral("Add"));
        QVERIFY(again.file().save_trace(folder_.filePath(QStringLiteral("other.json"))).has_value());
        QVERIFY(!again.undo_stack()->isClean());
        QVERIFY(again.file().save_trace(trace).has_value());
        QVERIFY(again.undo_stack()->isClean());
        again.plan().move_buffers({{a, {Offset(1 << 20), RegionIndex(0)}}}, a);
        QVERIFY(again.file().save_trace(trace).has_value());
        QVERIFY(!again.undo_stack()->isClean());  // a trace holds no move on top of a step
    }

    void reloading_takes_the_notes_of_the_file_and_keeps_own_ones_if_it_has_none() {
        Session session;
        open(session, plan_);
        const auto reload = [&] {
            QSignalSpy opened(&session.plan(), &OpenPlan::opened);
            session.file().reload();
            QVERIFY(opened.wait(10'000));
        };
        session.plan().annotate({{"of a", a}, {"of b", b}}, {bookmark()}, QStringLiteral("Add"));
        write("id,lower,upper,size,offset\nx,0,4,8,0\nb,2,6,8,8\na,4,8,8,0\n");
        reload();
        QCOMPARE(session.state().pinned_notes, (std::vector<PinnedNote>{{"of a", BufferIndex(2)}, {"of b", b}}));
        QCOMPARE(session.state().bookmarks, std::vector{bookmark()});
        QVERIFY(!session.undo_stack()->isClean());  // the table does not hold them
        const QString saved = folder_.filePath(QStringLiteral("saved.json"));
        QVERIFY(session.file().save_layout(saved).has_value());
        session.plan().annotate({{"of b", b}}, {}, QStringLiteral("Delete"));
        reload();
        QCOMPARE(session.state().pinned_notes.size(), std::size_t{2});
        QVERIFY(session.undo_stack()->isClean());
        session.undo_stack()->undo();
        QCOMPARE(session.state().pinned_notes, (std::vector<PinnedNote>{{"of b", b}}));
    }
};

ARENASCOPE_TEST(OpenPlanTest)
#include "open_plan_test.moc"
