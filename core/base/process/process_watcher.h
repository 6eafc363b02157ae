#pragma once

namespace arenascope {

/// The ends of pipes that the watcher of a program gets. All of them are at least 3 and close themselves on exec.
struct WatchedPipes {
    int input = -1;    ///< standard input of the program
    int output = -1;   ///< its standard output
    int errors = -1;   ///< its standard error
    int control = -1;  ///< the watcher ends the program when this pipe has no writer any more
    int report = -1;   ///< gets WatcherReport values
};

/// What a watcher reports. Each is one write, so it arrives as a whole.
struct WatcherReport {
    enum class Kind : int {
        started,      ///< `value`: process id of the program, which leads a session of its own
        not_started,  ///< `value`: errno
        ended,        ///< `value`: its status as waitpid() gives it
        leaves,       ///< some process could not be ended
    };
    Kind kind = Kind::started;
    int value = 0;
};

/// Runs a program and ends all that it has started; see run_process(). To be called in a process just forked, even from
/// a program with threads: it calls only what is safe there, and allocates nothing. `arguments` and `environment` end
/// with null.
[[noreturn]] void watch_program(const WatchedPipes& pipes, char* const* arguments, char* const* environment);

}  // namespace arenascope
