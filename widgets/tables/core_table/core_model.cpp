#include "widgets/tables/core_table/core_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QMimeData>

#include "qt/tasks/plan_work.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
namespace {

const QString row_type = QStringLiteral("application/x-arenascope-row");

/// The mean over `span` steps of the live size.
std::int64_t mean_of(const LiveProfile& profile, std::int64_t span) {
    long double sum = 0;
    for (std::size_t i = 0; i + 1 < profile.steps.size(); ++i) {
        sum += static_cast<long double>(profile.live[i].value()) *
               static_cast<long double>((profile.steps[i + 1] - profile.steps[i]).value());
    }
    return static_cast<std::int64_t>(sum / static_cast<long double>(span));
}

std::shared_ptr<const CoreFigures> figures_of(const Problem& problem, const Layout& layout,
                                              std::shared_ptr<const PlanProfiles> profiles) {
    auto figures = std::make_shared<CoreFigures>();
    figures->uses = core_uses(problem, layout);
    const Lifetime span = time_span(problem);
    figures->span = std::max<std::int64_t>(1, (span.end - span.begin).value());
    for (const LiveProfile& profile : profiles->regions()) {
        figures->mean_live.push_back(mean_of(profile, figures->span));
    }
    figures->profiles = std::move(profiles);
    return figures;
}

/// The cells and the titles of the columns.
void tell_table_changed(QAbstractItemModel& model) {
    tell_cells_changed(model);
    emit model.headerDataChanged(Qt::Horizontal, 0, model.columnCount() - 1);
}

}  // namespace

CoreModel::CoreModel(QObject* parent) : QAbstractTableModel(parent), problem_(std::make_shared<Problem>()) {}

void CoreModel::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                         std::shared_ptr<const PlanProfiles> profiles, const std::vector<Misfit>& misfits) {
    const bool are_others = problem->regions != problem_->regions;
    problem_ = std::move(problem);
    if (are_others) {
        beginResetModel();
        choice_ = {};
    }
    task_.abandon();
    figures_.reset();
    has_misfit_.assign(problem_->regions.size(), false);
    for (const Misfit& misfit : misfits) {
        has_misfit_[problem_->buffers[misfit.buffer].region] = true;
    }
    count_decimals();
    if (are_others) {
        rows_ = stack_order(choice_, problem_->regions.size());
        std::reverse(rows_.begin(), rows_.end());
        endResetModel();
    }
    tell_table_changed(*this);
    if (layout) {
        work_on_plan(
            task_, is_large(*problem_),
            [problem = problem_, layout = std::move(layout), profiles = std::move(profiles)] {
                return figures_of(*problem, *layout, profiles);
            },
            [this](std::shared_ptr<const CoreFigures> found) {
                figures_ = std::move(found);
                count_decimals();
                tell_table_changed(*this);
            });
    }
    if (are_others) {
        emit choice_changed();
    }
}

void CoreModel::set_unit(Unit unit, UnitRule rule) {
    table_unit_.set(unit, rule);
    count_decimals();
    tell_table_changed(*this);
}

void CoreModel::set_cursor(std::optional<Step> step) {
    cursor_ = step;
    emit dataChanged(index(0, live), index(rowCount() - 1, live));
    emit headerDataChanged(Qt::Horizontal, live, live);
}

void CoreModel::sort(int column, Qt::SortOrder order) {
    if (column < 0) {
        return;
    }
    const auto before = [&](RegionIndex a, RegionIndex b) {
        if (column == name || !figures_) {
            return a < b;
        }
        const CoreUse& first = figures_->uses[a];
        const CoreUse& second = figures_->uses[b];
        switch (column) {
            case peak_step:
                return first.peak_step < second.peak_step;
            case buffers:
                return first.buffers < second.buffers;
            default:
                return amount_of(a, column) < amount_of(b, column);
        }
    };
    emit layoutAboutToBeChanged();
    const std::vector<RegionIndex> earlier = rows_;
    std::sort(rows_.begin(), rows_.end());
    std::stable_sort(rows_.begin(), rows_.end(), [&](RegionIndex a, RegionIndex b) {
        return order == Qt::AscendingOrder ? before(a, b) : before(b, a);
    });
    for (const QModelIndex& index : persistentIndexList()) {
        const int row = row_of(earlier[static_cast<std::size_t>(index.row())]);
        changePersistentIndex(index, this->index(row, index.column()));
    }
    emit layoutChanged();
    apply_order();
}

