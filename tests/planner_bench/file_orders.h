#pragma once

#include <string>
#include <vector>

namespace arenascope::bench {

/// Searches the order with the lowest threshold for the network of each file, and for randomly wired networks. Prints a
/// row for each: operators, threshold in the file's order and in the best one found, lower bound where it is not
/// proved, downsets and processor seconds. Files without operators are left out. False: a file cannot be read.
bool order_files(const std::vector<std::string>& files);

}  // namespace arenascope::bench
