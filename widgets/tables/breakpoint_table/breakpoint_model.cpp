#include "widgets/tables/breakpoint_table/breakpoint_model.h"

#include <algorithm>
#include <utility>

#include <QColor>
#include <QFontDatabase>

#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

const QString stop_word = QStringLiteral("stop");
const QString log_word = QStringLiteral("log");

QString condition_words(const Breakpoint& breakpoint) {
    return visible_text(breakpoint.condition);
}

QString action_words(const Breakpoint& breakpoint) {
    return visible_text(action_text(breakpoint));
}

QString no_words(const Breakpoint& /*breakpoint*/) {
    return {};
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

BreakpointModel::BreakpointModel(QObject* parent) : RowModel(parent) {
    const auto trouble_or = [this](auto words) {
        return [this, words](const Breakpoint& breakpoint) {
            const QString trouble = trouble_words(breakpoint);
            return trouble.isEmpty() ? words(breakpoint) : trouble;
        };
    };
    set_columns({
        {.is_figure = false, .tooltip = trouble_or(no_words)},
        {.title = tr("condition"), .is_figure = false, .text = condition_words, .tooltip = trouble_or(condition_words)},
        {.title = tr("then"),
         .meaning = tr("What happens at a hit: \"stop\", or \"log\" with a line such as {frame}: {peak}"),
         .is_figure = false,
         .text = action_words,
         .tooltip = trouble_or(action_words)},
        {.title = tr("ignore first"),
         .text =
             [](const Breakpoint& breakpoint) { return grouped_text(static_cast<std::int64_t>(breakpoint.ignored)); },
         .tooltip = trouble_or(no_words)},
        {.title = tr("hits"),
         .text = [this](const Breakpoint& breakpoint) { return hits_text(breakpoint); },
         .tooltip = trouble_or([this](const Breakpoint& breakpoint) { return held_words(breakpoint); })},
    });
}

void BreakpointModel::set_breakpoints(std::vector<Breakpoint> breakpoints) {
    findings_ = nullptr;
    hits_here_.clear();
    update_rows(std::move(breakpoints));
}

void BreakpointModel::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here) {
    findings_ = findings && findings->breakpoints.size() == rows().size() ? std::move(findings) : nullptr;
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

const BreakpointFindings* BreakpointModel::found(const Breakpoint& breakpoint) const {
    return findings_ ? &findings_->breakpoints[position_of(breakpoint)] : nullptr;
}

bool BreakpointModel::is_wrong(const Breakpoint& breakpoint) const {
    const BreakpointFindings* here = found(breakpoint);
    return here != nullptr && here->error;
}

QString BreakpointModel::hits_text(const Breakpoint& breakpoint) const {
    if (is_wrong(breakpoint)) {
        return tr("wrong");
    }
    if (!breakpoint.is_enabled) {
        return QStringLiteral("—");
    }
    const BreakpointFindings* here = found(breakpoint);
    if (here == nullptr) {
        return is_searching_ ? QStringLiteral("…") : QString();
    }
    const QString all = grouped_text(static_cast<std::int64_t>(here->hits));
    const std::uint64_t number = hits_here_[position_of(breakpoint)];
    return number == 0 ? all : tr("%1 of %2").arg(grouped_text(static_cast<std::int64_t>(number)), all);
}

QString BreakpointModel::held_words(const Breakpoint& breakpoint) const {
    const BreakpointFindings* here = found(breakpoint);
    return here != nullptr && breakpoint.is_enabled && breakpoint.ignored > 0
               ? tr("It held at %1, ignored ones included.")
                     .arg(counted(static_cast<std::int64_t>(here->held), tr("1 step"), tr("%1 steps")))
               : QString();
}

QString BreakpointModel::trouble_words(const Breakpoint& breakpoint) const {
    if (is_wrong(breakpoint)) {
        return visible_text(to_string(*found(breakpoint)->error));
    }
    const BreakpointFindings* here = found(breakpoint);
    return here != nullptr && here->never ? tr("It cannot hold in this run: %1").arg(visible_text(*here->never))
                                          : QString();
}

QVariant BreakpointModel::role_of(const Breakpoint& breakpoint, int column, int role) const {
    switch (role) {
        case Qt::EditRole:
            return column == condition ? QVariant(QString::fromStdString(breakpoint.condition))
                   : column == then    ? QVariant(action_text(breakpoint))
                   : column == ignored ? QVariant(static_cast<qulonglong>(breakpoint.ignored))
                                       : QVariant();
        case Qt::CheckStateRole:
            return column == enabled ? QVariant(breakpoint.is_enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::AccessibleTextRole:
            return column == enabled ? tr("enabled") : text_of(breakpoint, column);
        case Qt::ForegroundRole:
            return is_wrong(breakpoint)    ? QVariant(qt_color(palette(theme_).risk_text))
                   : breakpoint.is_enabled ? QVariant()
                                           : QVariant(qt_color(palette(theme_).dim));
        default:
            return {};
    }
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags all = RowModel::flags(index);
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
    std::vector<Breakpoint> changed = rows();
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
    if (changed == rows()) {
        return false;
    }
    emit edited(changed);
    return true;
}

}  // namespace arenascope
