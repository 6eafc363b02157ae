// If memory runs out while another plan is being shown, the former plan stays.
#include <functional>
#include <new>

#include "app/session/session.h"
#include "qt/tasks/background_task.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Lets memory run out in a listener of a signal, once.
template <class Part>
void run_out_at(Part& part, void (Part::*signal)()) {
    QObject::connect(&part, signal, &part, [has_run_out = false]() mutable {
        if (!std::exchange(has_run_out, true)) {
            throw std::bad_alloc();
        }
    });
}

/// Lets memory run out at one signal of a session, once.
using Shortage = std::function<void(Session&)>;

template <class Part>
Shortage shortage_at(Part& (Session::*part)(), void (Part::*signal)()) {
    return [part, signal](Session& session) { run_out_at((session.*part)(), signal); };
}

/// True if an action failed because memory ran out.
template <class Action>
bool runs_out(Action&& action) {
    try {
        action();
    } catch (const std::bad_alloc&) {
        return true;
    }
    return false;
}

/// The visible state of a session.
struct Seen {
    QString path;
    std::shared_ptr<const Problem> problem;
    Layout layout;
    std::vector<Risk> risks;
    std::vector<BufferIndex> selection;
    std::optional<Step> cursor;
    std::size_t overlaps = 0;
    bool is_explained = false;
    int changes = 0;
    bool is_saved = false;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen(Session& session) {
    return {session.path(),
            session.problem(),
            session.layout(),
            *session.shown()->risks,
            session.selection().buffers(),
            session.selection().cursor(),
            session.shown()->report() ? session.shown()->report()->overlap_count : 0,
            session.shown()->explanation != nullptr,
            session.undo_stack()->index(),
            session.undo_stack()->isClean()};
}

/// The signals of an edit, at each of which memory can run out.
const QList<Shortage> shortages_of_an_edit{shortage_at(&Session::plan, &OpenPlan::layout_changed),
                                           shortage_at(&Session::judgement, &Judgement::report_changed),
                                           shortage_at(&Session::judgement, &Judgement::explanation_changed)};

}  // namespace

class LackOfMemoryTest : public QObject, private WindowFixture {
    Q_OBJECT

    QString other_ = folder_.filePath(QStringLiteral("other.csv"));

