#pragma once

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

/// Connects the list of overlaps and the check commands to the session. Raises the list when a file with overlaps is
/// opened.
class CheckViews final : public WindowPart {
    Q_OBJECT

public:
    explicit CheckViews(const WindowFrame& frame);

signals:
    /// The overlap that is selected, counted from 0 in the order of the report; −1: none.
    void overlap_shown(int position);

private:
    void show_report();
    void fill_list();
    void raise_list() const;
    void show_position();
    /// The position of the overlap whose buffers are selected; −1: none.
    [[nodiscard]] int shown_position() const;
    /// Goes to the next overlap (1) or the previous one (−1). Wraps around.
    void go(int direction);
    void show_overlap(int position);
    [[nodiscard]] const Overlap& overlap_at(int position) const;

    DockFill list_;
    QString opened_;       ///< the last file that was opened
    bool is_new_ = false;  ///< the file was opened, and no report on it is shown yet
    int position_ = -1;    ///< of the last shown overlap; −1: none
};

}  // namespace arenascope
