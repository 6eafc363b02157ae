#include "app/window/history_views.h"

#include <QDockWidget>

#include "core/inspection/step_history.h"
#include "tests/app/window_fixture.h"
#include "widgets/buffer_history/buffer_history_view.h"
#include "widgets/buffer_history/history_model.h"

using namespace arenascope;
using namespace arenascope::test;

class HistoryViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void the_selected_buffer_has_the_history_that_the_run_recorded() {
        open_tuned_sample();
        window_->docks().history_dock->raise();
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
        window_->docks().history_dock->raise();
        window_->session().selection().select({BufferIndex(3)});
        const FrameIndex first = window_->session().steps().chief_steps().front();
        emit window_->docks().history->frame_chosen(first);
        QCOMPARE(window_->session().state().frame, first);
    }

    void without_a_run_it_says_so() {
        open(sample(QStringLiteral("placed.csv")));
        window_->docks().history_dock->raise();
        QTRY_VERIFY(window_->docks().history->words().contains(QStringLiteral("No run is recorded")));
    }
};

ARENASCOPE_TEST(HistoryViewsTest)

#include "history_views_test.moc"
