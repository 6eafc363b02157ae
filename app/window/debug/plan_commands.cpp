#include "app/window/debug/plan_commands.h"

#include <algorithm>
#include <vector>

#include <QMenu>
#include <QMenuBar>

#include "app/session/external_choice.h"
#include "app/session/offered_planners.h"
#include "app/window/dialogs/comparison_dialog.h"
#include "app/window/dialogs/external_dialog.h"
#include "app/window/dialogs/options_dialog.h"
#include "app/window/frame/screen_fit.h"
#include "app/window/frame/window_tool_bar.h"
#include "core/planner/registry.h"
#include "widgets/panels/progress_panel/progress_panel.h"

namespace arenascope {
PlanCommands::PlanCommands(const WindowFrame& frame, WindowToolBar& tools, ProgressPanel& progress)
    : WindowPart(frame),
      tools_(tools),
      progress_(progress),
      options_(new OptionsDialog(&window_)),
      comparison_(new ComparisonDialog(session_, &window_)),
      externals_(new ExternalDialog(&window_)) {
    offer_externals();
    connect(externals_, &ExternalDialog::changed, this, &PlanCommands::offer_externals);
    connect(externals_, &ExternalDialog::run_requested, this, [this](const QString& name) {
        options_->choose_planner(name);
        tune();
    });
    connect(&session_.plan(), &OpenPlan::opened, this, &PlanCommands::tune_if_unplanned);
    connect(&tools_, &WindowToolBar::planner_chosen, options_, &OptionsDialog::choose_planner);
    connect(options_, &OptionsDialog::planner_changed, &tools_, &WindowToolBar::choose_planner);
    connect(options_, &OptionsDialog::planner_changed, this, &PlanCommands::order_changed);
    connect(session_.tuning().run(), &PlanRun::started, this, &PlanCommands::order_changed);
    connect(options_, &OptionsDialog::tune_requested, this, &PlanCommands::tune);
    connect(comparison_, &ComparisonDialog::adopted, options_, &OptionsDialog::set_order);
    connect(&appearance_, &Appearance::unit_changed, &progress_, &ProgressPanel::set_unit);
    connect(&appearance_, &Appearance::unit_changed, comparison_, &ComparisonDialog::set_unit);
    connect_actions();
    follow_run();
}

void PlanCommands::connect_actions() {
    connect(actions_.tune, &QAction::triggered, this, [this] {
        if (session_.tuning().run()->is_running()) {
            session_.tuning().run()->cancel();
        } else {
            tune();
        }
    });
    connect(actions_.tune_from_here, &QAction::triggered, this, [this] {
        if (const auto order = runnable_order()) {
            session_.tuning().start_from_shown(*order);
        }
    });
    connect(actions_.external_planners, &QAction::triggered, this, [this] {
        externals_->set_running(session_.tuning().run()->is_running(), session_.has_plan());
        fit_into_screen(*externals_);
        externals_->show();
        externals_->raise();
        externals_->activateWindow();
    });
    connect(actions_.options, &QAction::triggered, this, [this] {
        options_->show();
        options_->raise();
        options_->activateWindow();
    });
    connect(actions_.compare, &QAction::triggered, this, [this] {
        fit_into_screen(*comparison_);
        comparison_->show();
        comparison_->raise();
        comparison_->activateWindow();
    });
    connect(actions_.cancel, &QAction::triggered, session_.tuning().run(), &PlanRun::cancel);
}

void PlanCommands::follow_run() {
    PlanRun* run = session_.tuning().run();
    const auto show_running = [this](bool running) {
        actions_.set_running(running);
        options_->set_running(running);
        externals_->set_running(running, session_.has_plan());
    };
    connect(run, &PlanRun::started, this, [this, show_running] {
        show_running(true);
        const Tuning& tuning = session_.tuning();
        progress_.start(QString::fromStdString(tuning.provenance().planner), session_.shown()->unshared_threshold,
                        tuning.placed_by());
        progress_.show();
    });
    connect(run, &PlanRun::progressed, this, [this](std::uint64_t work, std::uint64_t work_limit, Offset best) {
        progress_.set_progress(work, work_limit, session_.tuning().best_of(best));
    });
    connect(run, &PlanRun::finished, this, [this, show_running] {
        show_running(false);
        progress_.hide();
    });
    connect(&progress_, &ProgressPanel::cancel_requested, run, &PlanRun::cancel);
}

PlanOrder PlanCommands::order() const {
    return options_->order();
}

void PlanCommands::set_order(const PlanOrder& order) {
    if (std::ranges::any_of(described_planners(),
                            [&order](const PlannerDescription& each) { return each.name == order.planner; })) {
        options_->set_order(order);
    }
}

void PlanCommands::tune() {
    if (const auto order = runnable_order()) {
        session_.tuning().start(*order);
    }
}

std::optional<PlanOrder> PlanCommands::runnable_order() {
    PlanOrder order = options_->order();
    if (const auto chosen = choose_kept_external(order); !chosen) {
        notices_.report(chosen.error());
        return std::nullopt;
    }
    return order;
}

void PlanCommands::offer_externals() {
    const std::vector<PlannerDescription> offered = offered_planners();
    tools_.offer_planners(offered);
    options_->offer_planners();
    comparison_->offer_externals();
    actions_.offer_externals(offered_externals(), *window_.menuBar()->findChild<QMenu*>(QStringLiteral("planners")));
}

void PlanCommands::tune_if_unplanned() {
    const LayoutFigures& figures = *session_.shown()->figures;
    if (session_.following().is_active()) {
        return;  // its planner places the buffers
    }
    if (figures.buffers > 0 && figures.placed == 0) {
        // To open a file runs no program of the user.
        const PlanOrder order = options_->order();
        session_.tuning().start_unasked(
            planner_named(order.planner) ? order : PlanOrder{.planner = std::string(default_planner)});
    }
}

}  // namespace arenascope
