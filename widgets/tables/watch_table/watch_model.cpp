#include "widgets/tables/watch_table/watch_model.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <QColor>
#include <QStringList>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {

WatchModel::WatchModel(QObject* parent) : QAbstractTableModel(parent) {}

void WatchModel::set_watches(std::vector<std::string> watches) {
    const bool is_as_long = watches.size() == watches_.size();
    if (!is_as_long) {
        beginResetModel();
    }
    watches_ = std::move(watches);
    findings_ = nullptr;
    make_curves();
    if (is_as_long) {
        tell_cells_changed(*this);
    } else {
        endResetModel();
    }
}

void WatchModel::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, FrameIndex main_step) {
    if (findings && findings->watches.size() != watches_.size()) {
        findings = nullptr;
    }
    if (findings != findings_) {
        findings_ = std::move(findings);
        make_curves();
    }
    here_ = here;
    shown_moment_.reset();
    if (findings_) {
        const std::vector<FrameIndex>& steps = findings_->main_steps;
        const auto found = std::ranges::lower_bound(steps, main_step);
        if (found != steps.end() && *found == main_step) {
            shown_moment_ = static_cast<std::size_t>(found - steps.begin());
        }
    }
    tell_cells_changed(*this);
}

void WatchModel::make_curves() {
    curves_.clear();
    shown_moment_.reset();
    if (!findings_) {
        return;
    }
    for (const WatchFindings& watch : findings_->watches) {
        std::vector<double> numbers;
        numbers.reserve(findings_->main_steps.size());
        if (!watch.numbers.empty()) {
            std::ranges::transform(findings_->main_steps, std::back_inserter(numbers),
                                   [&watch](FrameIndex step) { return watch.numbers[step]; });
        }
        curves_.push_back(watch_curve(std::move(numbers), findings_->threshold));
    }
}

const WatchCurve* WatchModel::curve(int row) const {
    const auto place = static_cast<std::size_t>(row);
    return place < curves_.size() && curves_[place] ? &*curves_[place] : nullptr;
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
    if (column == history) {
        return {};
    }
    const WatchFindings* here = found(row);
    if (here != nullptr && here->error) {
        return tr("wrong");
    }
    return here != nullptr && here_.value() < here->words.size() ? visible_text(here->words[here_]) : QString();
}

QString WatchModel::curve_words(int row) const {
    const WatchFindings* here = found(row);
    const WatchCurve* drawn = curve(row);
    if (here == nullptr || drawn == nullptr) {
        return here != nullptr && !here->error ? tr("No step has a number, so there is no curve.") : QString();
    }
    const auto words_at = [&](std::size_t moment) { return visible_text(here->words[frame_of(moment)]); };
    const QString threshold = grouped_text(findings_->threshold.value());
    return QStringList{tr("smallest: %1").arg(words_at(drawn->smallest)),
                       tr("largest: %1").arg(words_at(drawn->largest)),
                       tr("%1 of %2 steps have a value")
                           .arg(grouped_text(static_cast<std::int64_t>(drawn->count)),
                                grouped_text(static_cast<std::int64_t>(drawn->numbers.size()))),
                       drawn->threshold ? tr("dashed: the threshold, %1").arg(threshold)
                                        : tr("the threshold, %1, does not lie between them").arg(threshold),
                       tr("Click to go to a step.")}
        .join(QLatin1Char('\n'));
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
            return plain_tooltip(is_wrong                    ? visible_text(to_string(*here->error))
                                 : index.column() == history ? curve_words(index.row())
                                                             : text(index.row(), index.column()));
        case Qt::AccessibleTextRole:
            return index.column() == history ? curve_words(index.row()) : QVariant();
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
    if (role != Qt::DisplayRole) {
        return {};
    }
    return section == expression ? tr("expression") : section == value ? tr("value at this step") : tr("history");
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
