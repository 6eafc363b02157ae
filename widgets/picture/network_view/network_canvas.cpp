#include "widgets/picture/network_view/network_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"

namespace arenascope {
namespace {

constexpr double reach = 5;  ///< pixels between the pointer and a line that it means
constexpr double key_zoom = 1.25;
constexpr double pan_share = 0.15;  ///< of the view, for a key
constexpr double margin = 24;       ///< pixels around what is brought into view

bool is_own_key(const QKeyEvent& event) {
    constexpr std::array keys{Qt::Key_Up,   Qt::Key_Down,  Qt::Key_Left,  Qt::Key_Right,
                              Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus, Qt::Key_F};
    const bool has_modifier =
        (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != Qt::NoModifier;
    return !has_modifier && std::find(keys.begin(), keys.end(), event.key()) != keys.end();
}

/// The operator before the chosen one, or after it; the last or the first if none is chosen.
OperatorIndex operator_beside(const NetworkContent& content, const NetworkMarks& marks, std::int64_t by) {
    const auto count = static_cast<std::int64_t>(content.problem()->graph->operators.size());
    const std::int64_t now = marks.chosen ? marks.chosen->value() : by > 0 ? -1 : count;
    return OperatorIndex(static_cast<std::size_t>(std::clamp<std::int64_t>(now + by, 0, count - 1)));
}

QRectF rectangle_of(const Box& box) {
    return {QPointF(box.left, box.top), QPointF(box.right, box.bottom)};
}

/// The highest box of a diagram, of equals that of the earliest operator.
QRectF first_box(const std::vector<Box>& boxes) {
    const auto first =
        std::min_element(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.top < b.top; });
    return first == boxes.end() ? QRectF() : rectangle_of(*first);
}

/// What a tooltip says at a point of the view.
QString text_at(const NetworkContent& content, const DiagramCamera& camera, QPointF at) {
    const QPointF point = camera.to_diagram(at);
    if (const auto node = content.node_at(point)) {
        return content.text_of_node(*node);
    }
    const auto edge = content.edge_at(point, reach / camera.scale());
    return edge ? content.text_of_edge(*edge) : QString();
}

}  // namespace

NetworkCanvas::NetworkCanvas(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Network"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&layout_, &DiagramLayout::done, this, [this](const DiagramGeometry& geometry) {
        content_.set_geometry(geometry);
        is_fitted_ = camera_.begin({geometry.width, geometry.height}, size(), first_box(geometry.boxes));
        update();
        show_chosen();
        emit laid_out();
    });
}

void NetworkCanvas::set_problem(std::shared_ptr<const Problem> problem) {
    layout_.cancel();
    content_.set_problem(std::move(problem), QFontMetricsF(font()));
    marks_ = {};
    is_fitted_ = true;
    update();
    if (isVisible()) {
        lay_out();
    }
}

void NetworkCanvas::set_layout(std::shared_ptr<const Layout> layout) {
    content_.set_layout(std::move(layout));
    update();
}

void NetworkCanvas::set_unit(Unit unit) {
    content_.set_unit(unit);
    update();
}

void NetworkCanvas::set_marks(NetworkMarks marks) {
    std::sort(marks.selected.begin(), marks.selected.end());
    const bool is_new = marks.chosen != marks_.chosen || marks.selected != marks_.selected;
    marks_ = std::move(marks);
    if (is_new) {
        show_chosen();
    }
    update();
}

void NetworkCanvas::lay_out() {
    if (!content_.is_laid_out() && !content_.diagram().nodes.empty() && !layout_.is_running()) {
        layout_.start(content_.diagram(), content_.extents());
    }
}

void NetworkCanvas::fit() {
    camera_.fit({content_.geometry().width, content_.geometry().height}, size());
    is_fitted_ = true;
    update();
}