    static void open(Session& session, const QString& path) {
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().open(path);
        QVERIFY(opened.wait(10'000));
    }

    /// A plan with an edit, a selection and a time cursor.
    void open_edited(Session& session) const {
        open(session, plan_);
        session.plan().move_buffers({{BufferIndex(1), {Offset(4), RegionIndex(0)}}}, BufferIndex(1));
        session.selection().select({BufferIndex(2)});
        session.selection().set_cursor(Step(3));
    }

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        QFile::remove(other_);
        QVERIFY(QFile::copy(sample(QStringLiteral("placed.csv")), other_));
    }

    void a_file_that_cannot_be_shown_keeps_the_open_plan() {
        QList<Shortage> all = shortages_of_an_edit;
        all << shortage_at(&Session::plan, &OpenPlan::plan_changed)
            << shortage_at(&Session::selection, &Selection::changed) << shortage_at(&Session::plan, &OpenPlan::opened);
        for (const Shortage& run_out : all) {
            Session session;
            open_edited(session);
            const Seen before = seen(session);
            Layout told;
            connect(&session.plan(), &OpenPlan::layout_changed, &session, [&] { told = session.layout(); });
            run_out(session);
            QSignalSpy failed(&session.file(), &OpenFile::failed);
            session.file().open(other_);
            QVERIFY(failed.wait(10'000));
            const auto error = failed[0][0].value<Error>();
            QCOMPARE(error.source, other_.toStdString());
            QCOMPARE(error.cause, std::string("there is not enough memory to show it"));
            QVERIFY(seen(session) == before);
            QVERIFY(told == before.layout);
            session.undo_stack()->undo();
            QCOMPARE(session.layout().placements[1]->offset, Offset(8));
            // With enough memory it works as usual.
            open(session, other_);
            QCOMPARE(session.path(), other_);
            QCOMPARE(session.undo_stack()->count(), 0);
        }
    }

    void a_first_file_that_cannot_be_shown_leaves_nothing_open() {
        Session session;
        run_out_at(session.plan(), &OpenPlan::layout_changed);
        QSignalSpy failed(&session.file(), &OpenFile::failed);
        QSignalSpy closed(&session.plan(), &OpenPlan::closed);
        session.file().open(plan_);
        QVERIFY(failed.wait(10'000));
        QCOMPARE(closed.size(), 1);
        QVERIFY(!session.has_plan());
        QVERIFY(session.path().isEmpty());
    }

    void a_reloaded_file_that_cannot_be_shown_keeps_the_open_plan() {
        Session session;
        open_edited(session);
        const Seen before = seen(session);
        run_out_at(session.plan(), &OpenPlan::layout_changed);
        QSignalSpy failed(&session.file(), &OpenFile::failed);
        session.file().reload();
        QVERIFY(failed.wait(10'000));
        QVERIFY(failed[0][1].toBool());
        QVERIFY(seen(session) == before);
    }

    void a_result_that_cannot_be_shown_keeps_the_plan() {
        Session session;
        open_edited(session);
        const Seen before = seen(session);
        session.tuning().run()->set_previewing(false);
        run_out_at(session.plan(), &OpenPlan::plan_changed);
        QSignalSpy failed(&session.tuning(), &Tuning::failed);
        session.tuning().start({.planner = "peak-suppression"});
        QVERIFY(failed.wait(20'000));
        QVERIFY(seen(session) == before);
        QVERIFY(session.state().trace == nullptr);
        QVERIFY(session.steps().chief_steps().empty());
    }

    void edit_undo_and_redo_that_cannot_be_shown_change_nothing() {
        for (const Shortage& run_out : shortages_of_an_edit) {
            Session session;
            open_edited(session);
            Seen before = seen(session);
            run_out(session);
            QVERIFY(runs_out([&] {
                session.plan().move_buffers({{BufferIndex(0), {Offset(64), RegionIndex(0)}}}, BufferIndex(0));
            }));
            QVERIFY(seen(session) == before);
            run_out(session);
            QVERIFY(runs_out([&] { session.undo_stack()->undo(); }));
            QVERIFY(seen(session) == before);
            session.undo_stack()->undo();
            before = seen(session);
            run_out(session);
            QVERIFY(runs_out([&] { session.undo_stack()->redo(); }));
            QVERIFY(seen(session) == before);
            session.undo_stack()->redo();
            QCOMPARE(session.layout().placements[1]->offset, Offset(4));
        }
    }

    void the_window_shows_the_open_plan_again_and_says_why() {
        show_window();
        WindowFixture::open(plan_);
        const QString title = window_->windowTitle();
        const QString told = status();
        run_out_at(window_->session().plan(), &OpenPlan::opened);
        QSignalSpy failed(&window_->session().file(), &OpenFile::failed);
        window_->open(other_);
        QVERIFY(failed.wait(10'000));
        QCOMPARE(window_->windowTitle(), title);
        QCOMPARE(status(), told);
        QVERIFY(window_->message_bar()->isVisible());
        // The open file is still watched.
        QSignalSpy opened(&window_->session().plan(), &OpenPlan::opened);
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        QVERIFY(opened.wait(10'000));
        QCOMPARE(window_->session().problem()->buffers.size(), std::size_t{1});
        close_window();
    }

    void a_check_that_ran_out_of_memory_is_not_shown_as_running() {
        QByteArray content("id,lower,upper,size,offset\n");
        for (int i = 0; i < 30'000; ++i) {
            const QByteArray number = QByteArray::number(i);
            content += number + ',' + number + ',' + QByteArray::number(i + 3) + ",8," +
                       QByteArray::number(8 * (i % 3)) + '\n';
        }
        write(content);
        show_window();
        Session& session = window_->session();
        bool was_under_way = false;
        QStringList said;
        connect(&session.plan(), &OpenPlan::opened, this, [&] {
            was_under_way = session.shown()->report() == nullptr && !session.shown()->explanation;
            for (BackgroundTask* task : session.findChildren<BackgroundTask*>()) {
                emit task->ran_out_of_memory();
            }
            said << status() << window_->docks().peak_chain->sentence();
        });
        window_->docks().peak_chain.bring_to_front();
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        window_->open(plan_);
        QVERIFY(opened.wait(20'000));
        QVERIFY(was_under_way);
        QVERIFY2(said[0].contains(QStringLiteral("not checked")), qPrintable(said[0]));
        QVERIFY2(said[1].startsWith(QStringLiteral("Not known")), qPrintable(said[1]));
        session.judgement().check();
        QVERIFY(!session.shown()->check_failed);
        close_window();
    }
};

ARENASCOPE_TEST(LackOfMemoryTest)
#include "lack_of_memory_test.moc"
