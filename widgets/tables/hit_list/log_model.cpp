#include "widgets/tables/hit_list/log_model.h"

#include <utility>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "widgets/base/table_cells.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {

LogModel::LogModel(QObject* parent) : QAbstractTableModel(parent) {}

void LogModel::set_lines(std::shared_ptr<const RunFindings> findings) {
    beginResetModel();
    findings_ = std::move(findings);
    endResetModel();
}

int LogModel::row_of(FrameIndex frame) const {
    return findings_ ? row_of_frame(findings_->lines, frame) : -1;
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !findings_ ? 0 : static_cast<int>(findings_->lines.size());
}

int LogModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const RunLine& written = findings_->lines[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return index.column() == step ? QString::fromStdString(findings_->paths[written.frame])
                                          : visible_text(written.text);
        case Qt::ToolTipRole:
            return plain_tooltip(visible_text(written.text));
        case Qt::TextAlignmentRole:
            return cell_alignment(false);
        case frame_role:
            return static_cast<qulonglong>(written.frame.value());
        default:
            return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(false);
    }
    return role != Qt::DisplayRole ? QVariant() : section == step ? tr("step") : tr("line");
}

}  // namespace arenascope
