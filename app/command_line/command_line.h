#pragma once

#include <functional>
#include <string>
#include <vector>

namespace arenascope {

/// What the command line asks of the window.
struct WindowRequest {
    std::vector<std::string> files;
    bool reuse = false;  ///< hand the files to a program that has windows on this display already
};

/// Opens the window. Gets the program's arguments too, and returns the exit status.
using OpenWindow = std::function<int(int&, char**, const WindowRequest&)>;

/// Runs a sub-command, or the window if there is none. Messages go to standard error, results to standard output.
int run_command_line(int argc, char** argv, const OpenWindow& open_window);

}  // namespace arenascope
