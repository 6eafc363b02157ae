#include "app/window/debug/history_views.h"

#include <QDockWidget>
#include <QMenu>

#include "core/analysis/debugging/step_history.h"
#include "qt/words/shown_names.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/layout_view/pointer_target.h"
#include "widgets/plots/buffer_history/buffer_history_view.h"

using namespace arenascope;
using namespace arenascope::test;

class HistoryViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    // The picture glides to other places, which are asked for here.
    void initTestCase() { window_settings::smooth_transitions.set(false); }
    void cleanupTestCase() { window_settings::smooth_transitions.set(true); }
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void the_selected_buffer_has_the_history_that_the_run_recorded() {
        open_tuned_sample();
        window_->docks().history.bring_to_front();
        const BufferIndex buffer(3);
        window_->session().selection().select({buffer});
        const auto* list = window_->docks().history->findChild<QTableView*>();
        QTRY_VERIFY(list->isVisible());
        const PlanState& state = window_->session().state();
        const auto moments = buffer_history({state.problem.get(), state.trace.get(), state.layout.get()}, buffer);
        std::size_t changes = 0;
        for (std::size_t i = 0; i < moments.size(); ++i) {
            changes += moments[i].is_changed || (i > 0 && moments[i].tier != moments[i - 1].tier) ? 1 : 0;
        }
        QCOMPARE(list->model()->rowCount(), static_cast<int>(changes));
    }

    void a_chosen_step_is_shown() {
        open_tuned_sample();
        window_->docks().history.bring_to_front();
        window_->session().selection().select({BufferIndex(3)});
        const FrameIndex first = window_->session().steps().chief_steps().front();
        emit window_->docks().history->frame_chosen(first);
        QCOMPARE(window_->session().state().frame, first);
    }

    void nothing_selected_is_the_history_of_the_peak() {
        open_tuned_sample();
        window_->docks().history.bring_to_front();
        QTRY_VERIFY(window_->docks().history->words().contains(QStringLiteral("changed the peak")));
        const auto* list = window_->docks().history->findChild<QTableView*>();
        const PlanState& state = window_->session().state();
        const auto moments = peak_history({state.problem.get(), state.trace.get(), state.layout.get()});
        const int peak = static_cast<int>(moments.size());
        QVERIFY(list->model()->rowCount() > 0 && list->model()->rowCount() <= peak);
        window_->session().selection().select({BufferIndex(1), BufferIndex(2)});
        QTRY_VERIFY(window_->docks().history->words().contains(QStringLiteral("Select a single buffer")));
    }

    void a_place_lists_who_lay_there_until_something_else_is_selected() {
        open_tuned_sample();
        const Session& session = window_->session();
        const BufferIndex held(3);
        const BytePlace place = choose_on(held, QStringLiteral("Who Lay Here"));
        QTRY_VERIFY(window_->docks().history->words().contains(QStringLiteral("changed who lies there")));
        const auto* list = window_->docks().history->findChild<QTableView*>();
        const int last = list->model()->rowCount() - 1;
        QCOMPARE(moments_at(place).back().buffer, held);
        ShownNames names;
        names.set_problem(session.problem());
        QCOMPARE(list->model()->index(last, HistoryColumn::holder).data().toString(), names(held));
        window_->session().selection().select({BufferIndex(4)});
        QTRY_VERIFY(window_->docks().history->words().contains(QStringLiteral("changed its offset")));
    }

    void the_next_and_the_previous_change_of_a_place_are_steps_with_another_holder() {
        open_tuned_sample();
        Session& session = window_->session();
        session.steps().show(0);
        wait_until_idle();
        BufferIndex moved;
        while (next_change(moments_at(place_on(moved))) == 0) {
            moved = BufferIndex(moved.value() + 1);
            QVERIFY(moved.value() < session.problem()->buffers.size());
        }
        const BytePlace place = choose_on(moved, QStringLiteral("Run to Next Change Here"));
        const auto moments = moments_at(place);
        const std::size_t change = next_change(moments);
        QTRY_COMPARE(session.state().frame, moments[change].frame);
        wait_until_idle();
        const BytePlace other = choose_on(moved, QStringLiteral("Run Back to Previous Change Here"));
        const auto before = moments_at(other);
        FrameIndex wanted = moments[change].frame;  // stays if there is no earlier change
        for (std::size_t i = 0; i < before.size() && before[i].frame < moments[change].frame; ++i) {
            const BufferIndex former = i == 0 ? BufferIndex::none() : before[i - 1].buffer;
            wanted = before[i].buffer != former ? before[i].frame : wanted;
        }
        QTRY_COMPARE(session.state().frame, wanted);
    }

    void without_a_run_it_says_so() {
        open(sample(QStringLiteral("placed.csv")));
        window_->docks().history.bring_to_front();
        QTRY_VERIFY(window_->docks().history->words().contains(QStringLiteral("No run is recorded")));
    }

private:
    /// The first moment with another holder than the one before; 0: there is none.
    static std::size_t next_change(const std::vector<PlaceMoment>& moments) {
        for (std::size_t i = 1; i < moments.size(); ++i) {
            if (moments[i].buffer != moments[i - 1].buffer) {
                return i;
            }
        }
        return 0;
    }

    [[nodiscard]] BytePlace place_on(BufferIndex buffer) const {
        LayoutView& view = *window_->layout_view();
        return byte_place_at(view.picture(), view.ports(), view.position_of(buffer).value_or(QPoint()))
            .value_or(BytePlace{});
    }

    /// Chooses an entry of the picture's menu on a buffer, and gives the place under the pointer.
    BytePlace choose_on(BufferIndex buffer, const QString& text) const {
        LayoutView& view = *window_->layout_view();
        const QPoint at = view.position_of(buffer).value_or(QPoint());
        const BytePlace place = place_on(buffer);
        emit view.menu_requested(view.mapToGlobal(at), {buffer, std::nullopt});
        for (const QMenu* menu : view.findChildren<QMenu*>()) {
            for (QAction* action : menu->actions()) {
                if (action->text().remove(QLatin1Char('&')) == text) {
                    action->trigger();
                }
            }
        }
        qDeleteAll(view.findChildren<QMenu*>());
        return place;
    }

    [[nodiscard]] std::vector<PlaceMoment> moments_at(const BytePlace& place) const {
        const PlanState& state = window_->session().state();
        return place_history({state.problem.get(), state.trace.get(), state.layout.get()}, place);
    }
};

ARENASCOPE_TEST(HistoryViewsTest)

#include "history_views_test.moc"
