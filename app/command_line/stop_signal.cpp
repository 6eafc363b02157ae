#include "app/command_line/stop_signal.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <unistd.h>

#include "app/command_line/terminal.h"

namespace arenascope {
namespace {

// The handler may touch nothing else.
std::atomic<bool> hands_out_best = false;
std::atomic<bool> was_received = false;
std::atomic<bool> has_line = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void request_stop(int) {
    was_received = true;
}

void request_stop_or_end(int signal) {
    if (hands_out_best && !was_received.exchange(true)) {
        return;
    }
    if (has_line) {
        const int error = errno;
        [[maybe_unused]] const auto written = ::write(STDERR_FILENO, erased_line.data(), erased_line.size());
        errno = error;
    }
    // The signal is blocked until this handler returns. Then it ends the program.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// What a signal does now.
struct sigaction action_of(int signal) {
    struct sigaction given = {};
    ::sigaction(signal, nullptr, &given);
    return given;
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

void handle_stop_signals() {
    hands_out_best = true;
    handle(SIGINT, request_stop_or_end);
    handle(SIGTERM, request_stop_or_end);
    // Closing a terminal often sends SIGHUP twice, so it never ends the program.
    if (action_of(SIGHUP).sa_handler != SIG_IGN) {
        handle(SIGHUP, request_stop);
    }
}

bool stop_requested() {
    return was_received;
}

void erase_line_before_end(bool erases) {
    has_line = erases;
    for (const int signal : {SIGINT, SIGTERM}) {
        if (erases && action_of(signal).sa_handler == SIG_DFL) {
            handle(signal, request_stop_or_end);
        }
    }
}

}  // namespace arenascope
