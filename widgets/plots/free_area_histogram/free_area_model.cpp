#include "widgets/plots/free_area_histogram/free_area_model.h"

#include <algorithm>
#include <utility>

#include "core/picture/plan/unit.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
namespace {

double part_of(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::int64_t most_bytes(const FreeMemory& memory) {
    std::int64_t most = 0;
    for (const FreeAreaClass& each : memory.classes) {
        most = std::max(most, each.bytes);
    }
    return most;
}

}  // namespace

QString class_amount(Bytes bytes) {
    return QString::fromStdString(amount_text(bytes.value(), unit_for(bytes)));
}

void FreeAreaModel::set_memory(FreeMemory at_step, std::optional<FreeMemory> of_plan) {
    beginResetModel();
    at_step_ = std::move(at_step);
    of_plan_ = std::move(of_plan);
    rows_.clear();
    const auto row_of = [this](Bytes bound) -> Row& {
        auto found = std::ranges::find(rows_, bound, &Row::least);
        if (found == rows_.end()) {
            rows_.push_back({bound, {bound}, {bound}});
            found = std::prev(rows_.end());
        }
        return *found;
    };
    for (const FreeAreaClass& each : at_step_.classes) {
        row_of(each.least).at_step = each;
    }
    for (const FreeAreaClass& each : of_plan_ ? of_plan_->classes : std::vector<FreeAreaClass>()) {
        row_of(each.least).of_plan = each;
    }
    std::ranges::sort(rows_, std::greater(), &Row::least);
    endResetModel();
}

int FreeAreaModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int FreeAreaModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

double FreeAreaModel::share_of_plan(const Row& row) const {
    return of_plan_ ? part_of(row.of_plan.bytes, of_plan_->bytes) : 0.0;
}

QString FreeAreaModel::text(const Row& row, int column) const {
    switch (column) {
        case least:
            return class_amount(row.least);
        case areas:
            return grouped_text(row.at_step.areas);
        case bytes:
            return row.at_step.bytes == 0 ? QStringLiteral("0") : class_amount(Bytes(row.at_step.bytes));
        default:
            return of_plan_ ? QString::fromStdString(percent_text(share_of_plan(row))) : tr("…");
    }
}

QString FreeAreaModel::tooltip(const Row& row, int column) const {
    const QString bound = exact_bytes(row.least.value());
    switch (column) {
        case least:
        case areas:
            return tr("areas of at least %1 and less than twice as much").arg(bound);
        case bytes:
            return exact_bytes(row.at_step.bytes);
        default:
            return of_plan_ ? tr("%1 bytes · steps of %2 that are free over the whole plan")
                                  .arg(grouped_text(row.of_plan.bytes), grouped_text(of_plan_->bytes))
                            : tr("being computed");
    }
}

double FreeAreaModel::bar(const Row& row, int column) const {
    return column == bytes                 ? part_of(row.at_step.bytes, most_bytes(at_step_))
           : column == of_plan && of_plan_ ? part_of(row.of_plan.bytes, most_bytes(*of_plan_))
                                           : 0.0;
}

QVariant FreeAreaModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(row, index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(true);
        case bar_role:
            return bar(row, index.column());
        default:
            return {};
    }
}

QVariant FreeAreaModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(true);
    }
    if (role == Qt::ToolTipRole) {
        return section == of_plan ? tr("part of all free bytes · steps of the plan") : QString();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case least:
            return tr("size from");
        case areas:
            return tr("areas");
        case bytes:
            return tr("bytes");
        default:
            return tr("of the plan");
    }
}

}  // namespace arenascope
