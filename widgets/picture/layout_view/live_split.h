#pragma once

#include <optional>

#include <QWidget>

namespace arenascope {

class LayoutPlot;

/// The gap between the containers and the live curve. Dragging it with the mouse changes the height of the curve; a
/// double click restores the default.
class LiveSplit final : public QWidget {
    Q_OBJECT

public:
    /// Covers the gap of the plot, which is in the same parent.
    LiveSplit(LayoutPlot& plot, QWidget* parent);

    /// The height of the curve that the user chose, as a share (see LayoutPlot::set_live_share). Emits no signal.
    void set_share(std::optional<double> share);
    [[nodiscard]] std::optional<double> share() const;

signals:
    /// The user changed the share.
    void share_changed();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void cover_gap();

    LayoutPlot& plot_;
    double grip_ = 0;  ///< from the pointer to the top of the live curve, in pixels
};

}  // namespace arenascope
