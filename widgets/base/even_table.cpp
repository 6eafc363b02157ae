#include "widgets/base/even_table.h"

#include <algorithm>

#include <QAbstractButton>
#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

namespace arenascope {

EvenTable::EvenTable(QWidget* parent) : QTableView(parent) {
    verticalHeader()->hide();
    // QTableView hides it in updateGeometries(); left alone it covers the first column's title.
    if (auto* corner = findChild<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly)) {
        corner->hide();
    }
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);
}

void EvenTable::setModel(QAbstractItemModel* model) {
    follower_ = std::make_unique<QObject>();
    QTableView::setModel(model);
    verticalHeader()->setModel(&no_rows_);
    const auto follow = [this] {
        set_scroll_ranges();
        viewport()->update();
    };
    connect(model, &QAbstractItemModel::rowsInserted, follower_.get(), follow);
    connect(model, &QAbstractItemModel::rowsRemoved, follower_.get(), follow);
    connect(model, &QAbstractItemModel::modelReset, follower_.get(), follow);
    connect(model, &QAbstractItemModel::layoutChanged, follower_.get(), follow);
    follow();
}

int EvenTable::row_height() const {
    return std::max(1, verticalHeader()->defaultSectionSize());
}

int EvenTable::row_count() const {
    return model() == nullptr ? 0 : model()->rowCount(rootIndex());
}

qint64 EvenTable::top() const {
    const QScrollBar& down = *verticalScrollBar();
    // At the end, the last row is wholly in sight, and there is nothing below it.
    const bool is_at_end = down.maximum() > 0 && down.value() == down.maximum();
    return is_at_end ? std::max<qint64>(0, qint64{row_count()} * row_height() - viewport()->height())
                     : qint64{down.value()} * row_height();
}

int EvenTable::row_at(int y) const {
    return static_cast<int>((top() + y) / row_height());
}

int EvenTable::whole_rows() const {
    return std::max(1, viewport()->height() / row_height());
}

int EvenTable::next_column(int column, int step) const {
    const QHeaderView& header = *horizontalHeader();
    for (int at = header.visualIndex(column) + step; at >= 0 && at < header.count(); at += step) {
        if (!header.isSectionHidden(header.logicalIndex(at))) {
            return header.logicalIndex(at);
        }
    }
    return column;
}

void EvenTable::setSelectionModel(QItemSelectionModel* selection) {
    QTableView::setSelectionModel(selection);
    QItemSelectionModel* before = header_selection_;
    header_selection_ = new QItemSelectionModel(model(), this);
    horizontalHeader()->setSelectionModel(header_selection_);
    delete before;
}

QRect EvenTable::visualRect(const QModelIndex& index) const {
    if (!index.isValid() || index.model() != model() || isIndexHidden(index)) {
        return {};
    }
    // Rows far away lie beyond the range of an int.
    constexpr qint64 far = 1 << 24;
    const qint64 y = std::clamp(qint64{index.row()} * row_height() - top(), -far, far);
    return {columnViewportPosition(index.column()), static_cast<int>(y), columnWidth(index.column()), row_height()};
}

QModelIndex EvenTable::indexAt(const QPoint& at) const {
    // Above the viewport, too: a selection may begin at a row that is out of sight.
    if (model() == nullptr || top() + at.y() < 0) {
        return {};
    }
    const int row = row_at(at.y());
    const int column = columnAt(at.x());
    return row < row_count() && column >= 0 ? model()->index(row, column, rootIndex()) : QModelIndex();
}

void EvenTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
    if (!index.isValid() || isIndexHidden(index)) {
        return;
    }
    const int row = index.row();
    const int last = row - whole_rows() + 1;  // with this first row, it is the last one
    const int first = verticalScrollBar()->value();
    switch (hint) {
        case PositionAtTop:
            verticalScrollBar()->setValue(row);
            break;
        case PositionAtBottom:
            verticalScrollBar()->setValue(last);
            break;
        case PositionAtCenter:
            verticalScrollBar()->setValue(row - whole_rows() / 2);
            break;
        case EnsureVisible:
            verticalScrollBar()->setValue(row < first ? row : std::max(first, last));
            break;
    }
    QScrollBar& sideways = *horizontalScrollBar();
    const int left = columnViewportPosition(index.column());
    const int beyond = left + columnWidth(index.column()) - viewport()->width();
    if (left < 0 || columnWidth(index.column()) > viewport()->width()) {
        sideways.setValue(sideways.value() + left);
    } else if (beyond > 0) {
        sideways.setValue(sideways.value() + beyond);
    }
}

int EvenTable::sizeHintForColumn(int column) const {
    if (model() == nullptr) {
        return -1;
    }
    ensurePolished();
    const int precision = horizontalHeader()->resizeContentsPrecision();
    const int in_sight = viewport()->height() / row_height() + 1;
    const int wanted = precision > 0 ? precision : precision == 0 ? in_sight : row_count();
    const int end = static_cast<int>(std::min<qint64>(qint64{row_at(0)} + wanted, row_count()));
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    int width = 0;
    for (int row = std::max(0, end - wanted); row < end; ++row) {
        const QModelIndex index = model()->index(row, column, rootIndex());
        width = std::max(width, itemDelegateForIndex(index)->sizeHint(option, index).width());
    }
    return width;
}

int EvenTable::sizeHintForRow(int /*row*/) const {
    return row_height();
}

int EvenTable::verticalOffset() const {
    constexpr qint64 most = 1 << 30;
    return static_cast<int>(std::min(top(), most));
}

bool EvenTable::isIndexHidden(const QModelIndex& index) const {
    return isColumnHidden(index.column());
}

QModelIndex EvenTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    const int rows = row_count();
    const int first_column = next_column(-1, 1);
    if (rows == 0 || first_column < 0) {
        return {};
    }
    const QModelIndex current = currentIndex();
    if (!current.isValid()) {
        return model()->index(0, first_column, rootIndex());
    }
    int row = current.row();
    int column = current.column();
    const bool is_far = modifiers.testFlag(Qt::ControlModifier);
    switch (action) {
        case MoveUp:
            --row;
            break;
        case MoveDown:
            ++row;
            break;
        case MovePageUp:
            row -= whole_rows();
            break;
        case MovePageDown:
            row += whole_rows();
            break;
        case MoveLeft:
        case MovePrevious:
            column = next_column(column, isRightToLeft() && action == MoveLeft ? 1 : -1);
            break;
        case MoveRight:
        case MoveNext:
            column = next_column(column, isRightToLeft() && action == MoveRight ? -1 : 1);
            break;
        case MoveHome:
            column = first_column;
            row = is_far ? 0 : row;
            break;
        case MoveEnd:
            for (int next = next_column(column, 1); next != column; next = next_column(column, 1)) {
                column = next;
            }
            row = is_far ? rows - 1 : row;
            break;
    }
    return model()->index(std::clamp(row, 0, rows - 1), column, rootIndex());
}

QRegion EvenTable::visualRegionForSelection(const QItemSelection& selection) const {
    QRegion region;
    const int first = row_at(0);
    const int last = row_at(viewport()->height());
    for (const QItemSelectionRange& range : selection) {
        const int begin = std::max(range.top(), first);
        const int end = std::min(range.bottom(), last);
        if (range.isValid() && begin <= end) {
            const auto y = static_cast<int>(qint64{begin} * row_height() - top());
            region += QRect(0, y, viewport()->width(), (end - begin + 1) * row_height());
        }
    }
    return region;
}

QModelIndexList EvenTable::selectedIndexes() const {
    QModelIndexList shown = selectionModel() == nullptr ? QModelIndexList() : selectionModel()->selectedIndexes();
    shown.removeIf([this](const QModelIndex& index) { return isIndexHidden(index); });
    return shown;
}

