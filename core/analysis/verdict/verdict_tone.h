#pragma once

#include <cstdint>

namespace arenascope {

/// How good the news is, which determines its colour.
enum class VerdictTone : std::uint8_t { plain, good, warning, bad };

}  // namespace arenascope
