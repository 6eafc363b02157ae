#include "widgets/plots/stack_flame/flame_canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "core/picture/plan/coloring.h"
#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr double least_pixels = 2;  ///< narrower boxes could not be told apart
constexpr int text_margin = 4;

}  // namespace

FlameCanvas::FlameCanvas(QWidget* parent)
    : QAbstractScrollArea(parent),
      problem_(std::make_shared<const Problem>()),
      tree_(std::make_shared<const StackTree>()),
      makers_(std::make_shared<const Makers>()) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Stacks of the live bytes"));
    viewport()->setMouseTracking(true);
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        styles_ = maker_styles(*makers_, theme_);
        viewport()->update();
    });
}

void FlameCanvas::set_tree(std::shared_ptr<const Problem> problem, std::shared_ptr<const StackTree> tree,
                           std::shared_ptr<const Makers> makers) {
    problem_ = std::move(problem);
    tree_ = std::move(tree);
    makers_ = std::move(makers);
    maker_of_.clear();
    for (std::size_t i = 0; i < makers_->makers.size(); ++i) {
        maker_of_.emplace(makers_->makers[i].frame, i);
    }
    styles_ = maker_styles(*makers_, theme_);
    current_ = 0;
    set_root(0);
}

void FlameCanvas::set_unit(Unit unit) {
    unit_ = unit;
    viewport()->update();
}

void FlameCanvas::set_root(std::uint32_t node) {
    root_ = node;
    measure();
    set_current(node);
    emit root_changed();
}

double FlameCanvas::row() const {
    return fontMetrics().height() + text_margin;
}

void FlameCanvas::measure() {
    boxes_ = flame_boxes(*tree_, root_, viewport()->width(), row(), least_pixels);
    double height = 0;
    for (const FlameBox& each : boxes_) {
        height = std::max(height, each.box.bottom);
    }
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(static_cast<int>(row()));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(height) - viewport()->height()));
    viewport()->update();
}

QRect FlameCanvas::box_of(std::uint32_t node) const {
    const auto found = std::ranges::find(boxes_, node, &FlameBox::node);
    if (found == boxes_.end()) {
        return {};
    }
    const arenascope::Box& box = found->box;
    const int left = static_cast<int>(std::lround(box.left));
    return {left, static_cast<int>(box.top) - verticalScrollBar()->value(),
            static_cast<int>(std::lround(box.right)) - left, static_cast<int>(row())};
}

const FlameBox* FlameCanvas::box_at(QPointF point) const {
    return flame_box_at(boxes_, point.x(), point.y() + verticalScrollBar()->value());
}

void FlameCanvas::set_current(std::uint32_t node) {
    current_ = node;
    const QRect box = box_of(node);
    if (box.top() < 0) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + box.top());
    } else if (box.bottom() >= viewport()->height()) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + box.bottom() - viewport()->height() + 1);
    }
    setAccessibleDescription(tree_->nodes.empty() ? QString() : words(node));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    viewport()->update();
}

QString FlameCanvas::words(std::uint32_t node) const {
    const AllocatorHistory& history = *problem_->history;
    const StackNode& own = tree_->nodes[node];
    const Bytes all = tree_->nodes.front().bytes;
    QStringList lines;
    if (node == 0) {
        lines << tr("all that is live at event %1").arg(grouped_text(tree_->step.value()));
    } else if (own.frame == StackFrameIndex::none()) {
        lines << tr("The stacks of these allocations have no such line.");
    } else {
        const StackFrame& frame = history.frames[own.frame];
        const QString file = visible_text(frame.file);
        lines << visible_text(frame.function)
              << (frame.line > 0 ? QStringLiteral("%1:%2").arg(file).arg(frame.line) : file);
    }
    const double share = all > Bytes(0) ? static_cast<double>(own.bytes.value()) / static_cast<double>(all.value()) : 0;
    lines << tr("%1, %2 of the live size").arg(amount_and_exact_bytes(own.bytes.value(), unit_), percent_words(share))
          << counted(own.buffers, tr("1 allocation"), tr("%1 allocations"));
    return lines.join(QLatin1Char('\n'));
}

RiskStyle FlameCanvas::style_of_node(std::uint32_t node, const Palette& tokens) const {
    const StackFrameIndex frame = tree_->nodes[node].frame;
    if (node == 0 || frame == StackFrameIndex::none()) {
        return node == 0 ? tokens.none : tokens.no_maker;
    }
    const auto maker = maker_of_.find(frame);
    return maker != maker_of_.end() && maker->second < styles_.size() ? styles_[maker->second] : tokens.none;
}

void FlameCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const Palette& tokens = arenascope::palette(theme_);
    painter.fillRect(event->rect(), qt_color(tokens.panel));
    if (tree_->nodes.empty()) {
        return;
    }
    const QFontMetrics letters = painter.fontMetrics();
    for (const FlameBox& each : boxes_) {
        const QRect box = box_of(each.node).adjusted(0, 0, -1, -1);
        if (!box.intersects(event->rect())) {
            continue;
        }
        const StackFrameIndex frame = tree_->nodes[each.node].frame;
        const RiskStyle style = style_of_node(each.node, tokens);
        const bool is_faint = frame != StackFrameIndex::none() && problem_->history->frames[frame].is_library;
        painter.fillRect(box, qt_color(is_faint ? tokens.stripe : style.fill));
        painter.setPen(qt_color(style.edge));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        const int room = box.width() - 2 * text_margin;
        if (room < 3 * letters.averageCharWidth()) {
            continue;
        }
        painter.setPen(qt_color(is_faint ? tokens.dim : style.text));
        const QString name = each.node == 0 ? tr("all") : visible_text(name_of(*problem_->history, *tree_, each.node));
        const QString amount = amount_words(tree_->nodes[each.node].bytes.value(), unit_);
        const QString whole = tr("%1 · %2").arg(name, amount);
        painter.drawText(
            box.adjusted(text_margin, 0, -text_margin, 0), Qt::AlignLeft | Qt::AlignVCenter,
            letters.horizontalAdvance(whole) <= room ? whole : letters.elidedText(name, Qt::ElideRight, room));
    }
    painter.setPen(QPen(qt_color(tokens.accent), 2));
    painter.drawRect(box_of(current_).adjusted(1, 1, -2, -2));
}

void FlameCanvas::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    measure();
}

void FlameCanvas::mousePressEvent(QMouseEvent* event) {
    const FlameBox* box = event->button() == Qt::LeftButton ? box_at(event->position()) : nullptr;
    if (box != nullptr) {
        const std::uint32_t node = box->node;
        set_current(node);
        emit chosen(node);
    }
}

void FlameCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const FlameBox* box = box_at(event->position())) {
        set_root(box->node);
    }
}

void FlameCanvas::move(FlameMove way) {
    if (!tree_->nodes.empty()) {
        set_current(moved(*tree_, boxes_, current_, way));
    }
}

void FlameCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up:
            return move(FlameMove::to_caller);
        case Qt::Key_Down:
            return move(FlameMove::to_callee);
        case Qt::Key_Left:
            return move(FlameMove::to_previous);
        case Qt::Key_Right:
            return move(FlameMove::to_next);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (tree_->nodes.empty()) {
                break;
            }
            if ((event->modifiers() & Qt::ControlModifier) != 0) {
                set_root(current_);
            } else {
                emit chosen(current_);
            }
            return;
        default:
            break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

bool FlameCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const FlameBox* box = box_at(help->pos());
        box != nullptr ? QToolTip::showText(help->globalPos(), plain_tooltip(words(box->node)), this)
                       : QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace arenascope
