#pragma once

#include <string>
#include <vector>

namespace arenascope {

/// Runs the program with a window for each file, or with one start page if there are no files. Returns the exit status.
/// `reuse`: if the program already has windows on this display, it gets the files instead, and the status is 0.
int open_window(int& argc, char** argv, const std::vector<std::string>& files, bool reuse = false);

}  // namespace arenascope
