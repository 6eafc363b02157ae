#include "widgets/plots/sharing_matrix/matrix_grid.h"

#include <algorithm>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"

namespace arenascope {
namespace {

constexpr int greatest_labels = 140;
constexpr int padding = 6;

}  // namespace

MatrixGrid::MatrixGrid(QWidget* parent)
    : QAbstractScrollArea(parent),
      problem_(std::make_shared<const Problem>()),
      matrix_(std::make_shared<const SharingMatrix>()) {
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Sharing matrix"));
    viewport()->setMouseTracking(true);
    measure();
}

void MatrixGrid::set_matrix(std::shared_ptr<const Problem> problem, std::shared_ptr<const SharingMatrix> matrix) {
    problem_ = std::move(problem);
    matrix_ = std::move(matrix);
    names_.set_problem(problem_);
    is_selected_.assign(count(), false);
    current_ = {};
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
    measure();
}

void MatrixGrid::set_selected(const std::vector<BufferIndex>& buffers) {
    std::fill(is_selected_.begin(), is_selected_.end(), false);
    std::uint32_t first = count();
    for (const BufferIndex buffer : buffers) {
        if (buffer.value() < matrix_->position_of.size()) {
            first = std::min(first, matrix_->position_of[buffer]);
            is_selected_[matrix_->position_of[buffer]] = true;
        }
    }
    const auto [from, to] = visible(verticalScrollBar()->value(), viewport()->height());
    if (first < count() && (first < from || first + 1 >= to)) {
        verticalScrollBar()->setValue(static_cast<int>(first) * cell_);
        horizontalScrollBar()->setValue(static_cast<int>(first) * cell_ - viewport()->width() / 3);
    }
    viewport()->update();
}

void MatrixGrid::measure() {
    const QFontMetrics font = fontMetrics();
    cell_ = font.height() + 2;
    labels_ = font.height() * 3;
    for (const BufferIndex buffer : matrix_->order) {
        // Elision compares fractions of a pixel, so a name with just its own width in whole pixels may be cut.
        const int width = font.horizontalAdvance(names_(buffer)) + 1;
        labels_ = std::max(labels_, std::min(greatest_labels, width + 2 * padding));
    }
    const int content = static_cast<int>(count()) * cell_;
    horizontalScrollBar()->setRange(0, std::max(0, content + labels_ - viewport()->width()));
    verticalScrollBar()->setRange(0, std::max(0, content + labels_ - viewport()->height()));
    for (QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()}) {
        bar->setSingleStep(cell_);
        bar->setPageStep(cell_ * 8);
    }
    viewport()->update();
}

QRect MatrixGrid::cell_box(std::uint32_t row, std::uint32_t column) const {
    return {labels_ + static_cast<int>(column) * cell_ - horizontalScrollBar()->value(),
            labels_ + static_cast<int>(row) * cell_ - verticalScrollBar()->value(), cell_, cell_};
}

std::pair<std::uint32_t, std::uint32_t> MatrixGrid::visible(int scrolled, int room) const {
    const int last = (scrolled + std::max(0, room - labels_)) / cell_ + 1;
    return {static_cast<std::uint32_t>(scrolled / cell_), std::min(count(), static_cast<std::uint32_t>(last))};
}

MatrixGrid::Target MatrixGrid::target_at(QPoint at) const {
    const auto position = [this](int pixel, int scrolled) -> std::optional<std::uint32_t> {
        const int from_first = pixel - labels_ + scrolled;
        return pixel < labels_ || from_first / cell_ >= static_cast<int>(count())
                   ? std::nullopt
                   : std::optional(static_cast<std::uint32_t>(from_first / cell_));
    };
    return {position(at.y(), verticalScrollBar()->value()), position(at.x(), horizontalScrollBar()->value())};
}

