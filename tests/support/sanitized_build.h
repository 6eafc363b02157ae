#pragma once

namespace arenascope::test {

/// Whether a sanitizer watches this program. It then runs several times as long, and reserves terabytes of
/// address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace arenascope::test
