#pragma once

#include <string>
#include <vector>

namespace arenascope {

/// Runs the program with a window for each file, or one with the start page where there is none. Returns the exit
/// status of the program.
int open_window(int& argc, char** argv, const std::vector<std::string>& files);

}  // namespace arenascope
