#include "app/window/debug/follow_views.h"

#include <utility>

#include <QFileInfo>

#include "app/window/frame/action_reason.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/panels/pause_bar/pause_bar.h"

namespace arenascope {
namespace {

QString followed_name(const QString& path) {
    return visible_text(QFileInfo(path).fileName());
}

QString counted_steps(std::uint64_t count) {
    return counted(static_cast<std::int64_t>(count), FollowViews::tr("1 step"), FollowViews::tr("%1 steps"));
}

}  // namespace

FollowViews::FollowViews(const WindowFrame& frame, PauseBar& bar) : WindowPart(frame), bar_(bar) {
    Following& following = session_.following();
    bar_.set_keys(actions_.resume->shortcut().toString(QKeySequence::NativeText),
                  actions_.step->shortcut().toString(QKeySequence::NativeText));
    bar_.set_words(tr("Stop Following"), tr("Reads no further. The steps that are shown stay."),
                   tr("Goes on to the next hit of a breakpoint, or to the newest step"));
    connect(&following, &Following::changed, this, &FollowViews::show);
    connect(&following, &Following::ended, this, &FollowViews::show_end);
    connect(&following, &Following::failed, this, [this](const Error& error, const QString& path) {
        notices_.report(error, tr("Follow Again"), [this, path] { emit follow_asked(path); });
    });
    for (auto [action, signal] : {std::pair(actions_.resume, &PauseBar::resume_requested),
                                  std::pair(actions_.step, &PauseBar::step_requested)}) {
        connect(&bar_, signal, action, &QAction::trigger);
    }
    connect(&bar_, &PauseBar::cancel_requested, &following, &Following::stop);
    connect(actions_.resume, &QAction::triggered, &following, &Following::resume);
    connect(actions_.step, &QAction::triggered, &following, &Following::step);
}

void FollowViews::show() {
    const Following& following = session_.following();
    const bool is_paused = following.is_active() && following.pause().has_value();
    if (!following.is_active()) {
        bar_.hide();
    } else if (is_paused) {
        bar_.show_pause(pause_words());
    } else {
        bar_.show_going_on(going_words());
    }
    if (std::exchange(was_paused_, is_paused) != is_paused && session_.tuning().run()->pause() == nullptr) {
        for (QAction* needs_pause : {actions_.resume, actions_.step}) {
            allow(*needs_pause, is_paused ? QString() : tr("No run is paused. A breakpoint pauses the next one."));
        }
    }
}

QString FollowViews::going_words() const {
    const Following& following = session_.following();
    const QString name = followed_name(following.path());
    if (!following.is_shown()) {
        return tr("Following %1: waiting for its first step").arg(name);
    }
    const std::uint64_t waiting = following.waiting_steps();
    if (following.is_held()) {
        return tr("Following %1: the plan was edited, so %2 until the edits are undone")
            .arg(name, counted(static_cast<std::int64_t>(waiting), tr("1 step waits"), tr("%1 steps wait")));
    }
    const QString count = counted_steps(following.main_steps());
    return waiting == 0 ? tr("Following %1: %2").arg(name, count)
                        : tr("Following %1: %2, %3 after the shown one")
                              .arg(name, count, grouped_text(static_cast<std::int64_t>(waiting)));
}

QString FollowViews::pause_words() const {
    const Following& following = session_.following();
    const QString place = visible_text(QString::fromStdString(following.pause()->place));
    const QString condition = visible_text(QString::fromStdString(following.pause()->condition));
    const std::uint64_t waiting = following.waiting_steps();
    const QString where =
        condition.isEmpty() ? tr("Paused at step %1").arg(place) : tr("Paused at step %1: %2").arg(place, condition);
    const QString rest = waiting == 0
                             ? tr("no further step waits")
                             : counted(static_cast<std::int64_t>(waiting), tr("1 step waits"), tr("%1 steps wait"));
    return following.has_ended() ? tr("%1 — %2; the recording has ended").arg(where, rest)
                                 : tr("%1 — %2").arg(where, rest);
}

void FollowViews::show_end(const QString& path, std::uint64_t main_steps, bool is_closed) {
    const QString name = followed_name(path);
    if (is_closed) {
        notices_.inform(tr("%1 is complete: %2.").arg(name, counted_steps(main_steps)));
    } else {
        notices_.tell(tr("The planner has ended without closing %1. It is shown up to its last whole step.").arg(name));
    }
}

}  // namespace arenascope
