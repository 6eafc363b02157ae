#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QDialog>

#include "app/session/planner_contest.h"
#include "core/picture/palette.h"
#include "core/picture/unit.h"
#include "widgets/planner_comparison/standing_model.h"

class QLabel;
class QPushButton;

namespace arenascope {

class LayoutGallery;
class QualityPlot;
class Session;
class StandingTable;

/// Runs planners on the open problem side by side: a table of their figures, quality against time, the layouts on one
/// scale; one can be adopted as the plan. Stays open beside the window.
///
///   ┌ table ───────────────┐┌ quality/time ┐
///   │☑ exact      …        ││   ●    ●     │
///   └──────────────────────┘└──────────────┘
///   ┌ ▆▆ ┐┌ ▆▇ ┐┌ ▇▇ ┐  layouts
class ComparisonDialog final : public QDialog {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparisonDialog)

public:
    explicit ComparisonDialog(Session& session, QWidget* parent = nullptr);
    ~ComparisonDialog() override;

    void set_unit(Unit unit);
    void set_theme(Theme theme);
    [[nodiscard]] const StandingModel& standings() const { return model_; }
    [[nodiscard]] bool is_running() const { return contest_.is_running(); }

public slots:
    void run();

private:
    void build();
    void connect_contest();
    void show_problem();
    void show_results();
    void show_state();
    void select(std::optional<std::size_t> entry);
    void adopt(std::size_t entry);
    void choose_all(bool chosen);
    void take(std::size_t entry, std::shared_ptr<Expected<Plan>> plan);

    Session& session_;
    StandingModel model_;
    PlannerContest contest_;
    std::vector<std::size_t> entries_;  ///< of the model, by entry of the contest
    /// By entry of the model; null: it has no result.
    std::vector<std::shared_ptr<const Plan>> plans_;
    std::vector<std::shared_ptr<const std::vector<Risk>>> risks_;
    std::shared_ptr<const Problem> problem_;  ///< that the results are of
    std::shared_ptr<const Layout> before_;    ///< what was open when they were made
    std::optional<std::size_t> selected_;
    Unit unit_ = Unit::kibibytes;

    QLabel* title_;
    QLabel* state_;
    StandingTable* table_;
    QualityPlot* plot_;
    LayoutGallery* gallery_;
    QPushButton* all_;
    QPushButton* none_;
    QPushButton* run_;
    QPushButton* cancel_;
    QPushButton* adopt_;
};

}  // namespace arenascope
