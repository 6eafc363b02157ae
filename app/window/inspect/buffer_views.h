#pragma once

#include <memory>

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Connects the docks about single buffers to the session: buffer table, inspector and live set. The filter of the
/// table also dims buffers in the picture.
class BufferViews final : public WindowPart {
    Q_OBJECT

public:
    explicit BufferViews(const WindowFrame& frame);

private:
    void connect_docks();
    void offer_inspector();
    void show_time();
    void show_layout();
    void show_selection();
    void show_rows();
    /// Finds whether a step of the run changes the order, and shows the rows then. False: not yet.
    bool judge_trace();
    void fill_live_set();
    void fill_inspector();
    /// Clears the selection, the time cursor and the range. If there are none, clears the filter.
    void clear();

    DockFill live_set_;
    DockFill inspector_;
    QString shown_path_;
    std::shared_ptr<const Trace> judged_trace_;  ///< null: none
    bool reorders_ = false;                      ///< a step of it changes the order, as far as is known
    BackgroundTask judging_;
};

}  // namespace arenascope
