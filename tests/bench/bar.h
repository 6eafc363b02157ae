#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::bench {

/// What a benchmark is measured against: its time compared with another's of the same run, because machines differ.
struct Bar {
    enum class Kind : std::uint8_t {
        at_most,   ///< time ≤ ratio · yardstick
        at_least,  ///< time · ratio ≤ yardstick: so many times as fast
        within,    ///< time ≤ ratio in seconds, which mean a quiet machine: the yardstick beside it tells how quiet
    };
    std::string what;       ///< for people
    std::string timed;      ///< name of the benchmark
    std::string yardstick;  ///< name of the benchmark that it is compared with
    Kind kind = Kind::at_most;
    double ratio = 1;
};

/// Adds a line to the table at the end of the run.
bool set_bar(Bar bar);

/// All bars, in the order of their files' names and lines.
[[nodiscard]] std::vector<Bar>& bars();

}  // namespace arenascope::bench
