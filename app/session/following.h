#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include "app/session/debugging.h"
#include "app/session/open_plan.h"
#include "core/format/recording/followed_recording.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Where the view of a followed recording is paused.
struct FollowPause {
    std::string place;      ///< the step, as `trace` counts
    std::string condition;  ///< that holds there; empty after a single step
};

/// Follows a recording while a planner writes it, and shows its run as it grows. Breakpoints that stop pause the view;
/// the planner goes on, and what it writes is read meanwhile.
///
///   start ─▶ waiting ─ first step ─▶ shown ─ hit ─▶ paused        stop(), another plan, or an error end it; the run
///                                      ▲  ▲          │  │        stays as it was shown last
///                                      │  └ resume() ┘  │
///                                      └──── step() ────┘ to the next step, paused again
///
/// The shown step stays where it is, unless it is the last one: then it follows the end of the run. Each growth makes
/// a longer trace of the same plan, and the next one waits until breakpoints were searched in it, so growing takes a
/// quarter of the time at most. A plan that was edited does not grow until the edits are undone.
class Following final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Following)

public:
    /// Both must outlive this.
    Following(OpenPlan& plan, Debugging& debugging, QObject* parent = nullptr);

    /// Asked before the first steps replace the open plan. False: following ends.
    void set_gate(std::function<bool()> may_replace) { may_replace_ = std::move(may_replace); }

    /// Follows a recording or a named pipe. Ends what was followed before. Errors come with failed().
    void start(const QString& path);
    void stop();
    /// Until everything of it is shown.
    [[nodiscard]] bool is_active() const { return !path_.isEmpty(); }
    /// Whether it has become the open plan.
    [[nodiscard]] bool is_shown() const { return trace_ != nullptr; }
    /// Empty: the view is not paused.
    [[nodiscard]] const std::optional<FollowPause>& pause() const { return pause_; }
    /// Whether the planner has ended, so that no further steps come.
    [[nodiscard]] bool has_ended() const { return end_.has_value(); }
    /// Whether the plan was edited, so that it cannot grow.
    [[nodiscard]] bool is_held() const { return is_shown() && !can_grow(); }
    /// Empty: nothing is followed.
    [[nodiscard]] const QString& path() const { return path_; }

    /// The main steps that were read so far, and how many of them come after the shown one.
    [[nodiscard]] std::uint64_t main_steps() const { return main_steps_; }
    [[nodiscard]] std::uint64_t waiting_steps() const;

    /// A paused view goes on, to the next hit or to the newest step. Nothing happens otherwise.
    void resume();
    /// A paused view goes on to the step that ends next, and waits for it if it was not written yet.
    void step();

signals:
    /// Anything that the functions above give.
    void changed();
    /// Everything is shown. `is_closed` false: the planner has gone without closing the recording.
    void ended(const QString& path, std::uint64_t main_steps, bool is_closed);
    /// The recording is none, was cut, replaced or removed, or memory ran out. What was shown stays.
    void failed(const Error& error, const QString& path);

private:
    /// What one turn of reading gives.
    struct Piece {
        Expected<TailState> state = TailState::waiting;
        std::uint64_t main_steps = 0;
        std::uint64_t steps = 0;
        std::shared_ptr<Document> document = {};      ///< null: nothing new, or not asked for
        std::shared_ptr<PreparedPlan> prepared = {};  ///< of the first document
    };

    void read();
    void take(Piece piece);
    void show_first(Piece piece);
    void grow(Document document);
    void take_findings();
    void pause_at(FrameIndex frame, std::string condition);
    void go_to(FrameIndex frame);
    void end_if_all_is_shown();
    void fail(const Error& error);
    void forget();
    [[nodiscard]] bool can_grow() const;
    [[nodiscard]] bool wants_growth() const;

    OpenPlan& plan_;
    Debugging& debugging_;
    std::function<bool()> may_replace_;
    QString path_;
    std::shared_ptr<FollowedRecording> recording_;  ///< used by one turn of reading_ at a time; null: not opened yet
    BackgroundTask reading_{this};
    QTimer turns_;
    QElapsedTimer since_growth_;
    qint64 rest_ = 0;                     ///< milliseconds from one growth to the next
    std::optional<bool> end_;             ///< whether it was closed; empty: it goes on
    std::optional<Error> error_;          ///< that ended the reading; it is told when all before it is shown
    std::shared_ptr<const Trace> trace_;  ///< that is shown; null: none yet
    std::uint64_t main_steps_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t shown_main_steps_ = 0;  ///< when the shown trace was made, as the next one
    std::uint64_t shown_steps_ = 0;
    FrameIndex kept_frame_ = FrameIndex::none();  ///< that was shown when the trace grew
    FrameIndex passed_ =
        FrameIndex::none();     ///< the view has stopped at, or passed, all hits up to the end of this one
    bool is_whole_ = false;     ///< the shown trace has the end of the run
    bool is_stepping_ = false;  ///< the next step was not written yet
    bool is_at_end_ = false;    ///< the newest step is shown as soon as no breakpoint stops before it
    bool is_showing_ = false;   ///< this object is showing something right now
    bool is_searched_ = false;  ///< the findings are those of the shown trace
    std::optional<FollowPause> pause_;
};

}  // namespace arenascope
