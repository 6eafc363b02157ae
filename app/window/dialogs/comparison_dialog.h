#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QDialog>

#include "app/session/judged_plan.h"
#include "app/session/planner_contest.h"
#include "core/base/text/amount.h"
#include "qt/tasks/background_task.h"
#include "widgets/plots/planner_comparison/standing_model.h"

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace arenascope {

class LayoutGallery;
class OptionsDialog;
class QualityPlot;
class Session;
class StandingTable;

/// Runs planners on the open problem and compares them: a table of figures, quality against time, and all layouts on
/// one scale. A result can be adopted as the plan. A planner can run several times with other options or seeds. The
/// dialog is not modal.
///
///   ┌ table ───────────────┐┌ quality/time ┐
///   │☑ exact      …        ││   ●    ●     │
///   └──────────────────────┘└──────────────┘
///   ┌ ▆▆ ┐┌ ▆▇ ┐┌ ▇▇ ┐  layouts
///
/// Results are judged on another thread (see judge()), so that the window stays responsive with a million buffers.
class ComparisonDialog final : public QDialog {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparisonDialog)

public:
    explicit ComparisonDialog(Session& session, QWidget* parent = nullptr);
    ~ComparisonDialog() override;

    void set_unit(Unit unit);
    /// The user keeps other external planners. They are listed only while *With external planners* is ticked.
    void offer_externals();
    [[nodiscard]] const StandingModel& standings() const { return model_; }
    [[nodiscard]] bool is_running() const;

public slots:
    void run();

signals:
    /// A result became the open plan; the order has the planner, its settings and the seed.
    void adopted(const PlanOrder& order);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void list_runs();
    [[nodiscard]] QLayout* new_choice_row();
    [[nodiscard]] QLayout* new_run_row();
    void connect_contest();
    void show_problem();
    void show_results();
    void show_state();
    void select(std::optional<std::size_t> entry);
    void adopt(std::size_t entry);
    void choose_all(bool chosen);
    void ask_for_options(bool is_new_run);
    void apply_options(bool is_new_run);
    void remove_selected();
    void forget_results();
    [[nodiscard]] PlanOrder order_of(const Attempt& attempt) const;
    void receive(std::size_t order, std::shared_ptr<Expected<Plan>> plan);
    void judge_plan(std::size_t order, std::shared_ptr<Expected<Plan>> plan);

    Session& session_;
    StandingModel model_;
    PlannerContest contest_;
    std::vector<std::size_t> entries_;                      ///< entry of the model, by entry of the contest
    std::vector<std::unique_ptr<BackgroundTask>> judging_;  ///< by entry of the contest
    std::vector<std::optional<JudgedPlan>> results_;        ///< by entry of the model
    std::shared_ptr<const Problem> problem_;                ///< the problem of the results
    std::shared_ptr<const Layout> before_;                  ///< the open layout when the last results were made
    std::vector<std::shared_ptr<const Problem>>
        adopted_;                     ///< versions of `problem_` that adopted results brought, with other options
    std::optional<Bytes> threshold_;  ///< of the problem; empty: not computed yet
    bool is_adopting_ = false;
    bool has_externals_ = false;  ///< the user keeps some
    std::optional<std::size_t> selected_;
    Unit unit_ = Unit::kibibytes;

    QLabel* title_;
    QLabel* state_;
    StandingTable* table_;
    QualityPlot* plot_;
    LayoutGallery* gallery_;
    OptionsDialog* options_;
    OptionsDialog* add_dialog_;
    QDoubleSpinBox* time_limit_;
    QSpinBox* threads_;
    QCheckBox* one_at_a_time_;
    QCheckBox* with_external_;
    QPushButton* all_;
    QPushButton* none_;
    QPushButton* change_;
    QPushButton* add_;
    QPushButton* remove_;
    QPushButton* run_;
    QPushButton* cancel_;
    QPushButton* adopt_;
};

}  // namespace arenascope