void CoreModel::move(int from, int to) {
    const bool is_there = from >= 0 && from < rowCount() && to >= 0 && to <= rowCount();
    if (!is_there || to == from || to == from + 1 || !beginMoveRows({}, from, from, {}, to)) {
        return;
    }
    const auto first = rows_.begin() + std::min(from, to);
    if (to > from) {
        std::rotate(first, first + 1, rows_.begin() + to);
    } else {
        std::rotate(first, rows_.begin() + from, rows_.begin() + from + 1);
    }
    endMoveRows();
    apply_order();
}

void CoreModel::apply_order() {
    choice_.order.assign(rows_.rbegin(), rows_.rend());
    emit choice_changed();
}

void CoreModel::set_shown(std::vector<RegionIndex> folded, std::vector<RegionIndex> hidden) {
    if (hidden.size() >= problem_->regions.size()) {
        hidden.clear();
    }
    if (folded == choice_.folded && hidden == choice_.hidden) {
        return;
    }
    choice_.folded = std::move(folded);
    choice_.hidden = std::move(hidden);
    tell_cells_changed(*this);
    emit choice_changed();
}

int CoreModel::row_of(RegionIndex core) const {
    const auto found = std::find(rows_.begin(), rows_.end(), core);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

bool CoreModel::is_folded_at(int row) const {
    return is_folded(choice_, core_at(row));
}

std::optional<Step> CoreModel::peak_step_at(int row) const {
    return figures_ ? figures_->uses[core_at(row)].peak_step : std::nullopt;
}

std::optional<std::int64_t> CoreModel::amount_of(RegionIndex core, int column) const {
    if (column == capacity) {
        const auto& limit = problem_->regions[core].capacity;
        return limit ? std::optional(limit->value()) : std::nullopt;
    }
    if (!figures_) {
        return std::nullopt;
    }
    const CoreUse& use = figures_->uses[core];
    switch (column) {
        case live:
            return cursor_ ? live_at(figures_->profiles->of(core), *cursor_).value() : figures_->mean_live[core];
        case peak:
            return use.peak.value();
        case threshold:
            return use.threshold.value();
        case fragmentation:
            return use.fragmentation / figures_->span;
        default:
            return std::nullopt;
    }
}

void CoreModel::count_decimals() {
    constexpr std::array columns{static_cast<int>(peak), static_cast<int>(threshold), static_cast<int>(capacity)};
    table_unit_.forget();
    for (std::size_t i = 0; i < problem_->regions.size(); ++i) {
        for (const int column : columns) {
            table_unit_.add(amount_of(RegionIndex(i), column).value_or(0));
        }
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (std::size_t i = 0; i < problem_->regions.size(); ++i) {
        for (const int column : columns) {
            decimals_ = std::max(decimals_, decimals_of(amount_of(RegionIndex(i), column).value_or(0), unit_));
        }
    }
}

bool CoreModel::is_exceeded(RegionIndex core) const {
    const auto& limit = problem_->regions[core].capacity;
    return has_misfit_[core] || (limit && figures_ && figures_->uses[core].peak - Offset(0) > *limit);
}

QString CoreModel::text_of(RegionIndex core, int column) const {
    if (column == name) {
        const QString own = visible_text(problem_->regions[core].name);
        return is_folded(choice_, core) ? QStringLiteral("▸ ") + own : own;
    }
    if (!figures_ && column != capacity) {
        return tr("…");
    }
    switch (column) {
        case peak_step: {
            const auto& step = figures_->uses[core].peak_step;
            return step ? grouped_text(step->value()) : QString();
        }
        case buffers: {
            const CoreUse& use = figures_->uses[core];
            const QString all = grouped_text(static_cast<std::int64_t>(use.buffers));
            return use.unplaced == 0
                       ? all
                       : tr("%1 of %2").arg(grouped_text(static_cast<std::int64_t>(use.buffers - use.unplaced)), all);
        }
        default: {
            const auto amount = amount_of(core, column);
            // Means are not exact, so they get as few decimals as the other columns.
            return amount ? QString::fromStdString(number_text(*amount, unit_, decimals_)) : QString();
        }
    }
}

QString CoreModel::tooltip_of(RegionIndex core, int column) const {
    switch (column) {
        case name:
            return tr(
                "The box shows or hides it. A double click folds it. Drag it, or use Alt+Up and Alt+Down, to reorder.");
        case peak_step:
            return tr("Click to put the time cursor there");
        case fragmentation:
            return !figures_ ? QString()
                             : tr("%1 B · steps in total: free below the highest live tail")
                                   .arg(grouped_text(figures_->uses[core].fragmentation));
        case buffers: {
            const auto unplaced = figures_ ? static_cast<std::int64_t>(figures_->uses[core].unplaced) : 0;
            return unplaced == 0 ? QString() : counted(unplaced, tr("1 is not placed"), tr("%1 are not placed"));
        }
        default: {
            const auto amount = amount_of(core, column);
            return amount ? exact_bytes(*amount) : QString();
        }
    }
}

int CoreModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CoreModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant CoreModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const RegionIndex core = core_at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text_of(core, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip_of(core, index.column()));
        case Qt::CheckStateRole:
            return index.column() == name ? QVariant(is_hidden(choice_, core) ? Qt::Unchecked : Qt::Checked)
                                          : QVariant();
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() != name);
        case Qt::FontRole:
            return is_exceeded(core) ? QVariant(bold_font()) : QVariant();
        default:
            return {};
    }
}

