#include "widgets/base/column_fit.h"

#include <algorithm>
#include <cstdint>

#include <QEvent>
#include <QHeaderView>

#include "widgets/base/table_look.h"

namespace arenascope {
namespace {

/// Where nothing is omitted, whole phrases are readable.
constexpr int least_letters_if_scrolling = 24;
constexpr int rows_measured = 256;

}  // namespace

ColumnFit::ColumnFit(QTableView& view, std::vector<int> elastic, std::vector<int> dropped, int least_letters)
    : QObject(&view),
      view_(view),
      viewport_(view.viewport()),
      elastic_(std::move(elastic)),
      dropped_(std::move(dropped)),
      least_letters_(least_letters) {
    view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view.horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.horizontalHeader()->setResizeContentsPrecision(rows_measured);
    view.viewport()->installEventFilter(this);
    view.installEventFilter(this);
    connect(view.model(), &QAbstractItemModel::modelReset, this, &ColumnFit::fit_later);
    connect(view.model(), &QAbstractItemModel::dataChanged, this, &ColumnFit::fit_later);
    connect(view.model(), &QAbstractItemModel::headerDataChanged, this, &ColumnFit::fit_later);
    fit_later();
}

void ColumnFit::set_dropped(std::vector<int> dropped) {
    dropped_ = std::move(dropped);
    fit_later();
}

void ColumnFit::set_hidden(std::vector<int> hidden) {
    hidden_ = std::move(hidden);
    fit_later();
}

void ColumnFit::scroll_sideways() {
    scrolls_ = true;
    view_.setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    view_.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    fit_later();
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event) {
    // A view also gets events during its destruction; its viewport must not be accessed then.
    if (watched == viewport_ && event->type() == QEvent::Resize) {
        fit();
    } else if (watched == &view_ && (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)) {
        fit_later();
    }
    return QObject::eventFilter(watched, event);
}

void ColumnFit::fit_later() {
    // Rows, unit and font often change together: one measurement is enough.
    if (!waiting_) {
        waiting_ = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                waiting_ = false;
                fit();
            },
            Qt::QueuedConnection);
    }
}

void ColumnFit::fit() {
    const int columns = view_.model()->columnCount();
    std::vector<int> widths(static_cast<std::size_t>(columns));
    int needed = 0;
    for (int column = 0; column < columns; ++column) {
        const bool is_hidden = std::find(hidden_.begin(), hidden_.end(), column) != hidden_.end();
        view_.setColumnHidden(column, is_hidden);
        if (is_hidden) {
            continue;
        }
        int& width = widths[static_cast<std::size_t>(column)];
        width = content_width(column);
        needed += least_width(column, width);
    }
    const int view_room = view_.viewport()->width();
    const int room = scrolls_ ? std::max(needed, view_room) : view_room;
    for (const int column : dropped_) {
        if (needed <= room) {
            break;
        }
        needed -= least_width(column, widths[static_cast<std::size_t>(column)]);
        view_.setColumnHidden(column, true);
    }
    int left = room;
    int wanted = 0;
    for (int column = 0; column < columns; ++column) {
        if (!view_.isColumnHidden(column)) {
            const int width = widths[static_cast<std::size_t>(column)];
            is_elastic(column) ? wanted += width : left -= width;
        }
    }
    left = std::max(0, left);
    for (int column = 0; column < columns; ++column) {
        if (view_.isColumnHidden(column)) {
            continue;
        }
        int width = widths[static_cast<std::size_t>(column)];
        if (is_elastic(column)) {
            // In proportion to their contents; the last one gets the rounding remainder.
            const int fair = wanted > 0 ? static_cast<int>(std::int64_t{left} * width / wanted) : 0;
            wanted -= width;
            width = scrolls_ ? std::max(fair, least_width(column, width)) : fair;
            left = std::max(0, left - width);
        }
        view_.setColumnWidth(column, width);
    }
}

int ColumnFit::content_width(int column) const {
    const auto& cells = static_cast<const QAbstractItemView&>(view_);
    return std::max({cells.sizeHintForColumn(column) + column_gap, view_.horizontalHeader()->sectionSizeHint(column),
                     view_.horizontalHeader()->minimumSectionSize()});
}

int ColumnFit::least_width(int column, int content) const {
    const int letters = scrolls_ ? least_letters_if_scrolling : least_letters_;
    return is_elastic(column) ? std::min(content, view_.fontMetrics().averageCharWidth() * letters) : content;
}

bool ColumnFit::is_elastic(int column) const {
    return std::find(elastic_.begin(), elastic_.end(), column) != elastic_.end();
}

}  // namespace arenascope