void EvenTable::setSelection(const QRect& rectangle, QItemSelectionModel::SelectionFlags command) {
    const QRect area = rectangle.normalized();
    const QModelIndex first = indexAt(isRightToLeft() ? area.topRight() : area.topLeft());
    const QModelIndex last = indexAt(isRightToLeft() ? area.bottomLeft() : area.bottomRight());
    if (selectionModel() != nullptr && first.isValid() && last.isValid()) {
        selectionModel()->select(QItemSelection(first, last), command);
    }
}

void EvenTable::scrollContentsBy(int dx, int dy) {
    QTableView::scrollContentsBy(dx, 0);
    if (dy != 0) {
        viewport()->update();
    }
}

void EvenTable::set_scroll_ranges() {
    const QSize largest = maximumViewportSize();
    const int length = horizontalHeader()->length();
    // Without scroll bars, everything may be in sight.
    const bool needs_none = largest.width() >= length && largest.height() / row_height() >= row_count();
    const QSize room = needs_none ? largest : viewport()->size();
    const int whole = std::max(1, std::min(room.height() / row_height(), row_count()));
    horizontalScrollBar()->setPageStep(room.width());
    horizontalScrollBar()->setSingleStep(std::max(2, room.width() / (horizontalHeader()->count() + 1)));
    horizontalScrollBar()->setRange(0, std::max(0, length - room.width()));
    verticalScrollBar()->setSingleStep(1);
    verticalScrollBar()->setPageStep(whole);
    verticalScrollBar()->setRange(0, std::max(0, row_count() - whole));
}

void EvenTable::updateGeometries() {
    if (is_updating_) {
        return;
    }
    const QScopedValueRollback updating(is_updating_, true);
    QHeaderView& header = *horizontalHeader();
    const bool has_header = !header.isHidden();
    const int height =
        has_header ? std::min(std::max(header.minimumHeight(), header.sizeHint().height()), header.maximumHeight()) : 0;
    setViewportMargins(0, height, 0, 0);
    const QRect rows = viewport()->geometry();
    header.setGeometry(rows.left(), rows.top() - height, rows.width(), height);
    if (!has_header) {
        QMetaObject::invokeMethod(&header, "updateGeometries");  // it does so by itself only while it is shown
    }
    set_scroll_ranges();
    header.setOffset(horizontalScrollBar()->value());
    QAbstractItemView::updateGeometries();  // NOLINT(bugprone-parent-virtual-call): QTableView's is about its rows
}

void EvenTable::paintEvent(QPaintEvent* event) {
    if (model() == nullptr) {
        return;
    }
    QPainter painter(viewport());
    QStyleOptionViewItem common;
    initViewItemOption(&common);
    const bool has_focus = hasFocus() || viewport()->hasFocus();
    const QRect dirty = event->rect();
    const int first = row_at(std::max(0, dirty.top()));
    const int last = std::min(row_count() - 1, row_at(std::max(0, dirty.bottom())));
    const QHeaderView& header = *horizontalHeader();
    for (int row = first; row <= last; ++row) {
        for (int at = 0; at < header.count(); ++at) {
            const QModelIndex index = model()->index(row, header.logicalIndex(at), rootIndex());
            QStyleOptionViewItem option = common;
            option.rect = visualRect(index);
            if (!option.rect.intersects(dirty)) {
                continue;
            }
            option.features.setFlag(QStyleOptionViewItem::Alternate, alternatingRowColors() && row % 2 == 1);
            option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
            option.state.setFlag(QStyle::State_HasFocus, has_focus && index == currentIndex());
            style()->drawPrimitive(QStyle::PE_PanelItemViewRow, &option, &painter, this);
            itemDelegateForIndex(index)->paint(&painter, option, index);
        }
    }
}

}  // namespace arenascope
