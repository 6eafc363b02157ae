#include "widgets/tables/trial_table/trial_model.h"

#include <algorithm>
#include <numeric>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"
#include "widgets/tables/trial_table/choice_words.h"

namespace arenascope {
namespace {

/// The kind of choice that a column counts; null: the column shows a measure.
ChoiceKind counted_choice(int column) {
    switch (column) {
        case TrialModel::area_end:
            return &ScratchChoice::top_of_area;
        case TrialModel::overlay:
            return &ScratchChoice::overlay;
        case TrialModel::growth:
            return &ScratchChoice::grow_top;
        case TrialModel::part:
            return &ScratchChoice::asked_part;
        default:
            return nullptr;
    }
}

std::int64_t count_of(const HeapTrial& trial, ChoiceKind choice) {
    return std::count_if(trial.choices.begin(), trial.choices.end(),
                         [choice](const ScratchChoice& one) { return one.*choice; });
}

}  // namespace

TrialModel::TrialModel(QObject* parent) : QAbstractTableModel(parent) {}

void TrialModel::set_trials(std::shared_ptr<const HeapTrials> trials) {
    beginResetModel();
    trials_ = std::move(trials);
    rows_.resize(trials_ ? trials_->list.size() : 0);
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    count_decimals();
    endResetModel();
}

void TrialModel::set_unit(Unit unit, UnitRule rule) {
    table_unit_.set(unit, rule);
    count_decimals();
    tell_cells_changed(*this);
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

void TrialModel::count_decimals() {
    table_unit_.forget();
    for (int row = 0; row < rowCount(); ++row) {
        table_unit_.add(trial_at(row).measure.heap.value());
        table_unit_.add(trial_at(row).measure.fast.value());
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (int row = 0; row < rowCount(); ++row) {
        decimals_ = std::max({decimals_, decimals_of(trial_at(row).measure.heap.value(), unit_),
                              decimals_of(trial_at(row).measure.fast.value(), unit_)});
    }
}

int TrialModel::chosen_row() const {
    for (int row = 0; row < rowCount(); ++row) {
        if (is_chosen(trial_at(row))) {
            return row;
        }
    }
    return -1;
}

std::vector<int> TrialModel::plain_columns() const {
    std::vector<int> plain;
    if (!trials_ || !trials_->may_spill) {
        plain.push_back(part);
    }
    const auto has_fast = [](const HeapTrial& trial) { return trial.measure.fast > Bytes(0); };
    if (!trials_ || std::none_of(trials_->list.begin(), trials_->list.end(), has_fast)) {
        plain.push_back(fast);
    }
    return plain;
}

bool TrialModel::is_less(const HeapTrial& a, const HeapTrial& b, int column) const {
    switch (column) {
        case number:
            return a.number < b.number;
        case heap:
            return a.measure.heap < b.measure.heap;
        case growths:
            return a.measure.growths < b.measure.growths;
        case fragmentation:
            return a.measure.scattered < b.measure.scattered;
        case fast:
            return a.measure.fast < b.measure.fast;
        default:
            return count_of(a, counted_choice(column)) < count_of(b, counted_choice(column));
    }
}

void TrialModel::sort(int column, Qt::SortOrder order) {
    if (column < 0) {
        return;
    }
    emit layoutAboutToBeChanged();
    std::vector<std::size_t> before = rows_;
    std::sort(rows_.begin(), rows_.end());
    std::stable_sort(rows_.begin(), rows_.end(), [&](std::size_t a, std::size_t b) {
        const HeapTrial& first = trials_->list[a];
        const HeapTrial& second = trials_->list[b];
        return order == Qt::AscendingOrder ? is_less(first, second, column) : is_less(second, first, column);
    });
    for (const QModelIndex& index : persistentIndexList()) {
        const auto moved = std::find(rows_.begin(), rows_.end(), before[static_cast<std::size_t>(index.row())]);
        changePersistentIndex(index, this->index(static_cast<int>(moved - rows_.begin()), index.column()));
    }
    emit layoutChanged();
}

int TrialModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TrialModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString TrialModel::text_of(const HeapTrial& trial, int column) const {
    const HeapMeasure& measure = trial.measure;
    const auto amount = [this](Bytes bytes) {
        return QString::fromStdString(number_text(bytes.value(), unit_, decimals_));
    };
    switch (column) {
        case number: {
            const QString text = grouped_text(static_cast<std::int64_t>(trial.number));
            return is_chosen(trial) ? QStringLiteral("✓ ") + text : text;
        }
        case heap:
            return amount(measure.heap);
        case growths:
            return grouped_text(static_cast<std::int64_t>(measure.growths));
        case fragmentation:
            return grouped_text(fragmentation_of(measure));
        case fast:
            return amount(measure.fast);
        default:
            return choice_counts(count_of(trial, counted_choice(column)),
                                 static_cast<std::int64_t>(trial.choices.size()), counted_choice(column));
    }
}

QString TrialModel::tooltip_of(const HeapTrial& trial, int column) const {
    switch (column) {
        case number:
            return is_chosen(trial) ? tr("This trial is the plan") : QString();
        case heap:
            return trial.measure.fits ? exact_bytes(trial.measure.heap.value())
                                      : tr("%1, above the capacity").arg(exact_bytes(trial.measure.heap.value()));
        case fast:
            return exact_bytes(trial.measure.fast.value());
        default:
            return {};
    }
}

QVariant TrialModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const HeapTrial& trial = trial_at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text_of(trial, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip_of(trial, index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() < area_end);
        case Qt::FontRole:
            return is_chosen(trial) ? QVariant(bold_font()) : QVariant();
        default:
            return {};
    }
}

QVariant TrialModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section < area_end);
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    const bool is_tooltip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !is_tooltip) {
        return {};
    }
    switch (section) {
        case number:
            return is_tooltip ? tr("the number of the trial; ✓ marks the one that is the plan") : tr("trial");
        case heap:
            return is_tooltip ? tr("size of the heap, all its parts together") : tr("heap %1").arg(unit);
        case growths:
            return is_tooltip ? tr("scratch buffers for which the heap grew") : tr("growths");
        case fragmentation:
            return is_tooltip ? tr("free bytes outside the largest free area, summed over all steps")
                              : tr("fragmentation");
        case fast:
            return is_tooltip ? tr("scratch in the fast parts") : tr("fast %1").arg(unit);
        default:
            return is_tooltip ? choice_meaning(counted_choice(section)) : choice_title(counted_choice(section));
    }
}

}  // namespace arenascope
