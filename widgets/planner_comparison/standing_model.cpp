#include "widgets/planner_comparison/standing_model.h"

#include <algorithm>
#include <numeric>

#include <QFont>

#include "widgets/style/table_cells.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

QString from_view(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool is_figure(int column) {
    return column >= StandingModel::peak && column <= StandingModel::moved;
}

bool is_amount(int column) {
    return column == StandingModel::peak || column == StandingModel::over || column == StandingModel::total ||
           column == StandingModel::bound;
}

std::int64_t amount_of(const PlannerStanding& standing, int column) {
    switch (column) {
        case StandingModel::peak:
            return standing.peak.value();
        case StandingModel::over:
            return over_threshold(standing).value();
        case StandingModel::total:
            return standing.total_peak.value();
        default:
            return standing.lower_bound.value();
    }
}

/// What a column of figures is sorted by.
double figure_of(const PlannerStanding& standing, int column) {
    switch (column) {
        case StandingModel::share:
            return fragmentation(standing);
        case StandingModel::time:
            return standing.seconds;
        case StandingModel::moved:
            return static_cast<double>(standing.moved);
        default:
            return static_cast<double>(amount_of(standing, column));
    }
}

/// The settings that are not the defaults.
std::vector<KeyValue> changed_settings(const PlannerDescription& planner, std::vector<KeyValue> settings) {
    std::erase_if(settings, [&](const KeyValue& setting) {
        return std::any_of(planner.options.begin(), planner.options.end(), [&](const OptionSpec& option) {
            return option.key == setting.first && option.default_value == setting.second;
        });
    });
    return settings;
}

/// The planner's name with what it is set to.
std::string name_of_attempt(const Attempt& attempt) {
    std::string settings;
    const auto add = [&settings](const std::string& key, const std::string& value) {
        settings += (settings.empty() ? "" : ", ") + key + "=" + value;
    };
    for (const auto& [key, value] : attempt.settings) {
        add(key, value);
    }
    if (attempt.seed != 0) {
        add("seed", std::to_string(attempt.seed));
    }
    return std::string(attempt.planner.name) + (settings.empty() ? "" : " (" + settings + ")");
}

void forget_result(Attempt& attempt) {
    attempt.state = AttemptState::idle;
    attempt.work = 0;
    attempt.work_limit = 0;
    attempt.standing.reset();
    attempt.error.clear();
}

}  // namespace

void StandingModel::set_planners(const std::vector<PlannerDescription>& planners) {
    beginResetModel();
    attempts_.clear();
    for (const PlannerDescription& one : planners) {
        attempts_.push_back({.planner = one});
    }
    name_attempts();
    order_rows();
    endResetModel();
}

void StandingModel::add(std::string_view name, const std::vector<KeyValue>& settings, std::uint64_t seed) {
    const auto found = std::find_if(attempts_.begin(), attempts_.end(),
                                    [name](const Attempt& each) { return each.planner.name == name; });
    if (found == attempts_.end()) {
        return;
    }
    beginResetModel();
    Attempt attempt{.planner = found->planner};
    attempt.settings = changed_settings(attempt.planner, settings);
    attempt.seed = seed;
    attempt.added = true;
    attempts_.push_back(std::move(attempt));
    name_attempts();
    order_rows();
    endResetModel();
    emit choice_changed();
}

void StandingModel::remove(std::size_t entry) {
    beginResetModel();
    attempts_.erase(attempts_.begin() + static_cast<std::ptrdiff_t>(entry));
    name_attempts();
    order_rows();
    endResetModel();
    emit choice_changed();
}

void StandingModel::configure(std::size_t entry, const std::vector<KeyValue>& settings, std::uint64_t seed) {
    beginResetModel();
    Attempt& attempt = attempts_[entry];
    attempt.settings = changed_settings(attempt.planner, settings);
    attempt.seed = seed;
    forget_result(attempt);
    name_attempts();
    order_rows();
    endResetModel();
}

void StandingModel::name_attempts() {
    for (std::size_t i = 0; i < attempts_.size(); ++i) {
        const std::string name = name_of_attempt(attempts_[i]);
        const auto others = std::count_if(attempts_.begin(), attempts_.begin() + static_cast<std::ptrdiff_t>(i),
                                          [&](const Attempt& each) { return name_of_attempt(each) == name; });
        attempts_[i].name = others == 0 ? name : name + " #" + std::to_string(others + 1);
    }
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
            return text_of(attempt, column);
        case Qt::CheckStateRole:
            return column == planner ? QVariant(attempt.chosen ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::TextAlignmentRole:
            return cell_alignment(is_figure(column));
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip_of(attempt, column));
        case Qt::FontRole: {
            QFont font;
            font.setBold(column == peak && attempt.standing && is_optimal(*attempt.standing));
            font.setUnderline(column == cancel);
            return font;
        }
        case share_role:
            return column == state && attempt.state == AttemptState::running && attempt.work_limit > 0
                       ? QVariant(
                             std::min(1.0, static_cast<double>(attempt.work) / static_cast<double>(attempt.work_limit)))
                       : QVariant();
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
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(is_figure(section));
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
            case over:
                return tr("peak − threshold");
            case share:
                return tr("fragmentation: (peak − threshold) / threshold");
            case total:
                return tr("the peaks of all memories together");
            case bound:
                return tr("proved: no layout is lower");
            case moved:
                return tr("buffers that lie elsewhere than in the plan that is open");
            default:
                return {};
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case planner:
            return tr("planner");
        case kind:
            return tr("kind");
        case state:
            return tr("state");
        case peak:
            return tr("peak %1").arg(unit);
        case over:
            return tr("over %1").arg(unit);
        case share:
            return tr("over %");
        case total:
            return tr("sum of peaks %1").arg(unit);
        case bound:
            return tr("bound %1").arg(unit);
        case time:
            return tr("seconds");
        case moved:
            return tr("moved");
        default:
            return {};
    }
}

