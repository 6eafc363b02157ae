#pragma once

#include <QByteArray>
#include <QKeySequence>
#include <QList>
#include <QPointer>

#include "app/window/frame/window_part.h"

class QWidget;

namespace arenascope {

/// The mode in which the window shows only the picture: without docks, tool bar, menu bar and status bar. Everything
/// comes back as it was. Meanwhile the keys of "clear selection" (Esc) leave the mode.
class PictureOnly final : public WindowPart {
    Q_OBJECT

public:
    /// The actions of the window must be its own too (QWidget::addAction), or their keys end with the menu bar.
    explicit PictureOnly(const WindowFrame& frame);

    /// Shows everything again, if only the picture is shown.
    void leave();

private:
    void set_active(bool active);
    void hide_all();
    void show_again();
    void swap_keys();

    bool active_ = false;
    bool had_cores_ = false;          ///< the plan had several memories when the mode began
    QByteArray arrangement_;          ///< of docks and tool bars
    QList<QPointer<QWidget>> bars_;   ///< menu bar and status bar, where they were visible
    QList<QKeySequence> clear_keys_;  ///< of "clear selection", which the mode borrows
    QList<QKeySequence> own_keys_;
};

}  // namespace arenascope
