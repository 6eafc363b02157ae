#include "app/session/open_plan.h"

#include "core/edit/buffer_addition.h"
#include "core/edit/buffer_change.h"
#include "core/edit/buffer_removal.h"
#include "core/edit/buffer_split.h"
#include "core/edit/region_capacity.h"
#include "core/format/reading.h"
#include "tests/app/session_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr BufferIndex a(0);
constexpr BufferIndex b(1);

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

/// What one could tell two states apart by.
bool is_same(const PlanState& one, const PlanState& other) {
    return *one.problem == *other.problem && *one.layout == *other.layout && one.provenance == other.provenance &&
           one.trace == other.trace && one.frame == other.frame && one.edits == other.edits &&
           one.hand_edits == other.hand_edits;
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
            session.plan().change_problem(std::move(*edited), QStringLiteral("edit"));
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
        session.plan().change_problem(EditedPlan(*split), QStringLiteral("split"));
        QCOMPARE(session.selection().buffers(), (std::vector{b, BufferIndex(3)}));
        session.undo_stack()->undo();
        QCOMPARE(session.selection().buffers(), std::vector{b});
        const auto dropped = without_buffers(*session.problem(), session.layout(), std::vector{a});
        session.plan().change_problem(EditedPlan(*dropped), QStringLiteral("drop"));
        QCOMPARE(session.selection().buffers(), std::vector{a});  // b moved up
    }

    void an_edit_that_changes_nothing_is_no_undo_step() {
        Session session;
        open(session, plan_);
        session.plan().change_problem(*changed(session, a, {.size = Bytes(8)}), QStringLiteral("nothing"));
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
        session.plan().change_problem(*changed(session, a, {.kind = BufferKind::output}), QStringLiteral("kind"));
        QCOMPARE(session.state().trace, trace);
        QCOMPARE(session.state().frame, frame);
        QCOMPARE(edited_words(session.state(), true), QStringLiteral("then edited by hand"));
        session.plan().move_buffers({{a, {Offset(1 << 20), RegionIndex(0)}}}, a);
        session.plan().change_problem(*changed(session, a, {.size = Bytes(1)}), QStringLiteral("size"));
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
        session.plan().change_problem(*changed(session, a, {.size = Bytes(12)}), QStringLiteral("size"));
        QCOMPARE(edited_words(session.state(), false), QStringLiteral("edited by hand"));
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        QCOMPARE(lines(hand_edits_of(session.state())), QStringList{QStringLiteral("size of 'a': 8 -> 12")});
        QCOMPARE(edited_words(session.state(), true), QStringLiteral("of a problem edited by hand"));
    }

    void a_saved_plan_lists_its_edits_and_keeps_its_provenance() {
        Session session;
        open(session, plan_);
        session.tuning().start({.planner = "greedy-by-size"});
        QTRY_VERIFY_WITH_TIMEOUT(!session.tuning().run()->is_running() && session.state().trace, 20'000);
        session.plan().change_problem(*changed(session, a, {.size = Bytes(12)}), QStringLiteral("size"));
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
        QCOMPARE(edited_words(again.state(), false), QStringLiteral("edited by hand"));
        QVERIFY(again.file().can_replace_file());
    }
};

ARENASCOPE_TEST(OpenPlanTest)
#include "open_plan_test.moc"
