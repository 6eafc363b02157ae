#pragma once

#include <cstdint>
#include <functional>

namespace arenascope {

/// Progress callback: bytes done, bytes in total. It may be empty. A reader may call it on threads of its own, but
/// never twice at the same time, and not after it has returned.
using ReadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace arenascope
