#include "widgets/tables/hit_list/hit_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/frame_words.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {
HitModel::HitModel(QObject* parent) : QAbstractTableModel(parent) {}

void HitModel::set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                        const std::vector<Breakpoint>& breakpoints) {
    beginResetModel();
    findings_ = trace ? std::move(findings) : nullptr;
    trace_ = std::move(trace);
    conditions_.clear();
    for (const Breakpoint& breakpoint : breakpoints) {
        conditions_.push_back(visible_text(breakpoint.condition));
    }
    count_decimals();
    endResetModel();
}

void HitModel::set_unit(Unit unit) {
    beginResetModel();
    unit_ = unit;
    count_decimals();
    endResetModel();
}

void HitModel::count_decimals() {
    decimals_ = 0;
    for (int row = 0; row < rowCount(); ++row) {
        decimals_ =
            std::max(decimals_, decimals_of(findings_->hits[static_cast<std::size_t>(row)].peak.value(), unit_));
    }
}

int HitModel::row_of(FrameIndex frame) const {
    return findings_ ? row_of_frame(findings_->hits, frame) : -1;
}

int HitModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !findings_ ? 0 : static_cast<int>(findings_->hits.size());
}

int HitModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString HitModel::text(std::size_t row, int column) const {
    const StepHit& hit = findings_->hits[row];
    const Frame& frame = trace_->frames[hit.frame];
    switch (column) {
        case step:
            return QString::fromStdString(findings_->paths[hit.frame]);
        case peak:
            return QString::fromStdString(number_text(hit.peak.value(), unit_, decimals_));
        case note:
            return frame.note.empty() ? goal_label(frame.goal) : visible_text(frame.note);
        case condition:
            return conditions_[findings_->breakpoint_of_hit[row]];
        default:
            return {};
    }
}

QString HitModel::tooltip(std::size_t row, int column) const {
    const StepHit& hit = findings_->hits[row];
    return column == peak   ? exact_bytes(hit.peak.value())
           : column == step ? frame_path(*trace_, hit.frame)
                            : text(row, column);
}

QVariant HitModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(row, index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() == peak);
        case frame_role:
            return static_cast<qulonglong>(findings_->hits[row].frame.value());
        default:
            return {};
    }
}

QVariant HitModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section == peak);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case step:
            return tr("step");
        case peak:
            return tr("peak %1").arg(QString::fromStdString(name_of(unit_)));
        case note:
            return tr("notes");
        case condition:
            return tr("condition");
        default:
            return {};
    }
}

}  // namespace arenascope
