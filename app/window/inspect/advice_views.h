#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include <QTimer>

#include "app/window/frame/window_part.h"
#include "core/analysis/advice/advice.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Connects "What Would Make It Fit" to the session: tries the levers on another thread, compares an option with the
/// shown plan, and imports the file with its levers. Another problem drops the list; with another
/// capacity it tells anew what fits.
class AdviceViews final : public WindowPart {
    Q_OBJECT

public:
    explicit AdviceViews(const WindowFrame& frame);
    ~AdviceViews() override;

signals:
    /// The user wants to see a plan beside the shown one.
    void option_chosen(const QString& title, const Remedy& remedy);
    /// What the levers would do for the shown peak, or a question that a search would answer; empty: there is no
    /// network.
    void lever_told(const QString& words);

private:
    /// What a search under way shares with this thread.
    struct Search {
        std::atomic<bool> is_stopped = false;
        std::mutex mutex;
        std::string words;  ///< what is tried
    };

    void search();
    void take_plan();
    void stop() const;
    void drop();
    void show_progress();
    void tell_lever();
    void compare();
    void apply();
    /// Runs the planner of the option that was taken, if it names one.
    void plan_as_chosen();

    BackgroundTask task_;
    QTimer timer_;
    std::shared_ptr<Search> search_;          ///< null: none is under way
    std::shared_ptr<const Problem> problem_;  ///< that was searched, or is
    std::string planner_;                     ///< of the option that is being imported; empty: none
};

}  // namespace arenascope
