#include "widgets/plots/buffer_history/history_model.h"

#include <algorithm>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {

void HistoryModel::set_moments(HistorySubject subject, const std::vector<HistoryMoment>& moments) {
    beginResetModel();
    subject_ = subject;
    rows_.clear();
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const bool has_other_tier = i > 0 && moments[i].tier != moments[i - 1].tier;
        if (moments[i].is_changed || has_other_tier) {
            rows_.push_back(moments[i]);
        }
    }
    count_decimals();
    endResetModel();
}

void HistoryModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

void HistoryModel::count_decimals() {
    table_unit_.forget();
    for (const HistoryMoment& row : rows_) {
        table_unit_.add(row.offset.value_or(Offset()).value());
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (const HistoryMoment& row : rows_) {
        decimals_ = std::max(decimals_, decimals_of(row.offset.value_or(Offset()).value(), unit_));
    }
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int HistoryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const HistoryMoment& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(index.column() == offset && row.offset ? exact_bytes(row.offset->value())
                                                                        : text(row, index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() == step || index.column() == offset);
        default:
            return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section == step || section == offset);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case step:
            return tr("step");
        case offset:
            return (subject_ == HistorySubject::peak ? tr("peak %1") : tr("offset %1"))
                .arg(QString::fromStdString(name_of(unit_)));
        case holder:
            return subject_ == HistorySubject::peak ? tr("carried by") : tr("who lay there");
        case tier:
            return tr("tier");
        case reason:
            return tr("reason");
        default:
            return {};
    }
}

QString HistoryModel::text(const HistoryMoment& moment, int column) const {
    switch (column) {
        case step:
            return moment.step;
        case offset:
            return moment.offset ? QString::fromStdString(number_text(moment.offset->value(), unit_, decimals_))
                                 : tr("not placed");
        case holder:
            return moment.holder.isEmpty() && subject_ == HistorySubject::place ? tr("free") : moment.holder;
        case tier:
            return moment.tier ? tier_words(*moment.tier) : QString();
        case reason:
            return moment.reason;
        default:
            return {};
    }
}

}  // namespace arenascope
