#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "widgets/picture/network_view/diagram_camera.h"
#include "widgets/picture/network_view/diagram_layout.h"
#include "widgets/picture/network_view/network_content.h"
#include "widgets/picture/network_view/network_painter.h"

namespace arenascope {

/// The drawing of a network, with its gestures: the wheel zooms, dragging pans, a click chooses a box or a line. The
/// keys are those of the layout view; Up and Down choose the operator before and the next one.
class NetworkCanvas final : public QWidget {
    Q_OBJECT

public:
    explicit NetworkCanvas(QWidget* parent = nullptr);

    /// Another network is laid out in the background when the canvas is first visible.
    void set_problem(std::shared_ptr<const Problem> problem);
    void set_layout(std::shared_ptr<const Layout> layout);
    void set_unit(Unit unit);
    /// What is chosen anew comes into view.
    void set_marks(NetworkMarks marks);
    [[nodiscard]] const NetworkMarks& marks() const { return marks_; }
    [[nodiscard]] const NetworkContent& content() const { return content_; }
    [[nodiscard]] const DiagramCamera& camera() const { return camera_; }
    /// The box of an operator in widget coordinates; empty before the network is laid out.
    [[nodiscard]] QRectF box_of(OperatorIndex index) const;
    void fit();
    [[nodiscard]] DiagramLayout& diagram_layout() { return layout_; }

signals:
    void laid_out();
    void operator_chosen(OperatorIndex index);
    void buffer_chosen(BufferIndex buffer);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void lay_out();
    void show_chosen();
    /// After the user has panned or zoomed.
    void take_view();
    void choose(QPointF at);

    NetworkContent content_;
    NetworkMarks marks_;
    DiagramCamera camera_;
    DiagramLayout layout_;
    bool is_fitted_ = true;  ///< the user has neither panned nor zoomed
    std::optional<QPointF> pressed_;
    std::optional<QPointF> dragged_;  ///< where the pointer was last while it drags
};

}  // namespace arenascope
