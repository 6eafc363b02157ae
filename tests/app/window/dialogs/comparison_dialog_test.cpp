#include "app/window/dialogs/comparison_dialog.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QToolBar>

#include "app/window/dialogs/options_dialog.h"
#include "core/planner/compared_runs.h"
#include "tests/app/kept_planner.h"
#include "tests/app/planner_scripts.h"
#include "tests/app/window_fixture.h"
#include "widgets/plots/planner_comparison/layout_gallery.h"
#include "widgets/plots/planner_comparison/quality_plot.h"

using namespace arenascope;
using namespace arenascope::test;

class ComparisonDialogTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void nothing_can_be_compared_without_an_open_plan() {
        QVERIFY(!window_->actions().compare->isEnabled());
        QVERIFY(!button("Compare").isEnabled());
    }

    void every_planner_gets_a_row_a_point_and_a_picture() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        compare();
        const auto& attempts = dialog().standings().attempts();
        for (std::size_t entry = 0; entry < attempts.size(); ++entry) {
            QVERIFY2(attempts[entry].state == AttemptState::done, attempts[entry].planner.name.data());
            QVERIFY(attempts[entry].standing.has_value());
            QVERIFY(dialog().findChild<QualityPlot*>()->point(entry).has_value());
            QVERIFY(!dialog().findChild<LayoutGallery*>()->card_rect(entry).isNull());
        }
    }

    void only_ticked_planners_run() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        button("None").click();
        QVERIFY(!button("Compare").isEnabled());
        auto& model = *dialog().findChild<QTableView*>()->model();
        model.setData(model.index(dialog().standings().row_of(1), StandingModel::planner), Qt::Checked,
                      Qt::CheckStateRole);
        compare();
        const auto& attempts = dialog().standings().attempts();
        for (std::size_t entry = 0; entry < attempts.size(); ++entry) {
            QCOMPARE(attempts[entry].standing.has_value(), entry == 1);
        }
    }

    void external_planners_run_only_if_the_box_is_ticked_and_their_layouts_are_checked() {
        const KeptPlanner good(folder_, "good", first_fit);
        const KeptPlanner lying(folder_, "lying", "#!/bin/sh\ncat > /dev/null\necho id,offset\necho a,0\necho b,0\n");
        write("id,lower,upper,size\na,0,4,10\nb,3,9,8\n");
        open_planned(plan_);
        window_->actions().compare->trigger();
        const std::size_t own = dialog().standings().attempts().size();
        auto& box = *dialog().findChild<QCheckBox*>(QStringLiteral("with_external"));
        QVERIFY(box.isEnabled());
        QVERIFY(!box.isChecked());
        box.click();
        const auto& attempts = dialog().standings().attempts();
        QCOMPARE(attempts.size(), own + 2);
        compare();
        QVERIFY(attempts[own].state == AttemptState::done);
        QCOMPARE(attempts[own].standing->planner, std::string("good"));
        QVERIFY(attempts[own].standing->peak == Offset(18));
        QVERIFY(attempts[own + 1].state == AttemptState::failed);
        QVERIFY2(attempts[own + 1].error.contains(QStringLiteral("overlap")), qPrintable(attempts[own + 1].error));
        select(own);
        button("Adopt").click();
        QCOMPARE(window_->session().state().provenance->planner, good.text());
        box.click();
        QCOMPARE(attempts.size(), own);
    }

    void without_kept_planners_there_is_nothing_to_tick() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        window_->actions().compare->trigger();
        QVERIFY(!dialog().findChild<QCheckBox*>(QStringLiteral("with_external"))->isEnabled());
    }

    void times_of_runs_one_at_a_time_are_measured_alone() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        auto& one_at_a_time = *dialog().findChild<QCheckBox*>(QStringLiteral("one_at_a_time"));
        window_->actions().compare->trigger();
        one_at_a_time.click();
        QVERIFY(one_at_a_time.isChecked());
        compare();
        for (const Attempt& attempt : dialog().standings().attempts()) {
            QVERIFY2(attempt.standing.has_value(), attempt.name.c_str());
            QCOMPARE(attempt.standing->beside, std::size_t{0});
        }
    }

    void enter_after_adopting_runs_nothing_again_and_the_state_says_what_was_adopted() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        compare();
        select(2);
        button("Adopt").click();
        const std::string name = dialog().standings().attempts()[2].name;
        const auto labels = dialog().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* each) {
            return each->text().startsWith(QString::fromStdString(name) + QStringLiteral(" is the open plan now"));
        }));
        QTest::keyClick(&dialog(), Qt::Key_Return);
        QVERIFY(!dialog().is_running());
        QVERIFY(dialog().isVisible());
        QVERIFY(dialog().standings().attempts()[2].standing.has_value());
    }

    void an_adopted_result_becomes_the_plan_and_can_be_undone() {
        open_tuned_sample();
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(1 << 30), RegionIndex(0)}}}, BufferIndex(0));
        const Layout edited = window_->session().layout();
        compare();
        QVERIFY(!button("Adopt").isEnabled());
        select(1);
        button("Adopt").click();
        const std::string name(dialog().standings().attempts()[1].planner.name);
        QCOMPARE(window_->session().state().provenance->planner, name);
        QCOMPARE(peak(*window_->session().problem(), window_->session().layout()),
                 dialog().standings().attempts()[1].standing->peak);
        QCOMPARE(window_->session().undo_stack()->undoText().toStdString(), "Adopt " + name);
        // Tune runs the planner that the window shows, which is that of the plan.
        QCOMPARE(window_->findChild<QToolBar*>()->findChild<QComboBox*>()->currentText().toStdString(), name);
        QCOMPARE(window_->findChild<OptionsDialog*>({}, Qt::FindDirectChildrenOnly)->planner().toStdString(), name);
        QVERIFY(!button("Compare").isDefault());
        window_->session().undo_stack()->undo();
        QVERIFY(window_->session().layout() == edited);
        // The results still belong to the same problem.
        QVERIFY(dialog().standings().attempts()[0].standing.has_value());
    }

    void every_adopted_run_can_be_stepped_through() {
        open_tuned_sample();
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(1 << 30), RegionIndex(0)}}}, BufferIndex(0));
        compare();
        const auto& attempts = dialog().standings().attempts();
        for (std::size_t entry = 0; entry < attempts.size(); ++entry) {
            const int before = window_->session().undo_stack()->index();
            select(entry);
            button("Adopt").click();
            QVERIFY2(!window_->session().steps().chief_steps().empty(), attempts[entry].name.c_str());
            QCOMPARE(window_->session().undo_stack()->index(), before + 1);
            window_->session().steps().show(0);
            QCOMPARE(window_->session().steps().chief_position(), 0);
        }
    }

    void the_source_way_of_a_planner_stands_beside_the_better_one() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        QStringList names;
        for (const Attempt& each : dialog().standings().attempts()) {
            names << QString::fromStdString(each.name);
        }
        QVERIFY(names.contains(QStringLiteral("peak-suppression (source)")));
        QVERIFY(names.contains(QStringLiteral("operator-sharing (source)")));
        select(dialog().standings().attempts().size() - 1);
        QVERIFY(!button("Remove").isEnabled());
    }

    void problems_with_cores_get_the_runs_that_the_command_line_compares() {
        open_planned(sample(QStringLiteral("inception_eight_cores.json")));
        const auto runs = compared_runs({});
        const auto& attempts = dialog().standings().attempts();
        QCOMPARE(attempts.size(), runs.size());
        // Each behind its planner, in the order of the command line.
        for (std::size_t row = 0; row < runs.size(); ++row) {
            const Attempt& attempt = attempts[dialog().standings().entry_at(static_cast<int>(row))];
            QCOMPARE(attempt.planner.name, runs[row].planner->description.name);
            QCOMPARE(attempt.name, runs[row].name);
            QVERIFY(attempt.chosen);
        }
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        const auto varied =
            std::ranges::count_if(attempts, [](const Attempt& each) { return each.planner.name == "many-core"; });
        QCOMPARE(varied, std::ptrdiff_t{1});
    }

    void a_planner_runs_more_than_once_with_other_options_and_seeds() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        button("None").click();
        const std::size_t planners = dialog().standings().attempts().size();
        const std::size_t tuner = 0;
        select(tuner);
        add_with("order", "asc", 0);
        add_with("order", "desc", 3);
        const auto& attempts = dialog().standings().attempts();
        QCOMPARE(attempts.size(), planners + 2);
        QCOMPARE(attempts[planners].name, std::string("peak-suppression (order=asc)"));
        QCOMPARE(attempts[planners + 1].name, std::string("peak-suppression (seed=3)"));
        compare();
        QVERIFY(!attempts[tuner].standing);
        QCOMPARE(attempts[planners].standing->planner, attempts[planners].name);
        QVERIFY(dialog().findChild<QualityPlot*>()->point(planners + 1).has_value());
        select(planners + 1);
        button("Adopt").click();
        QCOMPARE(window_->session().state().provenance->seed, std::uint64_t{3});
        // Other settings clear the result of the row; the others stay.
        button("Options…").click();
        apply_with("order", "asc", 4);
        QVERIFY(!attempts[planners + 1].standing && attempts[planners].standing);
        QCOMPARE(attempts[planners + 1].name, std::string("peak-suppression (order=asc, seed=4)"));
        button("Remove").click();
        QCOMPARE(attempts.size(), planners + 1);
        QVERIFY(!button("Remove").isEnabled());
    }

    void options_that_change_the_problem_keep_the_results() {
        open_tuned_sample();
        button("None").click();
        select(1);
        add_with("alignment", "4096", 0);
        compare();
        const auto& attempts = dialog().standings().attempts();
        select(attempts.size() - 1);
        button("Adopt").click();
        QCOMPARE(window_->session().problem()->regions[0].alignment.value() % 4096, std::int64_t{0});
        QVERIFY(attempts.back().standing.has_value());
        window_->session().undo_stack()->undo();
        QVERIFY(attempts.back().standing.has_value());
    }

    void a_time_limit_ends_each_run_with_its_best_layout() {
        open_endless_plan();
        auto& limit = *dialog().findChild<QDoubleSpinBox*>();
        limit.setValue(0.1);
        compare();
        for (const Attempt& attempt : dialog().standings().attempts()) {
            QVERIFY(attempt.state == AttemptState::done || attempt.state == AttemptState::failed);
        }
    }

    void a_planner_that_does_not_place_all_buffers_has_failed_and_names_the_first() {
        write(R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "core 0", "capacity": 10}],
                  "buffers": [{"name": "large", "size": 20, "begin": 0, "end": 3}]})");
        window_->open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().has_plan(), 20'000);
        compare();
        for (const Attempt& attempt : dialog().standings().attempts()) {
            const bool leaves_out = attempt.planner.name == "many-core";
            QVERIFY2(attempt.state == (leaves_out ? AttemptState::failed : AttemptState::done),
                     attempt.planner.name.data());
            QCOMPARE(attempt.error.contains(QStringLiteral("'large' in 'core 0': the memory needs 10 B more")),
                     leaves_out);
        }
        // Its row says why.
        const auto& model = *dialog().findChild<QTableView*>()->model();
        QStringList states;
        for (int row = 0; row < model.rowCount(); ++row) {
            states << model.index(row, StandingModel::state).data().toString();
        }
        QVERIFY(states.indexOf(QRegularExpression("^failed: .*needs 10 B more.*")) >= 0);
    }

    void another_file_ends_a_comparison_under_way() {
        open_endless_plan();
        window_->actions().compare->trigger();
        button("Compare").click();
        QVERIFY(dialog().is_running());
        open_planned(sample(QStringLiteral("placed.csv")));
        QVERIFY(!dialog().is_running());
        QVERIFY(!dialog().standings().attempts()[0].standing.has_value());
        compare();
        QVERIFY(dialog().standings().attempts()[0].standing.has_value());
    }

    void another_file_clears_the_results() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        compare();
        open_planned(sample(QStringLiteral("placed.csv")));
        QVERIFY(!dialog().standings().attempts()[0].standing.has_value());
        QVERIFY(button("Compare").isEnabled());
    }

    void a_comparison_under_way_can_be_cancelled() {
        open_endless_plan();
        window_->actions().compare->trigger();
        button("Compare").click();
        QVERIFY(dialog().is_running());
        button("Cancel All").click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().is_running(), 20'000);
        for (const Attempt& attempt : dialog().standings().attempts()) {
            QVERIFY(attempt.state == AttemptState::done || attempt.state == AttemptState::cancelled);
        }
    }

