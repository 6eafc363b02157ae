#pragma once

#include <cstdint>
#include <functional>

namespace arenascope {

/// Progress callback: bytes done, bytes in total. It may be empty.
using ReadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace arenascope
