#include "widgets/watch_table/watch_model.h"

#include <utility>

#include <QColor>

#include "widgets/style/table_cells.h"
#include "widgets/style/theme.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/visible_text.h"

namespace arenascope {

WatchModel::WatchModel(QObject* parent) : QAbstractTableModel(parent) {}

void WatchModel::set_watches(std::vector<std::string> watches) {
    const bool is_as_long = watches.size() == watches_.size();
    if (!is_as_long) {
        beginResetModel();
    }
    watches_ = std::move(watches);
    findings_ = nullptr;
    if (is_as_long) {
        tell_cells_changed(*this);
    } else {
        endResetModel();
    }
}

void WatchModel::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here) {
    findings_ = findings && findings->watches.size() == watches_.size() ? std::move(findings) : nullptr;
    here_ = here;
    tell_cells_changed(*this);
}

void WatchModel::set_theme(Theme theme) {
    theme_ = theme;
    tell_cells_changed(*this);
}

int WatchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(watches_.size());
}

int WatchModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

const WatchFindings* WatchModel::found(int row) const {
    return findings_ ? &findings_->watches[static_cast<std::size_t>(row)] : nullptr;
}

QString WatchModel::text(int row, int column) const {
    if (column == expression) {
        return visible_text(watches_[static_cast<std::size_t>(row)]);
    }
    const WatchFindings* here = found(row);
    if (here != nullptr && here->error) {
        return tr("wrong");
    }
    return here != nullptr && here_.value() < here->words.size() ? visible_text(here->words[here_]) : QString();
}

QVariant WatchModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const WatchFindings* here = found(index.row());
    const bool is_wrong = here != nullptr && here->error.has_value();
    switch (role) {
        case Qt::DisplayRole:
            return text(index.row(), index.column());
        case Qt::EditRole:
            return QString::fromStdString(watches_[static_cast<std::size_t>(index.row())]);
        case Qt::ToolTipRole:
            return plain_tooltip(is_wrong ? visible_text(to_string(*here->error)) : text(index.row(), index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() == value);
        case Qt::ForegroundRole:
            return is_wrong ? QVariant(qt_color(palette(theme_).risk_text)) : QVariant();
        default:
            return {};
    }
}

QVariant WatchModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section == value);
    }
    return role != Qt::DisplayRole ? QVariant() : section == expression ? tr("expression") : tr("value at this step");
}

Qt::ItemFlags WatchModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags all = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == expression ? all | Qt::ItemIsEditable : all;
}

bool WatchModel::setData(const QModelIndex& index, const QVariant& typed, int role) {
    const std::string text = typed.toString().trimmed().toStdString();
    if (!index.isValid() || role != Qt::EditRole || text.empty()) {
        return false;
    }
    std::vector<std::string> changed = watches_;
    changed[static_cast<std::size_t>(index.row())] = text;
    emit edited(changed);
    return true;
}

}  // namespace arenascope
