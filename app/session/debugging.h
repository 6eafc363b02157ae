#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>

#include "app/session/open_plan.h"
#include "core/analysis/debugging/run_findings.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// The breakpoints and watches of a window, and what they find in the open trace. They belong to no file: the list
/// stays when another one is opened, and no undo changes it.
///
/// The trace is searched on another thread, and again when it or a list changes. Findings of former lists or traces are
/// dropped at once, and the search for them is cancelled.
class Debugging final : public QObject {
    Q_OBJECT

public:
    /// The plan must outlive this.
    explicit Debugging(OpenPlan& plan, QObject* parent = nullptr);
    ~Debugging() override;
    Q_DISABLE_COPY_MOVE(Debugging)

    [[nodiscard]] const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }
    [[nodiscard]] const std::vector<std::string>& watches() const { return watches_; }
    void set_breakpoints(std::vector<Breakpoint> breakpoints);
    void set_watches(std::vector<std::string> watches);
    /// Adds a breakpoint that stops; one with this condition that is there already is enabled instead.
    void add_breakpoint(const std::string& condition);

    /// Null: there is no trace, or the search is under way.
    [[nodiscard]] const std::shared_ptr<const RunFindings>& findings() const { return findings_; }
    [[nodiscard]] bool is_searching() const { return searching_.is_running(); }

    /// Counts the hits of a condition that is being typed; condition_tried() gives the result. A later call, also with
    /// an empty text, drops the former one.
    void try_condition(const std::string& text);
    /// What is wrong with a condition or a watch, without a look at the run. Empty: it can be read, or nothing is open.
    [[nodiscard]] std::optional<Error> error_in_condition(const std::string& text) const;
    [[nodiscard]] std::optional<Error> error_in_watch(const std::string& text) const;

    /// The next or previous step at which the run stops; none(): there is none.
    [[nodiscard]] FrameIndex next_hit() const;
    [[nodiscard]] FrameIndex previous_hit() const;

signals:
    /// Breakpoints or watches are others.
    void lists_changed();
    void findings_changed();
    /// The findings of a single condition, and the paths of the steps.
    void condition_tried(const std::shared_ptr<const RunFindings>& findings);
    void failed(const Error& error);

private:
    using Cancelled = std::shared_ptr<std::atomic<bool>>;

    /// Searches anew if the run is another one.
    void follow_plan();
    void search();
    /// Starts a search of the open trace; `deliver` gets what it found.
    template <class Deliver>
    void start(BackgroundTask& task, Cancelled& cancelled, std::vector<Breakpoint> breakpoints,
               std::vector<std::string> watches, Deliver deliver);
    [[nodiscard]] bool has_run() const { return plan_.is_open() && plan_.state().trace != nullptr; }
    [[nodiscard]] StepScope scope() const;

    OpenPlan& plan_;
    std::vector<Breakpoint> breakpoints_;
    std::vector<std::string> watches_;
    std::shared_ptr<const Problem> problem_;  ///< that of the last search, as the next two
    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const Layout> result_;
    std::shared_ptr<const RunFindings> findings_;
    BackgroundTask searching_{this};
    BackgroundTask trying_{this};
    Cancelled search_cancelled_;
    Cancelled trial_cancelled_;
};

}  // namespace arenascope
