#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "app/command_line/progress_line.h"
#include "app/command_line/sub_commands.h"
#include "core/base/text/read_progress.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// Erases the progress line, if there is one. Call it before anything is written to standard output or standard error.
void hide_progress();

/// Shows on the progress line of standard error what the program is doing, until the object ends or something else is
/// written. Nothing is shown with `--quiet`, or if standard error is no terminal; then the
/// callbacks are empty, and the work does not pay for them.
class WorkProgress {
public:
    WorkProgress(const WorkProgress&) = delete;
    WorkProgress& operator=(const WorkProgress&) = delete;
    ~WorkProgress();

    /// Shows `words`, such as "writing plan.json".
    WorkProgress(const FileArguments& common, const std::string& words);

    /// Whether anything can be shown.
    [[nodiscard]] static bool is_possible(const FileArguments& common);

protected:
    explicit WorkProgress(const FileArguments& common);
    void show(ProgressLine::Text text) const;

private:
    bool is_shown_;
};

/// The progress of reading a file.
class ReadingProgress : public WorkProgress {
public:
    /// Nothing is shown while a user types the file.
    ReadingProgress(const FileArguments& common, const std::string& file);

    [[nodiscard]] const ReadProgress& callback() const { return callback_; }

private:
    ReadProgress callback_;
};

/// The writing of a file. Nothing is shown for "-", standard output.
class WritingProgress : public WorkProgress {
public:
    WritingProgress(const FileArguments& common, const std::string& path);
};

/// The progress of a planner.
class RunProgress : public WorkProgress {
public:
    /// The planner is number `number` of `count` that run one after the other. `problem` must outlive the object.
    RunProgress(const FileArguments& common, const Problem& problem, const std::string& planner, std::size_t number = 1,
                std::size_t count = 1);

    [[nodiscard]] const ProgressSink& callback() const { return callback_; }

private:
    ProgressSink callback_;
};

}  // namespace arenascope
