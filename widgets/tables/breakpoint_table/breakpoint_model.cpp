#include "widgets/tables/breakpoint_table/breakpoint_model.h"

#include <algorithm>
#include <utility>

#include <QColor>
#include <QFontDatabase>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
namespace {

const QString stop_word = QStringLiteral("stop");
const QString log_word = QStringLiteral("log");

bool is_count(int column) {
    return column == BreakpointModel::ignored || column == BreakpointModel::hits;
}

/// By breakpoint: which of its hits is at a step, counted from 1; 0: none. Linear in the hits.
std::vector<std::uint64_t> hits_at(const RunFindings& findings, FrameIndex here) {
    std::vector<std::uint64_t> seen(findings.breakpoints.size());
    std::vector<std::uint64_t> at(findings.breakpoints.size());
    for (std::size_t i = 0; i < findings.hits.size(); ++i) {
        const std::size_t breakpoint = findings.breakpoint_of_hit[i];
        ++seen[breakpoint];
        if (findings.hits[i].frame == here) {
            at[breakpoint] = seen[breakpoint];
        }
    }
    return at;
}

}  // namespace

QString action_text(const Breakpoint& breakpoint) {
    return breakpoint.action == Breakpoint::Action::stop
               ? stop_word
               : log_word + QLatin1Char(' ') + QString::fromStdString(breakpoint.line);
}

void set_action_text(Breakpoint& breakpoint, const QString& text) {
    const QString words = text.trimmed();
    if (words.isEmpty() || words == stop_word) {
        breakpoint.action = Breakpoint::Action::stop;
        return;
    }
    const bool has_word = words == log_word || words.startsWith(log_word + QLatin1Char(' '));
    breakpoint.action = Breakpoint::Action::log;
    breakpoint.line = (has_word ? words.mid(log_word.size()).trimmed() : words).toStdString();
}

BreakpointModel::BreakpointModel(QObject* parent) : QAbstractTableModel(parent) {}

void BreakpointModel::set_breakpoints(std::vector<Breakpoint> breakpoints) {
    // The current cell stays where only contents change.
    const bool is_as_long = breakpoints.size() == breakpoints_.size();
    if (!is_as_long) {
        beginResetModel();
    }
    breakpoints_ = std::move(breakpoints);
    findings_ = nullptr;
    hits_here_.clear();
    if (is_as_long) {
        tell_cells_changed(*this);
    } else {
        endResetModel();
    }
}

void BreakpointModel::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here) {
    findings_ = findings && findings->breakpoints.size() == breakpoints_.size() ? std::move(findings) : nullptr;
    set_here(here);
}

void BreakpointModel::set_here(FrameIndex here) {
    hits_here_ = findings_ ? hits_at(*findings_, here) : std::vector<std::uint64_t>();
    tell_cells_changed(*this);
}

void BreakpointModel::set_searching(bool is_searching) {
    is_searching_ = is_searching;
    tell_cells_changed(*this);
}

void BreakpointModel::set_theme(Theme theme) {
    theme_ = theme;
    tell_cells_changed(*this);
}

int BreakpointModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(breakpoints_.size());
}

int BreakpointModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

const BreakpointFindings* BreakpointModel::found(int row) const {
    return findings_ ? &findings_->breakpoints[static_cast<std::size_t>(row)] : nullptr;
}

QString BreakpointModel::hits_text(int row) const {
    const BreakpointFindings* here = found(row);
    if (here != nullptr && here->error) {
        return tr("wrong");
    }
    if (!breakpoints_[static_cast<std::size_t>(row)].is_enabled) {
        return QStringLiteral("—");
    }
    if (here == nullptr) {
        return is_searching_ ? QStringLiteral("…") : QString();
    }
    const QString all = grouped_text(static_cast<std::int64_t>(here->hits));
    const std::uint64_t number = hits_here_[static_cast<std::size_t>(row)];
    return number == 0 ? all : tr("%1 of %2").arg(grouped_text(static_cast<std::int64_t>(number)), all);
}

