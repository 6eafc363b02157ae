#pragma once

#include <cstdint>

namespace arenascope::bench {

/// Measures the growth of resident memory from the construction to its maximum, in bytes, as counted by the kernel. 0:
/// the kernel gives no figures.
class ResidentMemory {
public:
    ResidentMemory();
    [[nodiscard]] std::int64_t grown() const;

private:
    std::int64_t before_ = 0;
};

}  // namespace arenascope::bench
