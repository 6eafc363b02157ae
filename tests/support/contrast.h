#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/picture/plan/palette.h"

namespace arenascope::test {

/// Contrast of two colours by WCAG 2: 1 (none) to 21.
inline double contrast(Color a, Color b) {
    const auto luminance = [](Color color) {
        const auto linear = [](std::uint8_t value) {
            const double share = value / 255.0;
            return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
    };
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

}  // namespace arenascope::test