private:
    [[nodiscard]] ComparisonDialog& dialog() const { return *window_->comparison(); }
    [[nodiscard]] QPushButton& button(const char* text) const {
        for (QPushButton* each : dialog().findChildren<QPushButton*>()) {
            if (each->text() == QString::fromUtf8(text)) {
                return *each;
            }
        }
        qFatal("there is no button %s", text);
    }
    void select(std::size_t entry) const {
        dialog().findChild<QTableView*>()->selectRow(dialog().standings().row_of(entry));
    }
    /// Opens a problem that exact and the tuner do not finish.
    void open_endless_plan() {
        QByteArray content("id,lower,upper,size\n");
        for (int i = 0; i < 600; ++i) {
            const int begin = i * 7 % 97;
            content += QByteArray::number(i) + ',' + QByteArray::number(begin) + ',' +
                       QByteArray::number(begin + 3 + i * 13 % 31) + ',' + QByteArray::number(1000 + i * 7919 % 5000) +
                       '\n';
        }
        write(content);
        window_->open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().has_plan(), 20'000);
    }
    /// Fills the open form and presses its button.
    void fill_in(const char* option, const char* value, int seed, const char* action) const {
        for (auto* form : dialog().findChildren<OptionsDialog*>()) {
            if (!form->isVisible()) {
                continue;
            }
            form->set_order({.planner = form->planner().toStdString(),
                             .settings = {{option, value}},
                             .seed = static_cast<std::uint64_t>(seed)});
            for (QPushButton* each : form->findChildren<QPushButton*>()) {
                if (each->text() == QLatin1String(action)) {
                    each->click();
                    return;
                }
            }
        }
        qFatal("no form is open");
    }
    void add_with(const char* option, const char* value, int seed) const {
        button("Add…").click();
        fill_in(option, value, seed, "Add");
    }
    void apply_with(const char* option, const char* value, int seed) const { fill_in(option, value, seed, "Apply"); }
    void compare() {
        window_->actions().compare->trigger();
        button("Compare").click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().is_running(), 240'000);
    }
};

ARENASCOPE_TEST(ComparisonDialogTest)
#include "comparison_dialog_test.moc"
