#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope {

/// Arguments of every sub-command that opens a file.
struct FileArguments {
    std::string file;
    std::vector<std::string> settings;  ///< KEY=VALUE
    std::uint64_t seed = 0;
    int threads = 0;  ///< 0: all cores
    bool json = false;
    bool quiet = false;   ///< only errors on standard error, no text report on standard output
    bool strict = false;  ///< unknown, assumed and left-out sizes are a finding
};

}  // namespace arenascope
