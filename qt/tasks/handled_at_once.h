#pragma once

#include <cstddef>

namespace arenascope {

/// The window's thread does nothing that is linear in a list of more elements than this. Less takes a few milliseconds,
/// and another thread would only cause flicker.
inline constexpr std::size_t most_handled_at_once = 20'000;

}  // namespace arenascope
