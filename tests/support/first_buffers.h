#pragma once

#include "core/model/memory/quantity.h"

/// The first buffers of a small problem, for `using namespace`.
namespace arenascope::test::first_buffers {

inline constexpr BufferIndex a(0);
inline constexpr BufferIndex b(1);
inline constexpr BufferIndex c(2);

}  // namespace arenascope::test::first_buffers
