#pragma once

#include <QByteArray>
#include <QTimer>

#include "app/window/frame/window_mode.h"
#include "app/window/frame/window_part.h"

class QActionGroup;

namespace arenascope {

/// The modes of a window. Each keeps what the user did to its docks, also until the next start. They are kept a few
/// seconds after they have changed, so that a crash does not lose them.
class WindowModes final : public WindowPart {
    Q_OBJECT

public:
    /// `window`, `docks` and the actions must outlive this.
    explicit WindowModes(const WindowFrame& frame);

    [[nodiscard]] WindowMode mode() const { return mode_; }
    /// Shows the mode of the last session as it was left. False: its docks are at their default positions.
    bool restore();
    /// Keeps the mode and its docks for the next session.
    void save() const;
    void choose(WindowMode mode);
    /// Puts the docks of the current mode at their default positions.
    void reset();

signals:
    /// Docks have other sizes and positions.
    void arranged();

private:
    /// Shows the docks as they were left in the current mode; false: they are at their default positions.
    bool show_docks();
    void save_changes();

    const QActionGroup& choices_;
    QTimer keeping_;
    QByteArray kept_;  ///< positions and geometry when save_changes() saw them last
    WindowMode mode_ = window_modes.front();
};

}  // namespace arenascope
