#pragma once

#include <functional>
#include <vector>

#include <QVariantAnimation>

#include "core/picture/memory_rectangle.h"

namespace arenascope {

/// Rectangles of the same buffers, moved along the offset axis: `from` at share 0, `to` at share 1. Linear.
[[nodiscard]] std::vector<MemoryRectangle> glided(const std::vector<MemoryRectangle>& from,
                                                  const std::vector<MemoryRectangle>& to, double share);

/// One layout gliding into the next, in 150 ms.
class Glide {
public:
    /// `moved` is called whenever the rectangles are elsewhere, and at the end.
    explicit Glide(std::function<void()> moved);

    /// Begins, where both are the same buffers, not too many, and lie elsewhere.
    void start(std::vector<MemoryRectangle> from, const std::vector<MemoryRectangle>& to);
    void stop();
    /// Where the rectangles are now; empty while nothing glides.
    [[nodiscard]] const std::vector<MemoryRectangle>& now() const { return now_; }

private:
    std::function<void()> moved_;
    QVariantAnimation animation_;
    std::vector<MemoryRectangle> from_;
    std::vector<MemoryRectangle> to_;
    std::vector<MemoryRectangle> now_;
};

}  // namespace arenascope
