#include "widgets/base/buffer_list.h"

#include <algorithm>
#include <limits>

#include <QHeaderView>
#include <QKeyEvent>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int most_decimals = 2;

}  // namespace

BufferListRows buffer_list_rows(std::vector<BufferListRow> rows) {
    BufferListRows list;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    const auto add = [&smallest](std::int64_t bytes, std::array<int, all_units>& decimals) {
        smallest = bytes > 0 ? std::min(smallest, bytes) : smallest;
        for (std::size_t i = 0; i < all_units; ++i) {
            if (decimals[i] < most_decimals) {
                decimals[i] = std::max(decimals[i], decimals_of(bytes, static_cast<Unit>(i)));
            }
        }
    };
    for (const BufferListRow& row : rows) {
        add(row.size.value(), list.size_decimals);
        if (row.offset) {
            add(row.offset->value(), list.offset_decimals);
        }
    }
    list.smallest = smallest;
    list.rows = std::move(rows);
    return list;
}

BufferListModel::BufferListModel(BufferListColumns columns, QObject* parent)
    : QAbstractTableModel(parent), columns_{Column::name}, note_title_(std::move(columns.note_title)) {
    if (columns.note) {
        columns_.push_back(Column::note);
    }
    if (columns.offset) {
        columns_.push_back(Column::offset);
    }
    columns_.push_back(Column::size);
}

void BufferListModel::set_rows(std::shared_ptr<const Problem> problem, std::shared_ptr<const BufferListRows> rows) {
    beginResetModel();
    names_.set_problem(problem);
    rows_ = std::move(rows);
    choose_unit();
    endResetModel();
}

void BufferListModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    choose_unit();
    endResetModel();
}

void BufferListModel::choose_unit() {
    table_unit_.forget();
    table_unit_.add(rows_->smallest);
    unit_ = table_unit_.unit();
}

int BufferListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows().size());
}

int BufferListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant BufferListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const BufferListRow& row = rows()[static_cast<std::size_t>(index.row())];
    const Column column = columns_[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole) {
        const bool is_text = column == Column::name || column == Column::note;
        return static_cast<int>(Qt::AlignVCenter | (is_text ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    const auto amount = [&](std::int64_t bytes, int decimals) {
        return role == Qt::ToolTipRole ? exact_bytes(bytes)
                                       : QString::fromStdString(number_text(bytes, unit_, decimals));
    };
    switch (column) {
        case Column::name:
            return role == Qt::ToolTipRole ? names_.tooltip(row.buffer) : names_(row.buffer);
        case Column::note:
            return role == Qt::ToolTipRole ? plain_tooltip(row.note_tooltip.isEmpty() ? row.note : row.note_tooltip)
                                           : row.note;
        case Column::offset:
            return row.offset ? amount(row.offset->value(), rows_->offset_decimals[static_cast<std::size_t>(unit_)])
                              : QString();
        case Column::size:
            return amount(row.size.value(), rows_->size_decimals[static_cast<std::size_t>(unit_)]);
    }
    return {};
}

QVariant BufferListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    const Column column = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) {
        const bool is_text = column == Column::name || column == Column::note;
        return static_cast<int>(Qt::AlignVCenter | (is_text ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role == Qt::ToolTipRole && column == Column::name) {
        return plain_tooltip(names_.note());
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (column) {
        case Column::name:
            return tr("name");
        case Column::note:
            return note_title_;
        case Column::offset:
            return tr("offset %1").arg(unit);
        case Column::size:
            return tr("size %1").arg(unit);
    }
    return {};
}

BufferList::BufferList(const QString& accessible_name, const BufferListColumns& columns, QWidget* parent)
    : EvenTable(parent), model_(new BufferListModel(columns, this)) {
    setAccessibleName(accessible_name);
    setModel(model_);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setTextElideMode(Qt::ElideMiddle);
    setItemDelegateForColumn(0, new NameDelegate(this));
    std::vector<int> dropped;
    if (columns.offset) {
        dropped.push_back(columns.note ? 2 : 1);
    }
    if (columns.note) {
        dropped.push_back(1);
    }
    new ColumnFit(*this, {0}, std::move(dropped));
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        emit chosen(model_->rows()[static_cast<std::size_t>(index.row())].buffer);
    });
    follow_theme(*this, [this](Theme theme) { apply_table_look(*this, theme); });
}

void BufferList::set_rows(std::shared_ptr<const Problem> problem, std::vector<BufferListRow> rows) {
    set_rows(std::move(problem), std::make_shared<const BufferListRows>(buffer_list_rows(std::move(rows))));
}

void BufferList::set_rows(std::shared_ptr<const Problem> problem, std::shared_ptr<const BufferListRows> rows) {
    model_->set_rows(std::move(problem), std::move(rows));
}

void BufferList::set_unit(Unit unit, UnitRule rule) {
    model_->set_unit(unit, rule);
}

void BufferList::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit chosen(model_->rows()[static_cast<std::size_t>(currentIndex().row())].buffer);
        return;
    }
    EvenTable::keyPressEvent(event);
}

}  // namespace arenascope
