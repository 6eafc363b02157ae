#include "widgets/base/buffer_list.h"

#include <algorithm>
#include <utility>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"

namespace arenascope {
namespace {

constexpr int most_decimals = 2;

}  // namespace

BufferListRows buffer_list_rows(std::vector<BufferListRow> rows) {
    BufferListRows list;
    const auto add = [](std::int64_t bytes, std::array<int, all_units>& decimals) {
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
    list.rows = std::move(rows);
    return list;
}

BufferList::BufferList(const QString& accessible_name, const BufferListColumns& columns, QWidget* parent)
    : EvenTable(parent), model_(new RowModel<BufferListRow, SharedListRows>(this)) {
    add_columns(columns);
    set_up_rows(*this, *model_, accessible_name);
    setTextElideMode(Qt::ElideMiddle);
    setItemDelegateForColumn(0, new NameDelegate(this));
    std::vector<int> dropped;
    if (columns.offset) {
        dropped.push_back(offset_column_);
    }
    if (columns.note) {
        dropped.push_back(1);
    }
    new ColumnFit(*this, {0}, std::move(dropped));
    choose_rows(*this, [this](const QModelIndex& index) { emit chosen(model_->row(index.row()).buffer); });
}

void BufferList::add_columns(const BufferListColumns& columns) {
    std::vector<TableColumn<BufferListRow>> all{
        {.title = tr("name"),
         .is_figure = false,
         .text = [this](const BufferListRow& row) { return names_(row.buffer); },
         .tooltip = [this](const BufferListRow& row) { return names_.full(row.buffer); }}};
    if (columns.note) {
        all.push_back(
            {.title = columns.note_title,
             .is_figure = false,
             .text = [](const BufferListRow& row) { return row.note; },
             .tooltip =
                 [](const BufferListRow& row) { return row.note_tooltip.isEmpty() ? row.note : row.note_tooltip; }});
    }
    if (columns.offset) {
        offset_column_ = static_cast<int>(all.size());
        all.push_back({.title = tr("offset %1"), .amount = [](const BufferListRow& row) {
                           return row.offset ? std::optional(row.offset->value()) : std::nullopt;
                       }});
    }
    all.push_back({.title = tr("size %1"), .amount = [](const BufferListRow& row) { return row.size.value(); }});
    model_->set_columns(std::move(all));
}

void BufferList::set_rows(std::shared_ptr<const Problem> problem, std::vector<BufferListRow> rows) {
    set_rows(std::move(problem), std::make_shared<const BufferListRows>(buffer_list_rows(std::move(rows))));
}

void BufferList::set_rows(std::shared_ptr<const Problem> problem, std::shared_ptr<const BufferListRows> rows) {
    names_.set_problem(problem);
    model_->column(0).meaning = plain_tooltip(names_.note());
    show_rows(std::move(rows));
}

void BufferList::set_unit(Unit unit) {
    unit_ = unit;
    show_rows(model_->rows().list);
}

void BufferList::show_rows(std::shared_ptr<const BufferListRows> rows) {
    std::vector<int> decimals(static_cast<std::size_t>(model_->columnCount()),
                              rows->size_decimals[static_cast<std::size_t>(unit_)]);
    if (offset_column_ >= 0) {
        decimals[static_cast<std::size_t>(offset_column_)] = rows->offset_decimals[static_cast<std::size_t>(unit_)];
    }
    model_->set_rows({std::move(rows)}, unit_, std::move(decimals));
}

}  // namespace arenascope
