#include "widgets/plots/planner_comparison/standing_model.h"

#include <algorithm>

#include <QFont>

#include "qt/words/tooltip.h"
#include "widgets/base/table_cells.h"

namespace arenascope {

void StandingModel::set_planners(const std::vector<PlannerDescription>& planners) {
    beginResetModel();
    attempts_.clear();
    for (const PlannerDescription& one : planners) {
        attempts_.push_back({.planner = one});
    }
    name_attempts(attempts_);
    order_rows();
    endResetModel();
}

void StandingModel::add(std::string_view name, const std::vector<KeyValue>& settings, std::uint64_t seed,
                        const std::string& listed) {
    const auto found = std::find_if(attempts_.begin(), attempts_.end(),
                                    [name](const Attempt& each) { return each.planner.name == name; });
    if (found == attempts_.end()) {
        return;
    }
    beginResetModel();
    Attempt attempt{.planner = found->planner};
    arenascope::configure(attempt, settings, seed);
    attempt.added = listed.empty();
    attempt.listed = listed;
    attempts_.push_back(std::move(attempt));
    name_attempts(attempts_);
    order_rows();
    endResetModel();
    emit choice_changed();
}

void StandingModel::remove(std::size_t entry) {
    beginResetModel();
    attempts_.erase(attempts_.begin() + static_cast<std::ptrdiff_t>(entry));
    name_attempts(attempts_);
    order_rows();
    endResetModel();
    emit choice_changed();
}

void StandingModel::configure(std::size_t entry, const std::vector<KeyValue>& settings, std::uint64_t seed) {
    beginResetModel();
    Attempt& attempt = attempts_[entry];
    arenascope::configure(attempt, settings, seed);
    attempt.configured = true;
    forget_result(attempt);
    name_attempts(attempts_);
    order_rows();
    endResetModel();
}

void StandingModel::set_unit(Unit unit) {
    unit_ = unit;
    tell_cells_changed(*this);
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

void StandingModel::clear_results() {
    beginResetModel();
    for (Attempt& attempt : attempts_) {
        forget_result(attempt);
    }
    order_rows();
    endResetModel();
}

void StandingModel::clear_result(std::size_t entry) {
    forget_result(attempts_[entry]);
    reorder();
    refresh(entry);
}

void StandingModel::set_chosen(std::size_t entry, bool chosen) {
    attempts_[entry].chosen = chosen;
    refresh(entry);
    emit choice_changed();
}

void StandingModel::set_state(std::size_t entry, AttemptState now, const QString& error) {
    attempts_[entry].state = now;
    attempts_[entry].error = error;
    refresh(entry);
}

void StandingModel::set_progress(std::size_t entry, std::uint64_t work, std::uint64_t work_limit) {
    attempts_[entry].work = work;
    attempts_[entry].work_limit = work_limit;
    refresh(entry);
}

void StandingModel::set_standing(std::size_t entry, PlannerStanding standing) {
    attempts_[entry].standing = std::move(standing);
    reorder();
    tell_cells_changed(*this);
}

void StandingModel::sort(int column, Qt::SortOrder order) {
    sort_column_ = column;
    sort_order_ = order;
    reorder();
}

void StandingModel::reorder() {
    emit layoutAboutToBeChanged();
    const std::vector<std::size_t> before = rows_;
    order_rows();
    const QModelIndexList held = persistentIndexList();
    for (const QModelIndex& each : held) {
        changePersistentIndex(each, index(row_of(before[static_cast<std::size_t>(each.row())]), each.column()));
    }
    emit layoutChanged();
}

int StandingModel::row_of(std::size_t entry) const {
    const auto found = std::find(rows_.begin(), rows_.end(), entry);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int StandingModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int StandingModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant StandingModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Attempt& attempt = attempts_[entry_at(index.row())];
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return text_of(attempt, column, amount_format(attempts_, unit_));
        case Qt::CheckStateRole:
            return column == planner ? QVariant(attempt.chosen ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::TextAlignmentRole:
            return cell_alignment(is_figure(column));
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip_of(attempt, column, amount_format(attempts_, unit_)));
        case Qt::FontRole: {
            QFont font;
            font.setBold(column == peak && attempt.standing && is_optimal(*attempt.standing));
            font.setUnderline(column == cancel);
            return font;
        }
        case share_role: {
            const auto progress = progress_of(attempt);
            return column == state && progress ? QVariant(*progress) : QVariant();
        }
        default:
            return {};
    }
}

bool StandingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.column() != planner || role != Qt::CheckStateRole) {
        return false;
    }
    set_chosen(entry_at(index.row()), value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags StandingModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.column() == planner ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant StandingModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return title_of(section, unit_);
        case Qt::TextAlignmentRole:
            return cell_alignment(is_figure(section));
        case Qt::ToolTipRole:
            return meaning_of(section);
        default:
            return {};
    }
}

void StandingModel::refresh(std::size_t entry) {
    const int row = row_of(entry);
    emit dataChanged(index(row, 0), index(row, column_count - 1));
}

void StandingModel::order_rows() {
    // Equal rows keep the listed order.
    rows_ = listed_order(attempts_);
    if (sort_column_ >= 0) {
        std::stable_sort(rows_.begin(), rows_.end(), [this](std::size_t a, std::size_t b) {
            return comes_before(attempts_[a], attempts_[b], sort_column_, sort_order_);
        });
    }
}

}  // namespace arenascope
