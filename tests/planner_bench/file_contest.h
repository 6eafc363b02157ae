#pragma once

#include <string>
#include <vector>

namespace arenascope::bench {

/// Plans each file by every searching planner and by the best greedy one, with several budgets and by default. Prints
/// for each file how far each peak is above the threshold, and the processor seconds of the default run. A row that
/// beats the portfolio has a `!`. False: a file cannot be read.
bool contest_on_files(const std::vector<std::string>& files);

}  // namespace arenascope::bench