void StandingModel::refresh(std::size_t entry) {
    const int row = row_of(entry);
    emit dataChanged(index(row, 0), index(row, column_count - 1));
}

void StandingModel::order_rows() {
    rows_.resize(attempts_.size());
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    std::stable_sort(rows_.begin(), rows_.end(), [this](std::size_t a, std::size_t b) {
        const auto place = [this](std::size_t entry) {
            const auto found = std::find_if(attempts_.begin(), attempts_.end(), [&](const Attempt& each) {
                return each.planner.name == attempts_[entry].planner.name;
            });
            return found - attempts_.begin();
        };
        return place(a) < place(b);
    });
    // Equal rows stay in the order in which planners are listed.
    std::stable_sort(rows_.begin(), rows_.end(), [this](std::size_t a, std::size_t b) { return comes_before(a, b); });
}

bool StandingModel::comes_before(std::size_t a, std::size_t b) const {
    const auto in_order = [this](const auto& first, const auto& second) {
        return sort_order_ == Qt::AscendingOrder ? first < second : second < first;
    };
    if (sort_column_ < 0 || sort_column_ == cancel) {
        return false;
    }
    if (!is_figure(sort_column_)) {
        return in_order(text_of(attempts_[a], sort_column_), text_of(attempts_[b], sort_column_));
    }
    const auto& first = attempts_[a].standing;
    const auto& second = attempts_[b].standing;
    if (!first || !second) {
        return first.has_value() && !second.has_value();
    }
    if (sort_column_ == peak) {
        return sort_order_ == Qt::AscendingOrder ? is_lower(*first, *second) : is_lower(*second, *first);
    }
    return in_order(figure_of(*first, sort_column_), figure_of(*second, sort_column_));
}

QString StandingModel::text_of(const Attempt& attempt, int column) const {
    if (column == planner) {
        return QString::fromStdString(attempt.name);
    }
    if (column == kind) {
        return from_view(name_of(attempt.planner.kind));
    }
    const bool is_under_way = attempt.state == AttemptState::waiting || attempt.state == AttemptState::running;
    if (column == cancel) {
        return is_under_way ? tr("Cancel") : QString();
    }
    if (column == state) {
        switch (attempt.state) {
            case AttemptState::idle:
                return {};
            case AttemptState::waiting:
                return tr("waiting");
            case AttemptState::running:
                return tr("running");
            case AttemptState::cancelled:
                return tr("cancelled");
            case AttemptState::failed:
                return tr("no plan");
            case AttemptState::done:
                return attempt.standing ? goal_label(attempt.standing->goal) : QString();
        }
    }
    if (!attempt.standing) {
        return {};
    }
    const PlannerStanding& standing = *attempt.standing;
    switch (column) {
        case share:
            return QString::fromStdString(percent_text(fragmentation(standing), true));
        case time:
            return seconds_text(standing.seconds);
        case moved:
            return grouped_text(static_cast<std::int64_t>(standing.moved));
        default:
            return QString::fromStdString(number_text(amount_of(standing, column), unit_, decimals()));
    }
}

QString StandingModel::tooltip_of(const Attempt& attempt, int column) const {
    if (column == planner) {
        return tr("%1\n%2").arg(QString::fromStdString(attempt.name), from_view(attempt.planner.summary));
    }
    if (column == kind) {
        return from_view(attempt.planner.summary);
    }
    if (column == state) {
        return attempt.state == AttemptState::failed ? attempt.error
               : attempt.standing                    ? goal_words(attempt.standing->goal)
                                                     : QString();
    }
    if (attempt.standing && is_amount(column)) {
        const QString exact = exact_bytes(amount_of(*attempt.standing, column));
        return column == peak && is_optimal(*attempt.standing) ? tr("%1, proved lowest").arg(exact) : exact;
    }
    return text_of(attempt, column);
}

int StandingModel::decimals() const {
    int most = 0;
    for (const Attempt& attempt : attempts_) {
        for (const int column : {peak, over, total, bound}) {
            if (attempt.standing) {
                most = std::max(most, decimals_of(amount_of(*attempt.standing, column), unit_));
            }
        }
    }
    return most;
}

}  // namespace arenascope
