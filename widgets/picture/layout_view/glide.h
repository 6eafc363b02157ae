#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <QVariantAnimation>

#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {

inline constexpr std::size_t most_gliding = 20'000;  ///< rectangles; with more, a frame takes too long

/// Interpolates the offsets of the same rectangles: `from` at share 0, `to` at share 1. Linear.
[[nodiscard]] std::vector<MemoryRectangle> glided(const std::vector<MemoryRectangle>& from,
                                                  const std::vector<MemoryRectangle>& to, double share);

/// Animates the change from one layout to the next. It takes 150 ms.
class Glide {
public:
    /// `moved` is called whenever the rectangles move, and at the end.
    explicit Glide(std::function<void()> moved);

    /// Starts the animation. Does nothing if the lists hold different buffers, too many, or equal positions.
    void start(std::vector<MemoryRectangle> from, const std::vector<MemoryRectangle>& to);
    void stop();
    /// The current rectangles; empty if no animation runs.
    [[nodiscard]] const std::vector<MemoryRectangle>& rectangles() const { return rectangles_; }

private:
    std::function<void()> moved_;
    QVariantAnimation animation_;
    std::vector<MemoryRectangle> from_;
    std::vector<MemoryRectangle> to_;
    std::vector<MemoryRectangle> rectangles_;
};

}  // namespace arenascope
