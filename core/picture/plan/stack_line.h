#pragma once

#include "core/picture/plan/container.h"

namespace arenascope {

/// Tells where a line separates neighbours of a stack: not where both are thinner than three pixels, because such lines
/// would hide all that lies in them.
///
///   40 pixels │
///   ──────────┤
///   1 pixel   │
///   1 pixel   │   no line between the two
///   ──────────┤
///   40 pixels │
///
/// Ask for each container of a stack, from the bottom up.
class StackLines {
public:
    /// `pixels`: the height of a byte.
    explicit StackLines(double pixels) : pixels_(pixels) {}

    /// Whether a line lies below this container.
    [[nodiscard]] bool is_below(const Container& container) {
        constexpr double least_height = 3;
        const bool was_high = is_high_;
        is_high_ = static_cast<double>(container.highest - container.lowest) * pixels_ >= least_height;
        return is_high_ || was_high;
    }

private:
    double pixels_;
    bool is_high_ = false;
};

}  // namespace arenascope
