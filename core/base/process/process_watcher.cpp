#include "core/base/process/process_watcher.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>

namespace arenascope {
namespace {

void wake_from_poll(int) {}  // a signal that has a handler ends ppoll()

void report_on(int pipe, WatcherReport::Kind kind, int value) {
    const WatcherReport report{kind, value};
    [[maybe_unused]] const auto written = ::write(pipe, &report, sizeof report);
}

/// Gives signals their usual effects: we may ignore some, and a handler of ours means nothing here.
void reset_signals() {
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) {
        ::sigaction(signal, &usual, nullptr);
    }
}

/// Closes all files but those of the pipes, which the program and other runs must not keep open.
void close_all_but(const WatchedPipes& pipes) {
    std::array<int, 5> kept = {pipes.input, pipes.output, pipes.errors, pipes.control, pipes.report};
    std::sort(kept.begin(), kept.end());
    unsigned first = 0;
    for (const int pipe : kept) {
        if (static_cast<unsigned>(pipe) > first) {
            ::syscall(SYS_close_range, first, static_cast<unsigned>(pipe) - 1, 0U);
        }
        first = static_cast<unsigned>(pipe) + 1;
    }
    ::syscall(SYS_close_range, first, UINT_MAX, 0U);
}

[[noreturn]] void become_program(const WatchedPipes& pipes, char* const* arguments, char* const* environment) {
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(pipes.input, STDIN_FILENO);
    ::dup2(pipes.output, STDOUT_FILENO);
    ::dup2(pipes.errors, STDERR_FILENO);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execvpe(arguments[0], arguments, environment);
    report_on(pipes.report, WatcherReport::Kind::not_started, errno);
    ::_exit(127);
}

/// A directory entry as the kernel gives it.
struct Entry {
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t length;
    std::uint8_t type;
    char name[1];
};

/// What /proc says of a process.
struct Kinship {
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;
};

/// The number that a text begins with; moves behind it and one more character.
pid_t number_at(const char*& text) {
    pid_t number = 0;
    while (*text >= '0' && *text <= '9') {
        number = number * 10 + (*text++ - '0');
    }
    text += *text != '\0' ? 1 : 0;
    return number;
}

/// False: there is no such process any more.
bool read_kinship(int proc, const char* process, Kinship& kinship) {
    std::array<char, 32> path = {};
    std::array<char, 512> text = {};
    constexpr std::size_t longest = 20;
    char* const end = ::stpncpy(path.data(), process, longest);
    std::memcpy(end, "/stat", sizeof "/stat");
    const int file = ::openat(proc, path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const ssize_t length = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    // 17 (the name) S 1 17 17 …: the name may hold anything, so its last parenthesis counts.
    const char* rest = length > 0 ? std::strrchr(text.data(), ')') : nullptr;
    if (rest == nullptr || std::strlen(rest) < 5) {
        return false;
    }
    rest += 4;
    kinship.parent = number_at(rest);
    kinship.group = number_at(rest);
    kinship.session = number_at(rest);
    return true;
}

/// Kills the children of this process, and with each the group that it is in, unless that is one of our own session.
/// Grandchildren become children when their parents end.
void kill_children() {
    const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0) {
        return;
    }
    const pid_t own = ::getpid();
    const pid_t own_session = ::getsid(0);
    alignas(Entry) std::array<char, 8192> entries = {};
    for (;;) {
        const long read = ::syscall(SYS_getdents64, proc, entries.data(), entries.size());
        if (read <= 0) {
            break;
        }
        for (long at = 0; at < read;) {
            const auto* const entry = reinterpret_cast<const Entry*>(entries.data() + at);
            at += entry->length;
            const char* digits = entry->name;
            const pid_t process = number_at(digits);
            Kinship kinship;
            if (process <= 0 || !read_kinship(proc, entry->name, kinship) || kinship.parent != own) {
                continue;
            }
            if (kinship.session != own_session && kinship.group > 1) {
                ::kill(-kinship.group, SIGKILL);
            }
            ::kill(process, SIGKILL);
        }
    }
    ::close(proc);
}

/// Ends everything that the program has started. `waiting`: the signals that stay blocked. False: something lives on.
bool end_descendants(pid_t program, const sigset_t& waiting) {
    constexpr int most_rounds = 2'000;  // of about 1 ms
    for (int round = 0; round < most_rounds; ++round) {
        ::kill(-program, SIGKILL);
        kill_children();
        const timespec shortly{0, 1'000'000};
        pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
        if (ended < 0 && errno == ECHILD) {
            return true;
        }
        if (ended == 0) {
            ::ppoll(nullptr, 0, &shortly, &waiting);
        }
        while (ended > 0) {
            ended = ::waitpid(-1, nullptr, WNOHANG);
        }
    }
    return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

}  // namespace

void watch_program(const WatchedPipes& pipes, char* const* arguments, char* const* environment) {
    // A group of its own, so that Ctrl+C reaches only us: we then close the control pipe.
    ::setpgid(0, 0);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    close_all_but(pipes);
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    reset_signals();
    struct sigaction waking = {};
    waking.sa_handler = wake_from_poll;
    ::sigaction(SIGCHLD, &waking, nullptr);

    const pid_t program = ::fork();
    if (program == 0) {
        struct sigaction usual = {};
        usual.sa_handler = SIG_DFL;
        ::sigaction(SIGCHLD, &usual, nullptr);
        become_program(pipes, arguments, environment);
    }
    if (program < 0) {
        report_on(pipes.report, WatcherReport::Kind::not_started, errno);
        ::_exit(1);
    }
    report_on(pipes.report, WatcherReport::Kind::started, program);
    for (const int pipe : {pipes.input, pipes.output, pipes.errors}) {
        ::close(pipe);
    }
    // Only SIGCHLD wakes it.
    sigset_t waiting = all;
    ::sigdelset(&waiting, SIGCHLD);
    int status = 0;
    bool has_ended = false;
    for (;;) {
        int code = 0;
        for (pid_t ended = ::waitpid(-1, &code, WNOHANG); ended > 0; ended = ::waitpid(-1, &code, WNOHANG)) {
            if (ended == program) {
                has_ended = true;
                status = code;
            }
        }
        pollfd control{pipes.control, POLLIN, 0};
        if (has_ended || ::ppoll(&control, 1, nullptr, &waiting) > 0) {
            break;
        }
    }
    if (!end_descendants(program, waiting)) {
        report_on(pipes.report, WatcherReport::Kind::leaves, 0);
    }
    report_on(pipes.report, WatcherReport::Kind::ended, status);
    ::_exit(0);
}

}  // namespace arenascope
