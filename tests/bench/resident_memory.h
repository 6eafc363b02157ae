#pragma once

#include <cstdint>

namespace arenascope::bench {

/// Measures how much more memory is resident at the worst moment than at its beginning, as the kernel counts it. Bytes;
/// 0 where the kernel does not tell.
class ResidentMemory {
public:
    ResidentMemory();
    [[nodiscard]] std::int64_t grown() const;

private:
    std::int64_t before_ = 0;
};

}  // namespace arenascope::bench