QString BreakpointModel::text(int row, int column) const {
    const Breakpoint& breakpoint = breakpoints_[static_cast<std::size_t>(row)];
    switch (column) {
        case condition:
            return visible_text(breakpoint.condition);
        case then:
            return visible_text(action_text(breakpoint));
        case ignored:
            return grouped_text(static_cast<std::int64_t>(breakpoint.ignored));
        case hits:
            return hits_text(row);
        default:
            return {};
    }
}

QString BreakpointModel::tooltip(int row, int column) const {
    const BreakpointFindings* here = found(row);
    if (here != nullptr && here->error) {
        return visible_text(to_string(*here->error));
    }
    if (here != nullptr && here->never) {
        return tr("It cannot hold in this run: %1").arg(visible_text(*here->never));
    }
    const Breakpoint& breakpoint = breakpoints_[static_cast<std::size_t>(row)];
    if (column == hits && here != nullptr && breakpoint.is_enabled && breakpoint.ignored > 0) {
        return tr("It held at %1, ignored ones included.")
            .arg(counted(static_cast<std::int64_t>(here->held), tr("1 step"), tr("%1 steps")));
    }
    return column == condition || column == then ? text(row, column) : QString();
}

QVariant BreakpointModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Breakpoint& breakpoint = breakpoints_[static_cast<std::size_t>(index.row())];
    const BreakpointFindings* here = found(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(index.row(), index.column());
        case Qt::EditRole:
            return index.column() == condition ? QVariant(QString::fromStdString(breakpoint.condition))
                   : index.column() == then    ? QVariant(action_text(breakpoint))
                   : index.column() == ignored ? QVariant(static_cast<qulonglong>(breakpoint.ignored))
                                               : QVariant();
        case Qt::CheckStateRole:
            return index.column() == enabled ? QVariant(breakpoint.is_enabled ? Qt::Checked : Qt::Unchecked)
                                             : QVariant();
        case Qt::AccessibleTextRole:
            return index.column() == enabled ? tr("enabled") : text(index.row(), index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(index.row(), index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(is_count(index.column()));
        case Qt::ForegroundRole:
            if (here != nullptr && here->error) {
                return qt_color(palette(theme_).risk_text);
            }
            return breakpoint.is_enabled ? QVariant() : QVariant(qt_color(palette(theme_).dim));
        default:
            return {};
    }
}

QVariant BreakpointModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(is_count(section));
    }
    if (role == Qt::ToolTipRole && section == then) {
        return tr("What happens at a hit: \"stop\", or \"log\" with a line such as {frame}: {peak}");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case condition:
            return tr("condition");
        case then:
            return tr("then");
        case ignored:
            return tr("ignore first");
        case hits:
            return tr("hits");
        default:
            return {};
    }
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags all = QAbstractTableModel::flags(index);
    if (!index.isValid()) {
        return all;
    }
    return index.column() == enabled ? all | Qt::ItemIsUserCheckable
           : index.column() == hits  ? all
                                     : all | Qt::ItemIsEditable;
}

bool BreakpointModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || (role != Qt::EditRole && role != Qt::CheckStateRole)) {
        return false;
    }
    std::vector<Breakpoint> changed = breakpoints_;
    Breakpoint& breakpoint = changed[static_cast<std::size_t>(index.row())];
    if (role == Qt::CheckStateRole) {
        breakpoint.is_enabled = value.toInt() == Qt::Checked;
    } else if (index.column() == condition && !value.toString().trimmed().isEmpty()) {
        breakpoint.condition = value.toString().trimmed().toStdString();
    } else if (index.column() == then) {
        set_action_text(breakpoint, value.toString());
    } else if (index.column() == ignored) {
        breakpoint.ignored = value.toULongLong();
    }
    if (changed == breakpoints_) {
        return false;
    }
    emit edited(changed);
    return true;
}

}  // namespace arenascope
