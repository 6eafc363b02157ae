#include "app/window/debug/step_views.h"

#include <algorithm>

#include <QSlider>

#include "core/analysis/debugging/recorded_step.h"
#include "core/analysis/debugging/step_search.h"
#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/page_content.h"
#include "qt/words/wording.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/sharing_view/sharing_view.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/iteration_list/iteration_curve.h"
#include "widgets/tables/iteration_list/iteration_list.h"

using namespace arenascope;
using namespace arenascope::test;

class StepViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void run_to_here_repeats_the_run_and_pauses_at_the_step() {
        open_tuned_sample();
        const Trace before = *window_->session().state().trace;
        const FrameIndex iteration = window_->session().steps().chief_steps().back();
        const FrameIndex wanted = before.frames[before.frames[iteration].children.back()].children.back();
        emit window_->docks().iterations->run_requested(wanted);
        PlanRun& run = *window_->session().tuning().run();
        QTRY_VERIFY_WITH_TIMEOUT(run.pause() != nullptr, 20'000);
        QCOMPARE(path_text(run.pause()->path), frame_paths(before)[wanted]);
        run.resume();
        QTRY_VERIFY_WITH_TIMEOUT(!run.is_running(), 20'000);
        QVERIFY(*window_->session().state().trace == before);
    }

    void in_the_groups_of_an_iteration_slider_keys_and_play_walk_the_groups() {
        open_tuned_sample();
        show_iteration_with_groups();
        const FrameIndex iteration = state().frame;
        const auto groups = state().trace->frames[iteration].children;
        QVERIFY(groups.size() > 1);
        const QString iteration_words = session().steps().place();
        press(Qt::Key_BracketRight);
        QCOMPARE(state().frame, groups.front());
        QCOMPARE(place(), iteration_words + QStringLiteral(", group 1"));
        QVERIFY(window_->windowTitle().contains(place()));
        QCOMPARE(slider().maximum(), static_cast<int>(groups.size()) - 1);
        press(Qt::Key_Period);
        QCOMPARE(state().frame, groups[1]);
        QCOMPARE(place(), iteration_words + QStringLiteral(", group 2"));
        press(Qt::Key_Comma);
        QCOMPARE(state().frame, groups.front());
        slider().setValue(slider().maximum());
        QCOMPARE(state().frame, groups.back());
        press(Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(state().frame, groups.front());
        press(Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(state().frame, groups.back());
        transport().findChild<QTimer*>()->setInterval(1);
        transport().play_action()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!transport().is_playing() && state().frame == groups.back(), 20'000);
        press(Qt::Key_BracketLeft);
        QCOMPARE(state().frame, iteration);
        QCOMPARE(slider().maximum(), static_cast<int>(session().steps().chief_steps().size()) - 1);
        QCOMPARE(place(), QStringLiteral("%1 / %2")
                              .arg(session().steps().chief_position())
                              .arg(session().steps().chief_steps().size() - 1));
    }

    void beyond_the_ends_of_a_level_comma_and_full_stop_go_to_the_level_around() {
        open_tuned_sample();
        show_iteration_with_groups();
        const FrameIndex iteration = state().frame;
        const auto& chief = session().steps().chief_steps();
        const auto at = std::ranges::find(chief, iteration);
        QVERIFY(at != chief.begin());
        const FrameIndex before = *(at - 1);
        const auto groups = state().trace->frames[iteration].children;
        session().plan().show_frame(groups.back());
        QVERIFY(transport().next_action()->isEnabled());
        press(Qt::Key_Period);
        QCOMPARE(state().frame, iteration);
        session().plan().show_frame(groups.front());
        press(Qt::Key_Comma);
        QCOMPARE(state().frame, before);
        // One level further in, the step before the first is on the level around it.
        const auto deeper = std::ranges::find_if(groups, [&](FrameIndex group) {
            return group != groups.front() && !state().trace->frames[group].children.empty();
        });
        if (deeper != groups.end()) {
            session().plan().show_frame(state().trace->frames[*deeper].children.front());
            press(Qt::Key_Comma);
            QCOMPARE(state().frame, *(deeper - 1));
        }
        // Every step of the run is left in both directions, until the first or the last chief step.
        for (const FrameIndex group : groups) {
            session().plan().show_frame(group);
            for (int i = 0; i < 10'000 && state().frame != chief.back(); ++i) {
                press(Qt::Key_Period);
            }
            QCOMPARE(state().frame, chief.back());
        }
    }

    void a_group_is_shown_with_its_members_in_the_tiers_that_made_it() {
        open_tuned_sample();
        show_iteration_with_groups();
        const FrameIndex iteration = state().frame;
        QVERIFY(!session().shown()->group);
        QCOMPARE(session().shown()->tiers_of, FrameIndex::none());
        const FrameIndex before = state().trace->frames[iteration].previous;
        session().plan().show_frame(before);
        const IndexedVector<BufferIndex, Risk> made = *session().shown()->risks;
        for (const FrameIndex group : state().trace->frames[iteration].children) {
            session().plan().show_frame(group);
            const ShownPlan& shown = *session().shown();
            QCOMPARE(*shown.group, state().trace->frames[group].members);
            QCOMPARE(shown.tiers_of, before);
            QVERIFY(*shown.risks == made);
            for (const BufferIndex member : *shown.group) {
                QVERIFY(state().trace->frames[group].note.starts_with(name_of(made[member].tier)) ||
                        state().trace->frames[group].note.ends_with("joined"));
            }
            QVERIFY(status().contains(QStringLiteral("tiers of the iteration before")));
        }
    }

    void the_table_and_the_inspector_tell_the_place_in_the_order() {
        open_tuned_sample();
        session().steps().show(static_cast<int>(session().steps().chief_steps().size() - 1));
        QVERIFY(session().shown()->order);
        const BufferIndex first(std::ranges::find(session().shown()->order->place, 1U) -
                                session().shown()->order->place.begin());
        session().selection().select({first});
        const auto* buffers = window_->docks().buffers->findChild<QTableView*>();
        const int row = static_cast<int>(first.value());
        QCOMPARE(buffers->model()->index(row, BufferModel::order).data().toString(), QStringLiteral("1"));
        QVERIFY(
            window_->docks().inspector->value_of(QStringLiteral("Place in the order")).startsWith(QLatin1Char('1')));
        QVERIFY(!window_->docks().inspector->value_of(QStringLiteral("Shares")).isEmpty());
    }

    void list_inspector_picture_and_status_agree_on_the_moves_of_a_step() {
        open_tuned_sample();
        const auto& chief = session().steps().chief_steps();
        for (std::size_t i = 0; i < chief.size(); ++i) {
            session().steps().show(static_cast<int>(chief.size() - 1));  // the way must not matter
            session().steps().show(static_cast<int>(i));
            const std::vector<Move>& moves = *session().shown()->moves;
            const QString listed = current_row().siblingAtColumn(IterationModel::moved).data().toString();
            QCOMPARE(listed.isEmpty() ? 0U : listed.toUInt(), static_cast<unsigned>(moves.size()));
            const QString words = moves.size() == 1
                                      ? QStringLiteral("1 buffer moved since previous")
                                      : QStringLiteral("%1 buffers moved since previous").arg(moves.size());
            QCOMPARE(status().contains(words), !moves.empty());
            QCOMPARE(status().contains(QStringLiteral("(not outlined)")), !are_outlined(moves, session().layout()));
            QCOMPARE(window_->layout_view()->picture().shapes().moved->size() == 0,
                     moves.empty() || !are_outlined(moves, session().layout()));
            if (!moves.empty()) {
                session().selection().select({moves.front().buffer});
                const std::int64_t by = moves.front().to->value() - moves.front().from->value();
                const QString moved = window_->docks().inspector->value_of(QStringLiteral("Moved since previous"));
                QCOMPARE(moved, (by > 0 ? QStringLiteral("+") : QString()) + amount(by));
            }
        }
        session().steps().show(0);
        QVERIFY(!status().contains(QStringLiteral("moved")));
    }

    void after_planning_a_file_the_outlines_tell_the_moved_buffers_apart() {
        open_tuned_sample();
        const auto& moves = *session().shown()->moves;
        const LayoutShapes& shapes = window_->layout_view()->picture().shapes();
        QVERIFY(2 * shapes.moved->size() <= shapes.index->size() || moves.size() <= few_moved);
    }

    void every_view_has_the_threshold_of_the_shown_step_of_a_sharing_run() {
        open_planned(sample(QStringLiteral("inception_cell.param")));
        tune("operator-sharing");
        const Bytes last = session().shown()->threshold();
        const auto& curve = *window_->docks().iterations->findChild<IterationCurve*>();
        QSet<std::int64_t> seen;
        for (std::size_t i = 0; i < session().steps().chief_steps().size(); ++i) {
            session().steps().show(static_cast<int>(i));
            const ShownPlan& plan = *session().shown();
            const Bytes step = threshold(*plan.problem, *plan.layout);
            seen.insert(step.value());
            QCOMPARE(plan.threshold(), step);
            QCOMPARE(window_->docks().summary->value_of(QStringLiteral("Threshold")), amount(step.value()));
            QCOMPARE(window_->layout_view()->picture().shapes().stack.front().threshold, step);
            const auto figures = page_figures(*plan.problem, *plan.layout, 0, Unit::bytes);
            QVERIFY(std::any_of(figures.begin(), figures.end(), [&](const PageFigure& figure) {
                return figure.name == "theoretical threshold" && figure.value == amount_text(step.value(), Unit::bytes);
            }));
            const QString told = window_->docks().sharing->fact(QStringLiteral("Threshold"));
            const bool is_part = !is_complete(*plan.layout);
            QVERIFY2(told.contains(amount(step.value())), qPrintable(told));
            QCOMPARE(told.endsWith(QStringLiteral(" so far")), is_part);
            const QString shared = window_->docks().sharing->fact(QStringLiteral("Shared on purpose"));
            QCOMPARE(shared.startsWith(QStringLiteral("nothing")), plan.layout->sharing.empty());
            QCOMPARE(shared.endsWith(QStringLiteral(" so far")), is_part);
            QCOMPARE(window_->docks().sharing->fact(QStringLiteral("Peak")).contains(QStringLiteral("so far")),
                     is_part);
            // The lower bound without sharing does not hold for any step of such a run.
            QVERIFY(window_->docks().summary->value_of(QStringLiteral("Lower bound")).isEmpty());
            // The curve is of the whole run.
            QVERIFY(curve.accessibleDescription().endsWith(QStringLiteral("threshold of the result ") +
                                                           exact_bytes(last.value())));
        }
        QVERIFY(seen.size() > 1);
    }

    void stepping_does_not_change_the_peak_that_sharing_is_compared_with() {
        open_planned(sample(QStringLiteral("inception_cell.param")));
        tune("operator-sharing");
        const QString told = window_->docks().sharing->fact(QStringLiteral("Peak"));
        QVERIFY(told.contains(QStringLiteral("→")));
        const int result = session().steps().chief_position();
        for (int i = 0; i < static_cast<int>(session().steps().chief_steps().size()); ++i) {
            session().steps().show(i);
        }
        session().steps().show(result);
        QCOMPARE(window_->docks().sharing->fact(QStringLiteral("Peak")), told);
    }

    void a_shared_object_is_shown_from_the_step_that_creates_it() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        tune("greedy-by-size");
        const auto& trace = *state().trace;
        const auto& chief = session().steps().chief_steps();
        std::size_t created = 0;
        for (std::size_t i = 0; i < chief.size(); ++i) {
            session().steps().show(static_cast<int>(i));
            created += trace.frames[chief[i]].step->object->is_new() ? 1 : 0;
            const auto& objects = window_->layout_view()->picture().content().layout->objects;
            QCOMPARE(static_cast<std::size_t>(
                         std::ranges::count_if(objects, [](const auto& each) { return each.size > Bytes(0); })),
                     created);
        }
        QVERIFY(created > 2);
        QCOMPARE(session().layout().objects, state().layout->objects);
    }

private:
    [[nodiscard]] Session& session() const { return window_->session(); }
    [[nodiscard]] const PlanState& state() const { return session().state(); }
    [[nodiscard]] Transport& transport() const { return *window_->findChild<Transport*>(); }
    [[nodiscard]] QSlider& slider() const { return *transport().findChild<QSlider*>(); }
    /// The text beside the slider.
    [[nodiscard]] QString place() const { return transport().findChild<QLabel*>()->text(); }
    [[nodiscard]] QModelIndex current_row() const {
        return window_->docks().iterations->findChild<QTreeView*>()->currentIndex();
    }
    [[nodiscard]] QString amount(std::int64_t bytes) const {
        return QString::fromStdString(amount_text(bytes, window_->layout_view()->picture().content().unit));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const {
        QTest::keyClick(window_.get(), key, modifiers);
    }
    void tune(const char* planner) const {
        QSignalSpy finished(session().tuning().run(), &PlanRun::finished);
        session().tuning().start({.planner = planner});
        QVERIFY(finished.wait(20'000));
        QTRY_COMPARE(state().provenance->planner, std::string(planner));
    }
    void show_iteration_with_groups() const {
        const auto& chief = session().steps().chief_steps();
        const auto found = std::find_if(chief.begin(), chief.end(), [this](FrameIndex frame) {
            return state().trace->frames[frame].children.size() > 1;
        });
        QVERIFY(found != chief.end());
        session().plan().show_frame(*found);
    }
};

ARENASCOPE_TEST(StepViewsTest)
#include "step_views_test.moc"