/// Brings the chosen operator into view, or what writes the selected tensor.
void NetworkCanvas::show_chosen() {
    if (!content_.is_laid_out() || is_fitted_) {
        return;
    }
    for (std::uint32_t node = 0; node < content_.diagram().nodes.size(); ++node) {
        const std::vector<BufferIndex> written = content_.buffers_of(node);
        const bool is_writer = std::any_of(written.begin(), written.end(), [this](BufferIndex buffer) {
            return std::binary_search(marks_.selected.begin(), marks_.selected.end(), buffer);
        });
        if (marks_.chosen ? content_.diagram().nodes[node].node == *marks_.chosen : is_writer) {
            camera_.show_box(rectangle_of(content_.geometry().boxes[node]), size(), margin);
            return;
        }
    }
}

QRectF NetworkCanvas::box_of(OperatorIndex index) const {
    // The operators are the first nodes.
    const auto& graph = content_.problem()->graph;
    if (!graph || index.value() >= graph->operators.size() || !content_.is_laid_out()) {
        return {};
    }
    return camera_.to_view(rectangle_of(content_.geometry().boxes[index.value()]));
}

bool NetworkCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plain_tooltip(text_at(content_, camera_, help->pos())), this);
        return true;
    }
    // The window's actions have the same keys for the picture.
    if (event->type() == QEvent::ShortcutOverride && is_own_key(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void NetworkCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        layout_.cancel();
        content_.set_font(QFontMetricsF(font()));
        if (isVisible()) {
            lay_out();
        }
    }
}

void NetworkCanvas::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    lay_out();
}

void NetworkCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (is_fitted_) {
        fit();
    }
}

void NetworkCanvas::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.plot));
    if (content_.is_laid_out()) {
        NetworkPainter(painter, content_, camera_, tokens).paint(marks_, rect());
    } else if (layout_.is_running()) {
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(rect(), Qt::AlignCenter, tr("Laying out the network…"));
    }
}

void NetworkCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        pressed_ = event->position();
    }
}

void NetworkCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!pressed_ || (event->buttons() & Qt::LeftButton) == 0) {
        const QPointF at = camera_.to_diagram(event->position());
        const bool is_target = content_.node_at(at) || content_.edge_at(at, reach / camera_.scale());
        setCursor(is_target ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const double moved = (event->position() - *pressed_).manhattanLength();
    if (!dragged_ && moved < QApplication::startDragDistance()) {
        return;
    }
    camera_.pan(event->position() - dragged_.value_or(*pressed_));
    take_view();
    dragged_ = event->position();
    setCursor(Qt::ClosedHandCursor);
}

void NetworkCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (pressed_ && !dragged_) {
        choose(event->position());
    }
    pressed_.reset();
    dragged_.reset();
    setCursor(Qt::ArrowCursor);
}

void NetworkCanvas::choose(QPointF at) {
    const QPointF point = camera_.to_diagram(at);
    if (const auto node = content_.node_at(point)) {
        const DiagramNode& one = content_.diagram().nodes[*node];
        if (one.given == BufferIndex::none()) {
            emit operator_chosen(one.node);
        } else {
            emit buffer_chosen(one.given);
        }
    } else if (const auto edge = content_.edge_at(point, reach / camera_.scale())) {
        emit buffer_chosen(content_.diagram().edges[*edge].buffer);
    }
}

void NetworkCanvas::wheelEvent(QWheelEvent* event) {
    constexpr double degrees_for_double = 60 * 8;
    const double turned = event->angleDelta().y();
    camera_.zoom(std::exp2(turned / degrees_for_double), event->position());
    take_view();
    event->accept();
}

void NetworkCanvas::keyPressEvent(QKeyEvent* event) {
    if (!is_own_key(*event) || content_.diagram().nodes.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
        case Qt::Key_Up:
            emit operator_chosen(operator_beside(content_, marks_, -1));
            break;
        case Qt::Key_Down:
            emit operator_chosen(operator_beside(content_, marks_, 1));
            break;
        case Qt::Key_Left:
            camera_.pan({pan_share * width(), 0});
            take_view();
            break;
        case Qt::Key_Right:
            camera_.pan({-pan_share * width(), 0});
            take_view();
            break;
        case Qt::Key_F:
            fit();
            break;
        default:
            camera_.zoom(event->key() == Qt::Key_Minus ? 1 / key_zoom : key_zoom, QRectF(rect()).center());
            take_view();
    }
}

void NetworkCanvas::take_view() {
    is_fitted_ = false;
    update();
}

}  // namespace arenascope