/// Whether the operator that writes the buffer of one row reads the other buffer.
bool MatrixGrid::is_operand(std::uint32_t reader, std::uint32_t operand) const {
    const BufferIndex written = matrix_->order[reader];
    const auto& operators = problem_->graph->operators;
    return std::any_of(operators.begin(), operators.end(), [&](const Operator& one) {
        return std::find(one.writes.begin(), one.writes.end(), written) != one.writes.end() &&
               std::find(one.reads.begin(), one.reads.end(), matrix_->order[operand]) != one.reads.end();
    });
}

QString MatrixGrid::sentence(std::uint32_t row, std::uint32_t column) const {
    if (row >= count() || column >= count()) {
        return {};
    }
    const QString one = names_.full(matrix_->order[row]);
    const QString other = names_.full(matrix_->order[column]);
    if (row == column) {
        return one;
    }
    const SharingRelation relation = relation_of(*matrix_, row, column);
    QStringList lines;
    const auto add_dependency = [&](std::uint32_t later, const QString& later_name, const QString& earlier_name) {
        const std::uint32_t earlier = later == row ? column : row;
        lines << (is_operand(later, earlier)
                      ? tr("%1 must not use the memory of %2, its operand").arg(later_name, earlier_name)
                      : tr("%1 must not use the memory of %2, which is read later").arg(later_name, earlier_name));
    };
    if (relation.first) {
        add_dependency(row, one, other);
    }
    if (relation.second) {
        add_dependency(column, other, one);
    }
    if (relation.may_share) {
        lines << tr("%1 may share memory with %2").arg(one, other);
    }
    return lines.join(QLatin1Char('\n'));
}

bool MatrixGrid::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Target target = target_at(help->pos());
        const QString text = target.row && target.column ? sentence(*target.row, *target.column)
                             : target.row                ? names_.full(matrix_->order[*target.row])
                             : target.column             ? names_.full(matrix_->order[*target.column])
                                                         : QString();
        QToolTip::showText(help->globalPos(), plain_tooltip(text), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void MatrixGrid::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        measure();
    }
}

void MatrixGrid::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    measure();
}

void MatrixGrid::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        choose(target_at(event->position().toPoint()));
    }
}

void MatrixGrid::choose(const Target& target) {
    std::vector<BufferIndex> buffers;
    for (const auto& position : {target.row, target.column}) {
        if (position && (buffers.empty() || buffers.front() != matrix_->order[*position])) {
            buffers.push_back(matrix_->order[*position]);
        }
    }
    current_ = target;
    viewport()->update();
    if (!buffers.empty()) {
        emit chosen(buffers);
    }
}

void MatrixGrid::keyPressEvent(QKeyEvent* event) {
    const int down = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const int right = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if ((down == 0 && right == 0) || count() == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const auto moved = [this](std::optional<std::uint32_t> from, int by) {
        const int last = static_cast<int>(count()) - 1;
        return static_cast<std::uint32_t>(std::clamp(static_cast<int>(from.value_or(0)) + by, 0, last));
    };
    choose({moved(current_.row, down), moved(current_.column, right)});
}

void MatrixGrid::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_of(palette()));
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), qt_color(tokens.plot));
    if (count() > 0) {
        paint_cells(painter, tokens);
        paint_names(painter, tokens);
    }
}

