#include "app/window/plan_commands.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/window/appearance.h"
#include "app/window/comparison_dialog.h"
#include "app/window/notices.h"
#include "app/window/options_dialog.h"
#include "app/window/screen_fit.h"
#include "app/window/window_actions.h"
#include "app/window/window_tool_bar.h"
#include "core/format/writing.h"
#include "core/memory/live_profile.h"
#include "core/planner/registry.h"
#include "widgets/progress_panel/progress_panel.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

/// The setting of an option that names a file to write; empty: none.
std::optional<KeyValue> file_to_write(const PlanOrder& order) {
    const auto planner = planner_named(order.planner);
    if (!planner) {
        return std::nullopt;
    }
    for (const OptionSpec& option : (*planner)->description.options) {
        for (const KeyValue& setting : order.settings) {
            if (option.file == FileUse::written && setting.first == option.key && !setting.second.empty()) {
                return setting;
            }
        }
    }
    return std::nullopt;
}

}  // namespace

PlanCommands::PlanCommands(QWidget& window, Session& session, const WindowActions& actions, WindowToolBar& tools,
                           ProgressPanel& progress, const Appearance& appearance, Notices& notices, QObject* parent)
    : QObject(parent),
      session_(session),
      tools_(tools),
      progress_(progress),
      options_(new OptionsDialog(&window)),
      comparison_(new ComparisonDialog(session, &window)),
      notices_(notices) {
    connect(&session_.plan(), &OpenPlan::opened, this, &PlanCommands::tune_if_unplanned);
    connect(&tools_, &WindowToolBar::planner_chosen, options_, &OptionsDialog::choose_planner);
    connect(options_, &OptionsDialog::planner_changed, &tools_, &WindowToolBar::choose_planner);
    connect(options_, &OptionsDialog::tune_requested, this, &PlanCommands::tune);
    connect(comparison_, &ComparisonDialog::adopted, options_, &OptionsDialog::set_order);
    connect(&appearance, &Appearance::unit_changed, &progress_, &ProgressPanel::set_unit);
    connect(&appearance, &Appearance::unit_changed, comparison_, &ComparisonDialog::set_unit);
    connect_actions(actions);
    follow_run(actions);
}

void PlanCommands::connect_actions(const WindowActions& actions) {
    connect(actions.tune, &QAction::triggered, this, [this] {
        if (session_.tuning().run()->is_running()) {
            session_.tuning().run()->cancel();
        } else {
            tune();
        }
    });
    connect(actions.options, &QAction::triggered, this, [this] {
        options_->show();
        options_->raise();
        options_->activateWindow();
    });
    connect(actions.compare, &QAction::triggered, this, [this] {
        fit_into_screen(*comparison_);
        comparison_->show();
        comparison_->raise();
        comparison_->activateWindow();
    });
    connect(actions.cancel, &QAction::triggered, session_.tuning().run(), &PlanRun::cancel);
}

void PlanCommands::follow_run(const WindowActions& actions) {
    PlanRun* run = session_.tuning().run();
    const auto show_running = [this, actions](bool running) {
        actions.set_running(running);
        options_->set_running(running);
    };
    connect(run, &PlanRun::started, this, [this, show_running] {
        show_running(true);
        progress_.start(tools_.planner(), threshold(*session_.problem()));
        progress_.show();
    });
    connect(run, &PlanRun::progressed, &progress_, &ProgressPanel::set_progress);
    connect(run, &PlanRun::finished, this, [this, show_running] {
        show_running(false);
        progress_.hide();
        write_execution_list();
    });
    connect(&progress_, &ProgressPanel::cancel_requested, run, &PlanRun::cancel);
}

void PlanCommands::tune() {
    const PlanOrder order = options_->order();
    execution_list_ = file_to_write(order);
    if (execution_list_ && !session_.problem()->graph) {
        notices_.report({session_.path().toStdString(), 0, tr("the file has no network to deploy").toStdString(),
                         tr("open a model, or clear the option %1")
                             .arg(QString::fromStdString(execution_list_->first))
                             .toStdString()});
        return;
    }
    session_.tuning().start(order);
}

void PlanCommands::write_execution_list() {
    const auto setting = std::exchange(execution_list_, std::nullopt);
    if (!setting || !session_.has_plan() || !session_.state().provenance) {
        return;
    }
    // The plan may still be another one: a stopped run is not always adopted.
    const std::vector<KeyValue>& used = session_.state().provenance->options;
    if (std::find(used.begin(), used.end(), *setting) == used.end()) {
        return;
    }
    const auto written = write_deployment(setting->second, *session_.problem(), session_.layout());
    if (written) {
        notices_.inform(tr("Wrote the operators that are left to run to %1")
                            .arg(visible_text(QString::fromStdString(setting->second))));
    } else {
        notices_.report(written.error());
    }
}

void PlanCommands::tune_if_unplanned() {
    if (!session_.layout().placements.empty() && !has_placements(session_.layout())) {
        tune();
    }
}

}  // namespace arenascope
