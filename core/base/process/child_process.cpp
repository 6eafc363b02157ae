#include "core/base/process/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <sys/types.h>
#include <sys/wait.h>

#include "core/base/file/descriptor.h"
#include "core/base/process/process_watcher.h"

namespace arenascope {
namespace {

using Clock = std::chrono::steady_clock;

/// Both ends of a pipe, of which programs that we start inherit none.
struct ProcessPipe {
    Descriptor read{-1};
    Descriptor write{-1};

    /// False: errno says why not. The ends are at least 3, also where a standard stream is closed.
    [[nodiscard]] bool open() {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0) {
            return false;
        }
        read = Descriptor(ends[0]);
        write = Descriptor(ends[1]);
        for (Descriptor* const end : {&read, &write}) {
            if (end->number() <= STDERR_FILENO) {
                *end = Descriptor(::fcntl(end->number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
            }
        }
        return read.is_open() && write.is_open();
    }
};

void set_unblocking(const Descriptor& end) {
    ::fcntl(end.number(), F_SETFL, ::fcntl(end.number(), F_GETFL) | O_NONBLOCK);
}

/// Keeps a write to a closed pipe from ending us: the signal is blocked in this thread, and one of ours is taken away.
class BlockedPipeSignal {
public:
    BlockedPipeSignal() {
        ::sigemptyset(&pipe_signal_);
        ::sigaddset(&pipe_signal_, SIGPIPE);
        sigset_t pending = {};
        ::sigpending(&pending);
        was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
        ::pthread_sigmask(SIG_BLOCK, &pipe_signal_, &before_);
    }
    BlockedPipeSignal(const BlockedPipeSignal&) = delete;
    BlockedPipeSignal& operator=(const BlockedPipeSignal&) = delete;
    ~BlockedPipeSignal() {
        const timespec none{0, 0};
        if (!was_pending_) {
            ::sigtimedwait(&pipe_signal_, nullptr, &none);
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }

private:
    sigset_t pipe_signal_ = {};
    sigset_t before_ = {};
    bool was_pending_ = false;
};

/// Texts as exec() takes them.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// Our environment with changes.
std::vector<std::string> changed_environment(const std::vector<std::string>& changes) {
    const auto key_of = [](std::string_view text) { return text.substr(0, text.find('=')); };
    std::vector<std::string> texts;
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        texts.emplace_back(*each);
    }
    for (const std::string& change : changes) {
        std::erase_if(texts, [&](const std::string& text) { return key_of(text) == key_of(change); });
        if (change.find('=') != std::string::npos) {
            texts.push_back(change);
        }
    }
    return texts;
}

/// A program under way.
class ChildProcess {
public:
    explicit ChildProcess(const ProcessOrder& order) : order_(order), rest_(order.input) {}

    ProcessResult run() {
        const BlockedPipeSignal blocked;
        if (!start()) {
            return {ProcessEnd::not_started, errno, {}, {}};
        }
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(std::min(order_.seconds, longest_seconds)));
        while (report_.read.is_open()) {
            serve();
            if (!why_ended_) {
                check_limits(end);
            } else {
                hasten();
            }
        }
        drain(output_.read, true);
        drain(errors_.read, false);
        while (::waitpid(watcher_, nullptr, 0) < 0 && errno == EINTR) {
        }
        return result();
    }

private:
    static constexpr double longest_seconds = 1e9;  // thirty years; much more would pass the clock's range
    static constexpr int poll_milliseconds = 50;
    static constexpr int grace_seconds = 5;  // more than the watcher takes

    [[nodiscard]] bool start() {
        for (ProcessPipe* const pipe : {&input_, &output_, &errors_, &control_, &report_}) {
            if (!pipe->open()) {
                return false;
            }
        }
        set_unblocking(input_.write);
        set_unblocking(output_.read);
        set_unblocking(errors_.read);
        std::vector<std::string> words = order_.words;
        std::vector<std::string> environment = changed_environment(order_.environment);
        const std::vector<char*> arguments = pointers_to(words);
        const std::vector<char*> variables = pointers_to(environment);
        watcher_ = ::fork();
        if (watcher_ == 0) {
            watch_program({input_.read.number(), output_.write.number(), errors_.write.number(), control_.read.number(),
                           report_.write.number()},
                          arguments.data(), variables.data());
        }
        for (Descriptor* const end : {&input_.read, &output_.write, &errors_.write, &control_.read, &report_.write}) {
            *end = Descriptor(-1);
        }
        if (rest_.empty()) {
            input_.write = Descriptor(-1);
        }
        return watcher_ > 0;
    }