bool CoreModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid()) {
        return false;
    }
    const bool hides = value.toInt() == Qt::Unchecked;
    if (hides && choice_.hidden.size() + 1 >= problem_->regions.size()) {
        return false;  // at least one container stays shown
    }
    arenascope::set_hidden(choice_, core_at(index.row()), hides);
    emit dataChanged(index, index);
    emit choice_changed();
    return true;
}

Qt::ItemFlags CoreModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::ItemIsDropEnabled;  // dropping between rows
    }
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemIsDragEnabled;
    return index.column() == name ? flags | Qt::ItemIsUserCheckable : flags;
}

QStringList CoreModel::mimeTypes() const {
    return {row_type};
}

QMimeData* CoreModel::mimeData(const QModelIndexList& indexes) const {
    if (indexes.isEmpty()) {
        return nullptr;
    }
    auto* data = new QMimeData;
    data->setData(row_type, QByteArray::number(indexes.first().row()));
    return data;
}

bool CoreModel::dropMimeData(const QMimeData* data, Qt::DropAction /*action*/, int row, int /*column*/,
                             const QModelIndex& parent) {
    if (!data->hasFormat(row_type)) {
        return false;
    }
    const int to = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    move(data->data(row_type).toInt(), to);
    // The row has moved already, so the view must not remove it.
    return false;
}

QVariant CoreModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != name);
    }
    if (role == Qt::ToolTipRole && section == fragmentation) {
        return tr("external fragmentation: bytes free below the highest live tail, mean over time");
    }
    if (role == Qt::ToolTipRole && section == live) {
        return cursor_ ? tr("live size at the time cursor") : tr("live size, mean over time");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case name:
            return has_cores(*problem_) ? tr("core") : tr("memory");
        case live:
            return cursor_ ? tr("live %1").arg(unit) : tr("mean live %1").arg(unit);
        case peak:
            return tr("peak %1").arg(unit);
        case peak_step:
            return tr("at step");
        case threshold:
            return tr("threshold %1").arg(unit);
        case capacity:
            return tr("capacity %1").arg(unit);
        case fragmentation:
            return tr("free below %1").arg(unit);
        case buffers:
            return tr("buffers");
        default:
            return {};
    }
}

}  // namespace arenascope
