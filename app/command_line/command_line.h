#pragma once

#include <functional>
#include <string>
#include <vector>

namespace arenascope {

/// Exit statuses of the program: a contract with people's scripts.
enum class ExitStatus : int {
    fine = 0,
    finding = 1,    ///< check: anything but ok; plan: does not fit; compare: grown by more than allowed
    unusable = 2,   ///< wrong usage, or an input that cannot be read
    stopped = 3,    ///< stopped before any layout was found
    unwritten = 4,  ///< the result could not be written
};

/// Runs a sub-command, or the window where none is given: `open_window` gets the program's arguments and the
/// files, and returns the exit status. Messages go to standard error, what was asked for to standard output.
int run_command_line(int argc, char** argv,
                     const std::function<int(int&, char**, const std::vector<std::string>&)>& open_window);

}  // namespace arenascope
