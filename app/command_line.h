#pragma once

namespace arenascope {

/// Exit statuses of the program (a contract, see README).
enum class ExitStatus : int { fine = 0, finding = 1, unusable = 2, stopped = 3 };

/// Runs a sub-command, or opens the window where none is given. Returns the exit status of the program.
int run_command_line(int argc, char** argv);

}  // namespace arenascope
