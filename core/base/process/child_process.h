#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// A program to run, and what bounds it. No shell is involved.
struct ProcessOrder {
    std::vector<std::string> words;  ///< the program, found as execvp() finds it, and its arguments; at least one
    /// KEY=VALUE: added to our environment. KEY without a sign: removed from it.
    std::vector<std::string> environment = {};
    std::string_view input = {};      ///< for its standard input
    std::size_t output_limit = 0;     ///< of its standard output, in bytes
    double seconds = 0.0;             ///< wall clock
    std::function<bool()> stop = {};  ///< asked about every 50 ms; true ends the program. May be empty
};

/// How a program ended.
enum class ProcessEnd : std::uint8_t {
    exited,           ///< by itself; `code` is its exit status
    killed,           ///< by a signal that was not ours; `code` is its number
    not_started,      ///< `code` is errno
    out_of_time,      ///< ended by us at the limit
    stopped,          ///< ended by us because `stop` said so
    too_much_output,  ///< ended by us
    unwatched,        ///< it ended the process that watches it
};

struct ProcessResult {
    ProcessEnd end = ProcessEnd::not_started;
    int code = 0;
    std::string output;   ///< its standard output, up to the limit
    std::string errors;   ///< the last bytes of its standard error, at most `kept_error_bytes`
    bool leaves = false;  ///< a process of it could not be ended, such as one of another user
};

inline constexpr std::size_t kept_error_bytes = 4096;

/// Runs a program to its end. All three pipes are served together, so neither side waits for the other for good.
///
///   this program ── watcher ── program ── whatever it starts
///
/// The watcher is a small process of ours. It adopts every descendant of the program that loses its parent
/// (PR_SET_CHILD_SUBREAPER), also those in sessions of their own. When the program has ended, or we say so, or we have
/// ended ourselves, it kills all of them. The program has a session of its own, so it has no terminal.
///
/// What remains out of reach: work that another service runs for the program (at, systemd-run), programs of another
/// user (setuid), and descendants in sessions of their own if the program kills the watcher.
///
/// May be called from any thread; SIGPIPE is blocked in it meanwhile. Memory: the output, and that of a fork.
[[nodiscard]] ProcessResult run_process(const ProcessOrder& order);

}  // namespace arenascope
