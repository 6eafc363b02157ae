#pragma once

#include <cstdint>
#include <functional>

namespace arenascope {

/// Told now and then how much is done of how much, in bytes. May be empty.
using ReadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace arenascope
