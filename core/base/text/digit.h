#pragma once

namespace arenascope {

/// Whether a byte is a decimal digit, in any locale.
[[nodiscard]] constexpr bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

}  // namespace arenascope
