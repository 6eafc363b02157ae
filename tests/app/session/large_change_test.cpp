#include <rapidcheck.h>

#include "app/session/open_plan.h"
#include "core/model/edit/buffer_change.h"
#include "core/model/edit/buffer_removal.h"
#include "qt/tasks/handled_at_once.h"
#include "tests/app/session_fixture.h"
#include "tests/support/idle_state.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr BufferIndex first(0);
constexpr BufferIndex second(1);

Placement at(std::int64_t offset) {
    return {Offset(offset), RegionIndex(0)};
}

}  // namespace

/// Changes of a plan that is too large to be shown at once.
class LargeChangeTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        QByteArray text = "id,lower,upper,size,offset\n";
        for (std::size_t i = 0; i <= most_handled_at_once; ++i) {
            const QByteArray number = QByteArray::number(static_cast<qulonglong>(i));
            text += "b" + number + "," + number + "," + QByteArray::number(static_cast<qulonglong>(i + 1)) + ",8,0\n";
        }
        write(text);
    }

    void a_move_is_in_the_undo_history_at_once_and_shown_when_it_is_prepared() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        QVERIFY(session.plan().preparation().is_running());
        QCOMPARE(session.undo_stack()->count(), 1);
        QCOMPARE(session.layout().placements[first], std::optional(at(0)));
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.layout().placements[first], std::optional(at(8)));
        QVERIFY(!session.undo_stack()->isClean());
    }

    void moves_that_come_meanwhile_add_up() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        move(session, second, 16);
        move(session, first, 24);
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.layout().placements[first], std::optional(at(24)));
        QCOMPARE(session.layout().placements[second], std::optional(at(16)));
        QCOMPARE(session.state().edits.back().from, std::optional(at(8)));
        QCOMPARE(session.undo_stack()->count(), 3);
    }

    void what_is_undone_before_it_is_shown_is_not_shown_in_the_end() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        session.undo_stack()->undo();
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.layout().placements[first], std::optional(at(0)));
        QVERIFY(session.undo_stack()->isClean());
        session.undo_stack()->redo();
        QTRY_COMPARE(session.layout().placements[first], std::optional(at(8)));
    }

    void a_move_after_an_undo_that_is_not_shown_yet_starts_from_what_it_will_show() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        QTRY_VERIFY(!session.plan().changes().is_changing());
        session.undo_stack()->undo();
        move(session, first, 16);
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.layout().placements[first], std::optional(at(16)));
        QCOMPARE(session.state().edits.size(), std::size_t{1});
        QCOMPARE(session.state().edits.back().from, std::optional(at(0)));
    }

    void a_move_to_where_a_buffer_is_going_already_is_no_change() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        move(session, first, 8);
        QCOMPARE(session.undo_stack()->count(), 1);
        QTRY_VERIFY(!session.plan().changes().is_changing());
    }

    void notes_that_come_meanwhile_add_up_and_keep_the_change() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        session.plan().annotate({PinnedNote{"here", first}}, {}, QStringLiteral("Note"));
        session.plan().annotate({PinnedNote{"there", second}}, {}, QStringLiteral("Note"));
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.layout().placements[first], std::optional(at(8)));
        QCOMPARE(session.state().pinned_notes,
                 (std::vector<PinnedNote>{PinnedNote{"here", first}, PinnedNote{"there", second}}));
    }

    void an_edit_is_made_elsewhere_and_changes_wait_for_it() {
        Session session;
        open(session, plan_);
        resize(session, "b0", 16);
        QVERIFY(session.plan().changes().is_busy());
        QCOMPARE(session.problem()->buffers[first].size, Bytes(8));
        move(session, second, 64);
        session.plan().changes().undo();
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.problem()->buffers[first].size, Bytes(16));
        QCOMPARE(session.layout().placements[second], std::optional(at(0)));
        QCOMPARE(session.undo_stack()->count(), 2);
        QCOMPARE(session.undo_stack()->index(), 1);
        QCOMPARE(session.selection().buffers(), std::vector{first});
    }

    void a_move_behind_a_drop_finds_its_buffer_by_name() {
        Session session;
        open(session, plan_);
        drop(session, "b0");
        move(session, second, 64);
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.problem()->buffers[first].name.text(), std::string("b1"));
        QCOMPARE(session.layout().placements[first], std::optional(at(64)));
    }

    void an_edit_that_fails_says_so_and_leaves_the_history() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        session.undo_stack()->undo();
        QStringList told;
        resize(session, "b0", -1, [&told](const Error& error) { told << QString::fromStdString(error.cause); });
        QVERIFY(told.isEmpty());
        session.plan().changes().redo();
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QCOMPARE(told.size(), 1);
        QCOMPARE(session.layout().placements[first], std::optional(at(8)));
        QCOMPARE(session.undo_stack()->count(), 1);
    }

    /// Without a buffer the plan is so small that its return is shown at once, and it stays.
    void what_is_done_again_while_it_is_still_being_undone_stays() {
        Session session;
        open(session, plan_);
        drop(session, "b1");
        QTRY_VERIFY(!session.plan().changes().is_changing());
        session.plan().changes().undo();
        QVERIFY(session.plan().preparation().is_running());
        session.plan().changes().redo();
        QTRY_VERIFY(!session.plan().changes().is_changing());
        wait_until_idle();
        QVERIFY(index_of(session, "b1") == BufferIndex::none());
        QCOMPARE(session.undo_stack()->index(), 1);
    }

    void changes_that_are_cancelled_leave_what_is_shown() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        QTRY_VERIFY(!session.plan().changes().is_changing());
        move(session, second, 8);
        resize(session, "b0", 16);
        session.plan().changes().cancel();
        QVERIFY(!session.plan().changes().is_changing());
        QCOMPARE(session.undo_stack()->count(), 2);
        QCOMPARE(session.undo_stack()->index(), 1);
        wait_until_idle();
        QCOMPARE(session.layout().placements[second], std::optional(at(0)));
        QCOMPARE(session.problem()->buffers[first].size, Bytes(8));
    }

    /// The same changes of a plan of few buffers, where each is made and shown at once, and of that plan with many
    /// others beside it, where the next change comes while the one before is being made or prepared.
    void any_sequence_of_changes_ends_as_that_of_a_small_plan() {
        Session large;
        Session small;
        const QString small_plan = folder_.filePath(QStringLiteral("small.csv"));
        QFile(plan_).copy(small_plan);
        keep_lines(small_plan, 1 + few + 1);
        QVERIFY(rc::check([&] {
            open(large, plan_);
            open(small, small_plan);
            QVERIFY(!small.plan().changes().is_changing());
            const auto number = [](int below) { return *rc::gen::inRange(0, below); };
            for (int step = number(12); step > 0; --step) {
                const std::string name = "b" + std::to_string(number(few));
                const int what = number(10);
                const int value = number(5);
                // Nobody can change a buffer whose return is still being prepared.
                if (what > 1 && index_of(large, name) == BufferIndex::none() &&
                    index_of(small, name) != BufferIndex::none()) {
                    continue;
                }
                for (Session* each : {&large, &small}) {
                    act(*each, what, name, value, step);
                }
                if (number(4) == 0) {
                    QTest::qWait(number(20));
                }
            }
            QTRY_VERIFY(!large.plan().changes().is_changing());
            RC_ASSERT(picture(large) == picture(small));
            RC_ASSERT(large.undo_stack()->index() == small.undo_stack()->index());
            RC_ASSERT(large.undo_stack()->count() == small.undo_stack()->count());
        }));
    }

    void a_change_that_is_not_shown_yet_is_not_saved() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        QVERIFY(session.file().save_layout(folder_.filePath(QStringLiteral("saved.json"))));  // as it is shown
        QVERIFY(!session.undo_stack()->isClean());
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QVERIFY(!session.undo_stack()->isClean());
        QVERIFY(session.file().save_layout(session.path()));
        QVERIFY(session.undo_stack()->isClean());
    }

    void closing_drops_a_change_that_is_not_shown() {
        Session session;
        open(session, plan_);
        move(session, first, 8);
        session.plan().close();
        QVERIFY(!session.plan().preparation().is_running());
        wait_until_idle();
        QVERIFY(!session.has_plan());
    }

    void reloading_shows_the_change_and_then_the_file() {
        Session session;
        open(session, plan_);
        session.selection().select({second});
        move(session, first, 8);
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().reload();
        QVERIFY(opened.wait(10'000));
        QCOMPARE(session.layout().placements[first], std::optional(at(0)));
        QCOMPARE(session.selection().buffers(), std::vector{second});
        session.undo_stack()->undo();
        QTRY_COMPARE(session.layout().placements[first], std::optional(at(8)));
    }

    void the_verdict_comes_after_the_change() {
        Session session;
        open(session, plan_);
        QTRY_VERIFY(session.shown()->report() != nullptr);
        QCOMPARE(session.shown()->report()->misaligned.size(), std::size_t{0});
        move(session, first, 8);
        QTRY_VERIFY(!session.plan().changes().is_changing());
        QTRY_VERIFY(session.shown()->report() != nullptr);
        QVERIFY(session.shown()->risks->size() == session.problem()->buffers.size());
    }

private:
    static constexpr int few = 4;

    static void keep_lines(const QString& path, int count) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray kept;
        for (int i = 0; i < count; ++i) {
            kept += file.readLine();
        }
        file.close();
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(kept);
    }

    static BufferIndex index_of(Session& session, const std::string& name) {
        const auto& buffers = session.problem()->buffers;
        for (std::size_t i = 0; i < std::min<std::size_t>(buffers.size(), few); ++i) {
            if (buffers[i].name == name) {
                return BufferIndex(i);
            }
        }
        return BufferIndex::none();
    }

    static void act(Session& session, int what, const std::string& name, int value, int step) {
        const BufferIndex buffer = index_of(session, name);
        if (what == 0) {
            session.plan().changes().undo();
        } else if (what == 1) {
            session.plan().changes().redo();
        } else if (buffer == BufferIndex::none()) {
            return;  // it is shown to be dropped
        } else if (what <= 3) {
            move(session, buffer, 8 * value);
        } else if (what == 4) {
            move_by(
                session.plan(),
                [value](const Problem&, const Layout& layout, const std::vector<BufferIndex>& buffers) {
                    std::vector<Edit> edits;
                    for (const BufferIndex each : buffers) {
                        edits.push_back({each, at(layout.placements[each]->offset.value() + 8 * value)});
                    }
                    return edits;
                },
                {buffer}, EditTitle::nudge());
        } else if (what == 5) {
            drop(session, name);
        } else if (what <= 7) {
            resize(session, name, value - 1);  // -1 is an error
        } else if (what == 8) {
            edit(session, name, [](const Problem& problem, const Layout& layout, const Chosen& chosen) {
                return chosen.empty()
                           ? Expected<EditedPlan>(EditedPlan())
                           : changed_buffers(problem, layout, chosen, {.pin = PinChange{PinChange::To::own_offset}});
            });
        } else {
            std::vector<PinnedNote> notes = session.state().pinned_notes;
            notes.push_back({"note " + std::to_string(step), buffer});
            session.plan().annotate(notes, {}, QStringLiteral("Note"));
        }
    }

    /// What one could tell two plans apart by, of the few buffers that both may have.
    static std::string picture(Session& session) {
        std::string text;
        const Problem& problem = *session.problem();
        for (int i = 0; i < few; ++i) {
            const BufferIndex index = index_of(session, "b" + std::to_string(i));
            if (index != BufferIndex::none()) {
                const Buffer& buffer = problem.buffers[index];
                text += buffer.name.text() + " " + std::to_string(buffer.size.value()) + " " +
                        std::to_string(buffer.pin ? buffer.pin->value() : -1) + " " +
                        std::to_string(session.layout().placements[index]->offset.value()) + "\n";
            }
        }
        for (const HandEdit& edit : session.hand_edits()) {
            text += text_of(edit) + "\n";
        }
        for (const PinnedNote& note : session.state().pinned_notes) {
            text += note.text + " on " + problem.buffers[std::get<BufferIndex>(note.anchor)].name.text() + "\n";
        }
        return text;
    }

    using Chosen = std::vector<BufferIndex>;

    static void edit(Session& session, const std::string& name,
                     std::function<Expected<EditedPlan>(const Problem&, const Layout&, const Chosen&)> make,
                     std::function<void(const Error&)> failed = {}) {
        edit_plan(session.plan(),
                  {std::move(make), {index_of(session, name)}, QStringLiteral("edit"), std::move(failed)});
    }
    static void resize(Session& session, const std::string& name, std::int64_t size,
                       std::function<void(const Error&)> failed = {}) {
        edit(
            session, name,
            [size](const Problem& problem, const Layout& layout, const Chosen& chosen) {
                return changed_buffers(problem, layout, chosen, {.size = Bytes(size)});
            },
            std::move(failed));
    }
    static void drop(Session& session, const std::string& name) {
        edit(session, name, [](const Problem& problem, const Layout& layout, const Chosen& chosen) {
            return without_buffers(problem, layout, chosen);
        });
    }
    static void move(Session& session, BufferIndex buffer, std::int64_t offset) {
        session.plan().move_buffers({{buffer, at(offset)}}, buffer);
    }
};

ARENASCOPE_TEST(LargeChangeTest)
#include "large_change_test.moc"
