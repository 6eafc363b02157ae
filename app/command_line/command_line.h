#pragma once

#include <functional>
#include <string>
#include <vector>

namespace arenascope {

/// Runs a sub-command, or the window if there is none. `open_window` gets the program's arguments and the files, and
/// returns the exit status. Messages go to standard error, results to standard output.
int run_command_line(int argc, char** argv,
                     const std::function<int(int&, char**, const std::vector<std::string>&)>& open_window);

}  // namespace arenascope
