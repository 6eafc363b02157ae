#include "app/window/debug/pause_views.h"

#include <chrono>
#include <memory>
#include <utility>

#include "core/analysis/debugging/recorded_step.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/panels/pause_bar/pause_bar.h"
#include "widgets/panels/progress_panel/progress_panel.h"

namespace arenascope {
namespace {

constexpr auto time_of_a_step = std::chrono::milliseconds(200);

QString pause_words(const PauseReport& report) {
    const QString path = QString::fromStdString(path_text(report.path));
    if (report.breakpoints.empty()) {
        return report.reason.empty() ? PauseViews::tr("Paused at step %1").arg(path)
                                     : PauseViews::tr("Paused at step %1 (%2)").arg(path, visible_text(report.reason));
    }
    const auto others = static_cast<std::int64_t>(report.breakpoints.size()) - 1;
    const QString condition =
        others == 0 ? visible_text(report.condition)
                    : PauseViews::tr("%1, and %2")
                          .arg(visible_text(report.condition), counted(others, PauseViews::tr("1 other breakpoint"),
                                                                       PauseViews::tr("%1 other breakpoints")));
    return PauseViews::tr("Paused at step %1: %2 — hit %3")
        .arg(path, condition, grouped_text(static_cast<std::int64_t>(report.hits)));
}

}  // namespace

PauseViews::PauseViews(const WindowFrame& frame, PauseBar& bar, ProgressPanel& progress)
    : WindowPart(frame), bar_(bar), progress_(progress) {
    PlanRun* run = session_.tuning().run();
    leaving_.setSingleShot(true);
    leaving_.setInterval(time_of_a_step);
    bar_.set_keys(actions_.resume->shortcut().toString(QKeySequence::NativeText),
                  actions_.step->shortcut().toString(QKeySequence::NativeText));
    connect(&leaving_, &QTimer::timeout, this, &PauseViews::hide);
    connect(run, &PlanRun::paused, this, [this](const std::shared_ptr<const PauseReport>& report) { show(*report); });
    connect(run, &PlanRun::resumed, &leaving_, qOverload<>(&QTimer::start));
    connect(run, &PlanRun::started, this, &PauseViews::hide);
    connect(run, &PlanRun::finished, this, &PauseViews::hide);
    for (auto [action, signal] : {std::pair(actions_.resume, &PauseBar::resume_requested),
                                  std::pair(actions_.step, &PauseBar::step_requested)}) {
        connect(&bar_, signal, action, &QAction::trigger);
    }
    connect(&bar_, &PauseBar::cancel_requested, run, &PlanRun::cancel);
    connect(actions_.resume, &QAction::triggered, run, &PlanRun::resume);
    connect(actions_.step, &QAction::triggered, run, &PlanRun::step);
}

void PauseViews::show(const PauseReport& report) {
    leaving_.stop();
    progress_.hide();
    bar_.show_pause(pause_words(report));
    actions_.set_paused(true);
}

void PauseViews::hide() {
    leaving_.stop();
    bar_.hide();
    progress_.setVisible(session_.tuning().run()->is_running());
    actions_.set_paused(false);
}

}  // namespace arenascope
