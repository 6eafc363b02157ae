#include "widgets/tables/breakpoint_table/breakpoint_table.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>

#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"

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

BreakpointTable::BreakpointTable(QWidget* parent)
    : QWidget(parent),
      model_(new RowModel<Breakpoint>(this)),
      view_(new QTableView(this)),
      line_(new ExpressionLine(tr("Next condition"), tr("peak < before(peak)"), *view_, this)) {
    add_columns();
    set_up_rows(*view_, *model_, tr("Breakpoints"));
    view_->setObjectName(QStringLiteral("breakpoint_rows"));
    view_->setEditTriggers(edited_in_place);
    view_->installEventFilter(this);
    using Column = BreakpointColumn;
    new ColumnFit(*view_, {Column::condition, Column::then}, {Column::ignored});
    fill_panel(*this, {view_, line_});
    setFocusProxy(view_);
}

void BreakpointTable::add_columns() {
    const auto edit_with = [this](auto change) {
        return [this, change](const Breakpoint& breakpoint, const QVariant& value) {
            Breakpoint other = breakpoint;
            change(other, value);
            return replace(breakpoint, std::move(other));
        };
    };
    const auto trouble_or = [this](auto words) {
        return [this, words](const Breakpoint& breakpoint) {
            const QString trouble = trouble_words(breakpoint);
            return trouble.isEmpty() ? words(breakpoint) : trouble;
        };
    };
    model_->set_columns({
        {.is_figure = false,
         .tooltip = trouble_or(no_words),
         .flags = Qt::ItemIsUserCheckable,
         .edit =
             edit_with([](Breakpoint& one, const QVariant& value) { one.is_enabled = value.toInt() == Qt::Checked; })},
        {.title = tr("condition"),
         .is_figure = false,
         .text = condition_words,
         .tooltip = trouble_or(condition_words),
         .flags = Qt::ItemIsEditable,
         .edit = edit_with([](Breakpoint& one, const QVariant& value) {
             const std::string typed = value.toString().trimmed().toStdString();
             one.condition = typed.empty() ? one.condition : typed;
         })},
        {.title = tr("then"),
         .meaning = tr("What happens at a hit: \"stop\", or \"log\" with a line such as {frame}: {peak}"),
         .is_figure = false,
         .text = action_words,
         .tooltip = trouble_or(action_words),
         .flags = Qt::ItemIsEditable,
         .edit = edit_with([](Breakpoint& one, const QVariant& value) { set_action_text(one, value.toString()); })},
        {.title = tr("ignore first"),
         .text = [](const Breakpoint& breakpoint) { return grouped_text(breakpoint.ignored); },
         .tooltip = trouble_or(no_words),
         .flags = Qt::ItemIsEditable,
         .edit = edit_with([](Breakpoint& one, const QVariant& value) { one.ignored = value.toULongLong(); })},
        {.title = tr("hits"),
         .text = [this](const Breakpoint& breakpoint) { return hits_text(breakpoint); },
         .tooltip = trouble_or([this](const Breakpoint& breakpoint) { return held_words(breakpoint); })},
    });
    model_->set_roles([this](const Breakpoint& one, int column, int role) { return role_of(one, column, role); });
}

const BreakpointFindings* BreakpointTable::found(const Breakpoint& breakpoint) const {
    return findings_ ? &findings_->breakpoints[model_->position_of(breakpoint)] : nullptr;
}

bool BreakpointTable::is_wrong(const Breakpoint& breakpoint) const {
    const BreakpointFindings* here = found(breakpoint);
    return here != nullptr && here->error;
}

QString BreakpointTable::hits_text(const Breakpoint& breakpoint) const {
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
    const QString all = grouped_text(here->hits);
    const std::uint64_t number = hits_here_[model_->position_of(breakpoint)];
    return number == 0 ? all : tr("%1 of %2").arg(grouped_text(number), all);
}