    /// Waits for a pipe for a moment, and serves all.
    void serve() {
        std::array<pollfd, 4> waited = {
            pollfd{input_.write.number(), POLLOUT, 0}, pollfd{output_.read.number(), POLLIN, 0},
            pollfd{errors_.read.number(), POLLIN, 0}, pollfd{report_.read.number(), POLLIN, 0}};
        if (::poll(waited.data(), waited.size(), poll_milliseconds) <= 0) {
            return;
        }
        if (waited[0].revents != 0) {
            write_input();
        }
        if (waited[1].revents != 0) {
            drain(output_.read, true);
        }
        if (waited[2].revents != 0) {
            drain(errors_.read, false);
        }
        if (waited[3].revents != 0) {
            read_report();
        }
    }

    void write_input() {
        const ssize_t written = ::write(input_.write.number(), rest_.data(), rest_.size());
        if (written >= 0) {
            rest_.remove_prefix(static_cast<std::size_t>(written));
        }
        // A program need not read what it gets.
        const bool is_refused = written < 0 && errno != EAGAIN && errno != EINTR;
        if (rest_.empty() || is_refused) {
            input_.write = Descriptor(-1);
        }
    }

    /// Reads what is there, at most some pieces, so that a flood does not hold up the rest.
    void drain(Descriptor& pipe, bool is_output) {
        constexpr int most_pieces = 64;
        std::array<char, 65536> piece = {};
        for (int count = 0; pipe.is_open() && count < most_pieces; ++count) {
            const ssize_t length = ::read(pipe.number(), piece.data(), piece.size());
            if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) {
                pipe = Descriptor(-1);
            }
            if (length <= 0) {
                return;
            }
            keep({piece.data(), static_cast<std::size_t>(length)}, is_output);
        }
    }

    void keep(std::string_view piece, bool is_output) {
        if (!is_output) {
            result_.errors += piece;
            if (result_.errors.size() > kept_error_bytes) {
                result_.errors.erase(0, result_.errors.size() - kept_error_bytes);
            }
            return;
        }
        const std::size_t room = order_.output_limit - result_.output.size();
        result_.output += piece.substr(0, room);
        if (piece.size() > room) {
            end_because(ProcessEnd::too_much_output);
        }
    }

    void read_report() {
        WatcherReport report;
        const ssize_t length = ::read(report_.read.number(), &report, sizeof report);
        if (length < 0 && errno == EINTR) {
            return;
        }
        if (length != static_cast<ssize_t>(sizeof report)) {
            report_.read = Descriptor(-1);
            return;
        }
        switch (report.kind) {
            case WatcherReport::Kind::started:
                program_ = report.value;
                return;
            case WatcherReport::Kind::not_started:
                start_error_ = report.value;
                return;
            case WatcherReport::Kind::ended:
                status_ = report.value;
                return;
            case WatcherReport::Kind::leaves:
                result_.leaves = true;
                return;
        }
    }

    void check_limits(Clock::time_point end) {
        if (Clock::now() >= end) {
            end_because(ProcessEnd::out_of_time);
        } else if (order_.stop && order_.stop()) {
            end_because(ProcessEnd::stopped);
        }
    }

    /// Has the watcher end everything. The first reason counts; one that has ended by itself has none.
    void end_because(ProcessEnd reason) {
        why_ended_ = why_ended_.value_or(reason);
        control_.write = Descriptor(-1);
        grace_end_ = Clock::now() + std::chrono::seconds(grace_seconds);
    }

    /// The program may have stopped the watcher (SIGSTOP).
    void hasten() {
        ::kill(watcher_, SIGCONT);
        if (Clock::now() >= grace_end_) {
            ::kill(watcher_, SIGKILL);
        }
    }

    ProcessResult result() {
        if (!status_ && program_ > 0) {
            ::kill(-program_, SIGKILL);  // the watcher is gone
        }
        if (start_error_) {
            result_.end = ProcessEnd::not_started;
            result_.code = *start_error_;
        } else if (why_ended_) {
            result_.end = *why_ended_;
        } else if (!status_) {
            result_.end = ProcessEnd::unwatched;
        } else if (WIFSIGNALED(*status_)) {
            result_.end = ProcessEnd::killed;
            result_.code = WTERMSIG(*status_);
        } else {
            result_.end = ProcessEnd::exited;
            result_.code = WEXITSTATUS(*status_);
        }
        return std::move(result_);
    }

    const ProcessOrder& order_;
    std::string_view rest_;  ///< of the input
    ProcessPipe input_, output_, errors_, control_, report_;
    pid_t watcher_ = -1;
    pid_t program_ = -1;
    std::optional<int> start_error_;
    std::optional<int> status_;
    std::optional<ProcessEnd> why_ended_;
    Clock::time_point grace_end_;
    ProcessResult result_;
};

}  // namespace

ProcessResult run_process(const ProcessOrder& order) {
    return ChildProcess(order).run();
}

}  // namespace arenascope
