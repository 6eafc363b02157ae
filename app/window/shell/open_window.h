#pragma once

#include <string>
#include <vector>

namespace arenascope {

/// Runs the program with a window for each file, or with one start page if there are no files. Returns the exit status.
int open_window(int& argc, char** argv, const std::vector<std::string>& files);

}  // namespace arenascope
