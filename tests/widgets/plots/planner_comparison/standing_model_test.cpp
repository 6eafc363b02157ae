#include "widgets/plots/planner_comparison/standing_model.h"

#include <QSignalSpy>

#include "tests/support/test_registry.h"

using namespace arenascope;
using Model = StandingModel;

namespace {

PlannerDescription planner(std::string_view name) {
    return {.name = name,
            .family = PlannerFamily::greedy,
            .kind = PlannerKind::offsets,
            .summary = "what it does",
            .options = {}};
}

PlannerStanding standing(std::int64_t peak, double seconds, std::size_t moved = 0) {
    PlannerStanding made;
    made.peak = Offset(peak);
    made.threshold = Bytes(1024);
    made.lower_bound = Bytes(1024);
    made.total_peak = Bytes(2 * made.peak.value());
    made.seconds = seconds;
    made.moved = moved;
    made.goal = Goal::complete;
    return made;
}

}  // namespace

class StandingModelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        model_ = std::make_unique<Model>();
        model_->set_planners({planner("slow"), planner("good"), planner("none")});
        model_->set_unit(Unit::bytes);
        model_->set_standing(0, standing(2048, 2.5, 3));
        model_->set_state(0, AttemptState::done);
        model_->set_standing(1, standing(1024, 0.0125));
        model_->set_state(1, AttemptState::done);
    }

    void a_planner_has_a_family_if_the_registry_knows_it_and_is_external_otherwise() {
        model_->set_planners({planner("greedy-by-area"), planner("made up")});
        QCOMPARE(row(0)[1], QStringLiteral("Greedy planners"));
        QCOMPARE(row(1)[1], QStringLiteral("External planners"));
    }

    void a_row_shows_the_result_of_a_planner() {
        QCOMPARE(row(0), (QStringList{"slow", "External planners", "complete", "2,048", "1,024", "+100.0 %", "4,096",
                                      "1,024", "2.5000", "3", ""}));
        QCOMPARE(row(1), (QStringList{"good", "External planners", "complete", "1,024", "0", "+0.0 %", "2,048", "1,024",
                                      "0.0125", "0", ""}));
        QCOMPARE(row(2), (QStringList{"none", "External planners", "", "", "", "", "", "", "", "", ""}));
    }

    void equal_peaks_sort_by_the_sum_of_all() {
        PlannerStanding fuller = standing(1024, 1);
        fuller.total_peak = Bytes(5000);
        model_->set_standing(0, fuller);
        model_->sort(Model::peak, Qt::AscendingOrder);
        QCOMPARE(names(), (QStringList{"good", "slow", "none"}));
        model_->sort(Model::peak, Qt::DescendingOrder);
        QCOMPARE(names(), (QStringList{"slow", "good", "none"}));
    }

    void figures_sort_by_value_and_rows_without_a_figure_come_last() {
        for (const int column : {Model::peak, Model::over, Model::share, Model::time, Model::moved}) {
            model_->sort(column, Qt::AscendingOrder);
            QCOMPARE(names(), (QStringList{"good", "slow", "none"}));
            model_->sort(column, Qt::DescendingOrder);
            QCOMPARE(names(), (QStringList{"slow", "good", "none"}));
        }
        model_->sort(Model::planner, Qt::AscendingOrder);
        QCOMPARE(names(), (QStringList{"good", "none", "slow"}));
        QCOMPARE(model_->entry_at(0), std::size_t{1});
        QCOMPARE(model_->row_of(0), 2);
    }

    void a_persistent_row_keeps_its_planner_when_results_come() {
        model_->sort(Model::peak, Qt::AscendingOrder);
        const QPersistentModelIndex held = model_->index(0, Model::planner);
        model_->set_standing(2, standing(512, 1));
        QCOMPARE(held.row(), 1);
        QCOMPARE(held.data().toString(), QStringLiteral("good"));
    }

    void a_tick_chooses_a_planner() {
        QSignalSpy changed(model_.get(), &Model::choice_changed);
        QVERIFY(model_->setData(model_->index(0, Model::planner), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!model_->attempts()[0].chosen);
        QCOMPARE(changed.count(), 1);
        QVERIFY(!model_->setData(model_->index(0, Model::peak), Qt::Checked, Qt::CheckStateRole));
    }

    void a_running_planner_can_be_cancelled_and_shows_its_progress() {
        model_->set_state(2, AttemptState::waiting);
        QCOMPARE(text(2, Model::state), QStringLiteral("waiting"));
        QCOMPARE(text(2, Model::cancel), QStringLiteral("Cancel"));
        model_->set_state(2, AttemptState::running);
        QVERIFY(!model_->index(2, Model::state).data(Model::share_role).isValid());
        model_->set_progress(2, 30, 120);
        QCOMPARE(model_->index(2, Model::state).data(Model::share_role).toDouble(), 0.25);
        model_->set_state(2, AttemptState::failed, QStringLiteral("it keeps no pins"));
        QCOMPARE(text(2, Model::cancel), QString());
        QCOMPARE(model_->index(2, Model::state).data(Qt::ToolTipRole).toString(), QStringLiteral("it keeps no pins"));
        QCOMPARE(text(2, Model::state), QStringLiteral("failed: it keeps no pins"));
    }

    void a_time_says_what_ran_beside_it() {
        PlannerStanding crowded = standing(1024, 2);
        crowded.beside = 1;
        model_->set_standing(0, crowded);
        QCOMPARE(model_->index(0, Model::time).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("2.0000 s, beside up to 1 other run"));
        QCOMPARE(model_->index(1, Model::time).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("0.0125 s, measured alone"));
        QVERIFY(model_->headerData(Model::time, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("Other runs beside it make a run slower")));
    }

    void clearing_keeps_only_the_choice() {
        model_->set_chosen(1, false);
        model_->clear_results();
        QVERIFY(!model_->attempts()[0].standing && model_->attempts()[0].state == AttemptState::idle);
        QVERIFY(model_->attempts()[0].chosen && !model_->attempts()[1].chosen);
    }

    void another_run_of_a_planner_follows_it_and_has_its_own_name() {
        model_->add("slow", {{"work", "7"}}, 0);
        model_->add("slow", {{"work", "7"}}, 0);
        model_->add("none", {}, 5);
        QCOMPARE(model_->rowCount(), 6);
        QCOMPARE(text(1, Model::planner), QStringLiteral("slow (work=7)"));
        QCOMPARE(text(2, Model::planner), QStringLiteral("slow (work=7) #2"));
        QCOMPARE(text(5, Model::planner), QStringLiteral("none (seed=5)"));
        model_->configure(4, {}, 2);
        QCOMPARE(text(2, Model::planner), QStringLiteral("slow (seed=2)"));
        model_->remove(3);
        QCOMPARE(text(1, Model::planner), QStringLiteral("slow (seed=2)"));
        QCOMPARE(text(0, Model::peak), QStringLiteral("2,048"));
    }

    void amounts_follow_the_unit_and_tooltips_are_exact() {
        model_->set_unit(Unit::kibibytes);
        QCOMPARE(text(0, Model::peak), QStringLiteral("2"));
        QCOMPARE(model_->headerData(Model::peak, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("peak KiB"));
        QCOMPARE(model_->index(0, Model::peak).data(Qt::ToolTipRole).toString(), QStringLiteral("2,048 B"));
        QVERIFY(model_->index(1, Model::peak).data(Qt::ToolTipRole).toString().contains(QStringLiteral("lowest")));
    }

private:
    [[nodiscard]] QString text(int row, int column) const { return model_->index(row, column).data().toString(); }
    [[nodiscard]] QStringList row(int row) const {
        QStringList texts;
        for (int column = 0; column < Model::column_count; ++column) {
            texts << text(row, column);
        }
        return texts;
    }
    [[nodiscard]] QStringList names() const {
        return {text(0, Model::planner), text(1, Model::planner), text(2, Model::planner)};
    }

    std::unique_ptr<Model> model_;
};

ARENASCOPE_TEST(StandingModelTest)
#include "standing_model_test.moc"