void MatrixGrid::paint_cells(QPainter& painter, const Palette& tokens) {
    const auto [top, bottom] = visible(verticalScrollBar()->value(), viewport()->height());
    const auto [left, right] = visible(horizontalScrollBar()->value(), viewport()->width());
    painter.setPen(qt_color(tokens.line));
    for (std::uint32_t row = top; row < bottom; ++row) {
        const QRect first = cell_box(row, left);
        const QRect whole(first.topLeft(), cell_box(row, right > 0 ? right - 1 : 0).bottomRight());
        if (is_selected_[row]) {
            painter.fillRect(whole, qt_color(tokens.selection));
        }
        painter.drawLine(whole.bottomLeft(), whole.bottomRight());
    }
    for (std::uint32_t column = left; column < right; ++column) {
        const QRect whole(cell_box(top, column).topLeft(), cell_box(bottom > 0 ? bottom - 1 : 0, column).bottomRight());
        if (is_selected_[column]) {
            painter.fillRect(whole, qt_color(tokens.selection));
        }
        painter.drawLine(whole.topRight(), whole.bottomRight());
    }
    for (std::uint32_t row = top; row < bottom; ++row) {
        const auto& cells = matrix_->rows[row];
        auto cell = std::lower_bound(cells.begin(), cells.end(), left,
                                     [](const SharingCell& one, std::uint32_t at) { return one.column < at; });
        for (; cell != cells.end() && cell->column < right; ++cell) {
            paint_cell(painter, tokens, row, *cell);
        }
        if (left <= row && row < right) {
            painter.fillRect(cell_box(row, row).adjusted(cell_ / 3, cell_ / 3, -cell_ / 3, -cell_ / 3),
                             qt_color(tokens.dim));
        }
    }
    if (current_.row && current_.column) {
        painter.setPen(QPen(qt_color(tokens.accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell_box(*current_.row, *current_.column).adjusted(0, 0, -2, -2));
    }
}

void MatrixGrid::paint_cell(QPainter& painter, const Palette& tokens, std::uint32_t row, const SharingCell& cell) {
    const QRect box = cell_box(row, cell.column).adjusted(1, 1, -2, -2);
    const SharingRelation& relation = cell.relation;
    const RiskStyle& style = relation.may_share ? tokens.kinds[1] : tokens.medium_beside;
    const bool is_filled = relation.may_share || relation.first;
    painter.fillRect(box, qt_color(is_filled ? style.fill : tokens.plot));
    painter.setPen(qt_color(style.edge));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    painter.setPen(qt_color(is_filled ? style.text : tokens.ink));
    painter.drawText(box, Qt::AlignCenter, relation.may_share ? tr("S") : relation.first ? tr("1") : tr("2"));
}

QString MatrixGrid::heading(std::uint32_t position) const {
    return fontMetrics().elidedText(names_(matrix_->order[position]), Qt::ElideMiddle, labels_ - 2 * padding);
}

void MatrixGrid::paint_names(QPainter& painter, const Palette& tokens) {
    painter.fillRect(0, 0, viewport()->width(), labels_, qt_color(tokens.panel));
    painter.fillRect(0, 0, labels_, viewport()->height(), qt_color(tokens.panel));
    const auto paint = [&](std::uint32_t position, const QRect& box) {
        if (is_selected_[position]) {
            painter.fillRect(box, qt_color(tokens.selection));
        }
        painter.setPen(qt_color(tokens.ink));
        painter.drawText(box.adjusted(padding, 0, -padding, 0), Qt::AlignVCenter | Qt::AlignRight, heading(position));
    };
    const auto [top, bottom] = visible(verticalScrollBar()->value(), viewport()->height());
    painter.setClipRect(0, labels_, labels_, viewport()->height() - labels_);
    for (std::uint32_t row = top; row < bottom; ++row) {
        paint(row, {0, cell_box(row, 0).top(), labels_, cell_});
    }
    const auto [left, right] = visible(horizontalScrollBar()->value(), viewport()->width());
    painter.setClipRect(labels_, 0, viewport()->width() - labels_, labels_);
    for (std::uint32_t column = left; column < right; ++column) {
        painter.save();
        painter.translate(cell_box(0, column).left(), 0);
        painter.rotate(90);
        painter.translate(0, -cell_);
        paint(column, {0, 0, labels_, cell_});
        painter.restore();
    }
    painter.setClipping(false);
    painter.setPen(qt_color(tokens.line));
    painter.drawLine(labels_ - 1, 0, labels_ - 1, viewport()->height());
    painter.drawLine(0, labels_ - 1, viewport()->width(), labels_ - 1);
}

}  // namespace arenascope
