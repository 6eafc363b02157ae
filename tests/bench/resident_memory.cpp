#include "tests/bench/resident_memory.h"

#include <algorithm>
#include <fstream>
#include <malloc.h>
#include <string>

namespace arenascope::bench {
namespace {

/// A line of /proc/self/status, in bytes.
std::int64_t status(const std::string& key) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key + ":")) {
            return std::stoll(line.substr(key.size() + 1)) * 1024;
        }
    }
    return 0;
}

}  // namespace

ResidentMemory::ResidentMemory() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";  // resets the maximum
    before_ = status("VmRSS");
}

std::int64_t ResidentMemory::grown() const {
    return std::max<std::int64_t>(0, status("VmHWM") - before_);
}

}  // namespace arenascope::bench
