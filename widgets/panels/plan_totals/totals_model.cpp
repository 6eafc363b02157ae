#include "widgets/panels/plan_totals/totals_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/grouping_words.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
namespace {

QString with_sign(QString figure, std::int64_t bytes) {
    return bytes > 0 ? figure.prepend(QLatin1Char('+')) : figure;
}

}  // namespace

void TotalsModel::set_totals(std::vector<GroupTotal> totals, GroupBy by) {
    beginResetModel();
    totals_ = std::move(totals);
    by_ = by;
    count_decimals();
    endResetModel();
}

void TotalsModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

void TotalsModel::count_decimals() {
    table_unit_.forget();
    for (const GroupTotal& total : totals_) {
        table_unit_.add(total.first.at_peak.value());
        table_unit_.add(total.second.at_peak.value());
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (const GroupTotal& total : totals_) {
        decimals_ = std::max({decimals_, decimals_of(total.first.at_peak.value(), unit_),
                              decimals_of(total.second.at_peak.value(), unit_)});
    }
}

QString TotalsModel::text(const GroupTotal& total, int column) const {
    const auto amount = [this](Bytes bytes) {
        return QString::fromStdString(number_text(bytes.value(), unit_, decimals_));
    };
    const auto count = [](std::size_t buffers) { return grouped_text(static_cast<std::int64_t>(buffers)); };
    const Bytes more = total.second.at_peak - total.first.at_peak;
    switch (column) {
        case name:
            return group_words(total.name, by_);
        case buffers:
            return total.first.buffers == total.second.buffers
                       ? count(total.first.buffers)
                       : tr("%1 → %2").arg(count(total.first.buffers), count(total.second.buffers));
        case at_peak_a:
            return amount(total.first.at_peak);
        case at_peak_b:
            return amount(total.second.at_peak);
        default:
            return with_sign(amount(more), more.value());
    }
}

QString TotalsModel::tooltip(const GroupTotal& total, int column) const {
    if (column == name || column == buffers) {
        return tr("%1\nall sizes in A: %2\nall sizes in B: %3")
            .arg(group_words(total.name, by_), exact_bytes(total.first.bytes.value()),
                 exact_bytes(total.second.bytes.value()));
    }
    const Bytes more = total.second.at_peak - total.first.at_peak;
    return exact_bytes((column == at_peak_a   ? total.first.at_peak
                        : column == at_peak_b ? total.second.at_peak
                                              : more)
                           .value());
}

int TotalsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(totals_.size());
}

int TotalsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant TotalsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const GroupTotal& total = totals_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(total, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(total, index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() != name);
        default:
            return {};
    }
}

QVariant TotalsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != name);
    }
    if (role == Qt::ToolTipRole) {
        return section == at_peak_a || section == at_peak_b
                   ? tr("bytes of the group at the plan's own step with the highest live size; bytes that buffers "
                        "share count once")
                   : QString();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case name:
            return grouping_words(by_);
        case buffers:
            return tr("buffers");
        case at_peak_a:
            return tr("at peak A %1").arg(QString::fromStdString(name_of(unit_)));
        case at_peak_b:
            return tr("at peak B");
        case change:
            return tr("change");
        default:
            return {};
    }
}

}  // namespace arenascope
