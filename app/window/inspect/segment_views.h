#pragma once

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

/// Connects the table of segments to the session: it shows the step of the time cursor, and choosing a segment selects
/// the buffers that hold it. The dock exists only for the plan of a recorded allocator.
class SegmentViews final : public WindowPart {
    Q_OBJECT

public:
    explicit SegmentViews(const WindowFrame& frame);

private:
    void show_plan();
    void fill_segments() const;

    DockFill segments_;
};

}  // namespace arenascope