QString BreakpointTable::held_words(const Breakpoint& breakpoint) const {
    const BreakpointFindings* here = found(breakpoint);
    return here != nullptr && breakpoint.is_enabled && breakpoint.ignored > 0
               ? tr("It held at %1, ignored ones included.").arg(counted(here->held, tr("1 step"), tr("%1 steps")))
               : QString();
}

QString BreakpointTable::trouble_words(const Breakpoint& breakpoint) const {
    if (is_wrong(breakpoint)) {
        return visible_text(to_string(*found(breakpoint)->error));
    }
    const BreakpointFindings* here = found(breakpoint);
    return here != nullptr && here->never ? tr("It cannot hold in this run: %1").arg(visible_text(*here->never))
                                          : QString();
}

QVariant BreakpointTable::role_of(const Breakpoint& breakpoint, int column, int role) const {
    switch (role) {
        case Qt::EditRole:
            return column == BreakpointColumn::condition ? QVariant(QString::fromStdString(breakpoint.condition))
                   : column == BreakpointColumn::then    ? QVariant(action_text(breakpoint))
                   : column == BreakpointColumn::ignored ? QVariant(static_cast<qulonglong>(breakpoint.ignored))
                                                         : QVariant();
        case Qt::CheckStateRole:
            return column == BreakpointColumn::enabled ? QVariant(breakpoint.is_enabled ? Qt::Checked : Qt::Unchecked)
                                                       : QVariant();
        case Qt::AccessibleTextRole:
            return column == BreakpointColumn::enabled ? tr("enabled") : model_->text_of(breakpoint, column);
        case Qt::ForegroundRole:
            return is_wrong(breakpoint) ? QVariant(qt_color(arenascope::palette(theme_of(view_->palette())).risk_text))
                   : breakpoint.is_enabled ? QVariant()
                                           : QVariant(qt_color(arenascope::palette(theme_of(view_->palette())).dim));
        default:
            return {};
    }
}

void BreakpointTable::set_breakpoints(const std::vector<Breakpoint>& breakpoints) {
    const QModelIndex current = view_->currentIndex();
    findings_ = nullptr;
    hits_here_.clear();
    model_->update_rows(breakpoints);
    if (!breakpoints.empty() && current.isValid() && !view_->currentIndex().isValid()) {
        const int row = std::min(current.row(), model_->rowCount() - 1);
        view_->setCurrentIndex(model_->index(row, BreakpointColumn::condition));
    }
}

void BreakpointTable::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, bool is_searching) {
    is_searching_ = is_searching;
    findings_ = findings && findings->breakpoints.size() == model_->rows().size() ? std::move(findings) : nullptr;
    set_here(here);
}

void BreakpointTable::set_here(FrameIndex here) {
    hits_here_ = findings_ ? hits_at(*findings_, here) : std::vector<std::uint64_t>();
    tell_cells_changed(*model_);
}

bool BreakpointTable::replace(const Breakpoint& breakpoint, Breakpoint other) {
    std::vector<Breakpoint> changed = model_->rows();
    changed[model_->position_of(breakpoint)] = std::move(other);
    if (changed == model_->rows()) {
        return false;
    }
    emit edited(changed);
    return true;
}

void BreakpointTable::toggle(int row) {
    Breakpoint other = model_->row(row);
    other.is_enabled = !other.is_enabled;
    replace(model_->row(row), std::move(other));
}

void BreakpointTable::remove(int row) {
    std::vector<Breakpoint> changed = model_->rows();
    changed.erase(changed.begin() + row);
    emit edited(changed);
}

bool BreakpointTable::eventFilter(QObject* watched, QEvent* event) {
    const bool is_override = event->type() == QEvent::ShortcutOverride;
    const int row = view_->currentIndex().row();
    if (watched == view_ && row >= 0 && (is_override || event->type() == QEvent::KeyPress)) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Space || key == Qt::Key_Delete) {
            // Space would play the run otherwise.
            if (is_override) {
                event->accept();
            } else {
                key == Qt::Key_Delete ? remove(row) : toggle(row);
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
