#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::bench {

/// The limit of a benchmark: its time relative to the time of another benchmark in the same run, because machines
/// differ.
struct Bar {
    enum class Kind : std::uint8_t {
        at_most,   ///< time ≤ ratio · yardstick
        at_least,  ///< time · ratio ≤ yardstick: at least `ratio` times as fast
        within,    ///< time ≤ ratio in seconds, on a quiet machine; the yardstick shows how quiet it is
    };
    std::string what;       ///< shown in the table
    std::string timed;      ///< name of the measured benchmark
    std::string yardstick;  ///< name of the benchmark to compare with
    Kind kind = Kind::at_most;
    double ratio = 1;
};

/// Adds a line to the table at the end of the run.
bool set_bar(Bar bar);

/// All bars by file name and line.
[[nodiscard]] std::vector<Bar>& bars();

}  // namespace arenascope::bench
