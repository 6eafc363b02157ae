#pragma once

#include <vector>

#include "app/window/frame/window_part.h"
#include "core/analysis/explain/buffer_walk.h"

namespace arenascope {

/// Walks the picture with the keyboard: from the selected buffer to the one above, below, earlier or later, and through
/// those that carry the peak. As a click does, a step of the walk selects a buffer and sets the time cursor.
class WalkCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit WalkCommands(const WindowFrame& frame);

private:
    void walk(WalkDirection direction);
    /// The buffer at which a walk begins; none(): nothing is in use at the step.
    [[nodiscard]] BufferIndex first_of_walk(WalkDirection direction, Step step) const;
    void walk_carriers(bool forward);
    /// From the top down; empty: nothing carries a peak.
    [[nodiscard]] std::vector<BufferIndex> carriers() const;
    /// The time cursor; without one, the step of the peak.
    [[nodiscard]] Step wanted_step() const;
    /// Selects a buffer and brings it into view, at its step nearest to `wanted`.
    void choose(BufferIndex buffer, Step wanted);
};

}  // namespace arenascope
