#include "app/command_line/work_progress.h"

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include "app/command_line/progress_line.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/terminal.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

/// The line of this program, drawn by a thread of its own: some work is silent for seconds.
class OwnLine {
public:
    OwnLine() : line_(standard_error_terminal()) {}

    [[nodiscard]] bool is_possible() const { return line_.is_possible(); }

    void show(ProgressLine::Text text) {
        line_.show(std::move(text), ProgressLine::Clock::now());
        if (!thread_.joinable()) {
            try {
                start_thread();
            } catch (const std::system_error&) {
                // The program may not start a thread. It works without the line.
            }
        }
    }
    void hide() { line_.hide(); }

private:
    /// Signals stay with the other threads, because they must interrupt a wait for input.
    void start_thread() {
        sigset_t all;
        sigset_t given;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &given);
        struct Unmask {
            const sigset_t& mask;
            ~Unmask() { ::pthread_sigmask(SIG_SETMASK, &mask, nullptr); }
        };
        const Unmask unmask{given};
        thread_ = std::jthread([this](const std::stop_token& end) { draw_until(end); });
    }

    void draw_until(const std::stop_token& end) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any ended;
        while (!end.stop_requested()) {
            ended.wait_for(lock, end, ProgressLine::period, [] { return false; });
            try {
                line_.tick(ProgressLine::Clock::now());
            } catch (const std::bad_alloc&) {
                // The work itself says when memory runs out.
            }
        }
    }

    ProgressLine line_;
    std::jthread thread_;  ///< ends before the line does
};

OwnLine& own_line() {
    static OwnLine line;
    return line;
}

/// What a planner has reported last. Written by its thread, read by the thread that draws.
struct LastReport {
    std::mutex mutex;
    RunStanding facts;
};

/// Bytes done and bytes in total.
struct LastRead {
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0;
};

bool is_typed(const std::string& file) {
    return file == "-" && ::isatty(STDIN_FILENO) != 0;
}

}  // namespace

void hide_progress() {
    own_line().hide();
}

WorkProgress::WorkProgress(const FileArguments& common) : is_shown_(is_possible(common)) {}

WorkProgress::WorkProgress(const FileArguments& common, const std::string& words) : WorkProgress(common) {
    show([words](std::size_t columns) { return fitted({words}, columns); });
}

WorkProgress::~WorkProgress() {
    if (is_shown_) {
        own_line().hide();
    }
}

bool WorkProgress::is_possible(const FileArguments& common) {
    return !common.quiet && own_line().is_possible();
}

void WorkProgress::show(ProgressLine::Text text) const {
    if (is_shown_) {
        own_line().show(std::move(text));
    }
}

ReadingProgress::ReadingProgress(const FileArguments& common, const std::string& file) : WorkProgress(common) {
    if (!is_possible(common) || is_typed(file)) {
        return;
    }
    const auto read = std::make_shared<LastRead>();
    callback_ = [read](std::uint64_t done, std::uint64_t total) {
        read->done = done;
        read->total = total;
    };
    show([read](std::size_t columns) {
        ProgressParts parts = reading_parts(read->done, read->total);
        if (stop_requested()) {
            parts.emplace_back(how_to_end_at_once);
        }
        return fitted(parts, columns);
    });
}

WritingProgress::WritingProgress(const FileArguments& common, const std::string& path) : WorkProgress(common) {
    if (path != "-") {
        show([path](std::size_t columns) { return fitted({"writing " + visible(path)}, columns); });
    }
}

RunProgress::RunProgress(const FileArguments& common, const Problem& problem, const std::string& planner,
                         std::size_t number, std::size_t count)
    : WorkProgress(common) {
    if (!is_possible(common)) {
        return;
    }
    const auto last = std::make_shared<LastReport>();
    last->facts.planner = planner;
    last->facts.number = number;
    last->facts.count = count;
    callback_ = [last](const Progress& progress) {
        const std::lock_guard lock(last->mutex);
        last->facts.work = progress.work;
        last->facts.work_limit = progress.work_limit;
        last->facts.best_peak = progress.best_peak;
        last->facts.lower_bound = progress.lower_bound;
    };
    // The threshold of a large problem takes a while, so it is computed only if a drawn line needs it.
    show([last, &problem, known = std::optional<Bytes>()](std::size_t columns) mutable {
        RunStanding facts;
        {
            const std::lock_guard lock(last->mutex);
            facts = last->facts;
        }
        if (has_amounts(facts)) {
            known = known ? known : threshold(problem);
            facts.threshold = *known;
        }
        facts.is_stopping = stop_requested();
        return fitted(run_parts(facts), columns);
    });
}

}  // namespace arenascope
