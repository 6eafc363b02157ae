#include "widgets/tables/trial_table/choice_model.h"

#include <algorithm>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"
#include "widgets/tables/trial_table/choice_words.h"

namespace arenascope {
namespace {

/// The kind of choice in a column; null: the column shows something else.
ChoiceKind choice_of(int column) {
    switch (column) {
        case ChoiceModel::area_end:
            return &ScratchChoice::top_of_area;
        case ChoiceModel::overlay:
            return &ScratchChoice::overlay;
        case ChoiceModel::growth:
            return &ScratchChoice::grow_top;
        case ChoiceModel::part:
            return &ScratchChoice::asked_part;
        default:
            return nullptr;
    }
}

}  // namespace

ChoiceModel::ChoiceModel(QObject* parent) : QAbstractTableModel(parent) {}

void ChoiceModel::set_trials(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                             std::shared_ptr<const HeapTrials> trials) {
    beginResetModel();
    names_.set_problem(problem);
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    trials_ = std::move(trials);
    choices_.assign(trials_ ? trials_->queue.size() : 0, ScratchChoice{});
    is_chosen_ = false;
    endResetModel();
}

void ChoiceModel::show(const HeapTrial& trial) {
    choices_ = trial.choices;
    is_chosen_ = trial.number == trials_->chosen;
    tell_cells_changed(*this);
}

int ChoiceModel::row_of(BufferIndex buffer) const {
    if (!trials_) {
        return -1;
    }
    const auto found = std::find(trials_->queue.begin(), trials_->queue.end(), buffer);
    return found == trials_->queue.end() ? -1 : static_cast<int>(found - trials_->queue.begin());
}

int ChoiceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(choices_.size());
}

int ChoiceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString ChoiceModel::rule_of(BufferIndex buffer) const {
    const auto rule = is_chosen_ ? scratch_rule_of(*layout_, buffer) : std::nullopt;
    return rule ? scratch_rule_words(*rule) : QString();
}

QString ChoiceModel::text_of(int row, int column) const {
    const BufferIndex buffer = buffer_at(row);
    switch (column) {
        case layer:
            return grouped_text(problem_->buffers[buffer].lifetime.begin.value());
        case name:
            return names_(buffer);
        case placed:
            return rule_of(buffer);
        default: {
            const ScratchRequest* request = scratch_request_of(*problem_, buffer);
            const bool overlays = request != nullptr && request->overlay && !request->variable;
            // A buffer that does not allow an overlay has no such choice.
            return column == overlay && !overlays
                       ? QString()
                       : choice_words(choice_of(column), choices_[static_cast<std::size_t>(row)].*choice_of(column));
        }
    }
}

QVariant ChoiceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return text_of(index.row(), index.column());
        case Qt::ToolTipRole:
            return index.column() == name     ? QVariant(names_.tooltip(buffer_at(index.row())))
                   : index.column() == placed ? QVariant(plain_tooltip(rule_of(buffer_at(index.row()))))
                                              : QVariant();
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() == layer);
        default:
            return {};
    }
}

QVariant ChoiceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section == layer);
    }
    if (role == Qt::ToolTipRole) {
        return choice_of(section) != nullptr ? QVariant(choice_meaning(choice_of(section))) : QVariant();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case layer:
            return tr("layer");
        case name:
            return tr("scratch buffer");
        case placed:
            return tr("placed");
        default:
            return choice_title(choice_of(section));
    }
}

}  // namespace arenascope
