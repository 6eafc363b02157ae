#include "widgets/tables/watch_table/watch_table.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <QHeaderView>
#include <QKeyEvent>
#include <QStringList>

#include "qt/painting/theme.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/tables/watch_table/curve_delegate.h"

namespace arenascope {

WatchTable::WatchTable(QWidget* parent)
    : QWidget(parent),
      model_(new RowModel<std::string>(this)),
      curves_(new CurveDelegate(this)),
      view_(new QTableView(this)),
      line_(new ExpressionLine(tr("Next expression"), tr("peak - threshold"), *view_, this)) {
    add_columns();
    // Curves need more height than words.
    set_up_rows(*view_, *model_, tr("Watches"),
                [this] { view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() * 2); });
    view_->setObjectName(QStringLiteral("watch_rows"));
    view_->setEditTriggers(edited_in_place);
    view_->installEventFilter(this);
    view_->setItemDelegateForColumn(WatchColumn::history, curves_);
    connect(curves_, &CurveDelegate::moment_chosen, this,
            [this](std::size_t moment) { emit frame_chosen(findings_->main_steps[moment]); });
    point_at_curves();
    new ColumnFit(*view_, {WatchColumn::expression, WatchColumn::history}, {WatchColumn::history});
    fill_panel(*this, {view_, line_});
    setFocusProxy(view_);
}

void WatchTable::add_columns() {
    model_->set_columns({
        {.title = tr("expression"),
         .is_figure = false,
         .text = [](const std::string& watch) { return visible_text(watch); },
         .tooltip = [this](const std::string& watch) { return error_words(watch, visible_text(watch)); },
         .flags = Qt::ItemIsEditable,
         .edit =
             [this](const std::string& watch, const QVariant& typed) {
                 const std::string text = typed.toString().trimmed().toStdString();
                 if (text.empty()) {
                     return false;
                 }
                 std::vector<std::string> changed = model_->rows();
                 changed[model_->position_of(watch)] = text;
                 emit edited(changed);
                 return true;
             }},
        {.title = tr("value at this step"),
         .text = [this](const std::string& watch) { return value_words(watch); },
         .tooltip = [this](const std::string& watch) { return error_words(watch, value_words(watch)); }},
        {.title = tr("history"),
         .is_figure = false,
         .tooltip = [this](const std::string& watch) { return error_words(watch, curve_words(watch)); }},
    });
    model_->set_roles([this](const std::string& one, int column, int role) { return role_of(one, column, role); });
}

void WatchTable::point_at_curves() {
    view_->setMouseTracking(true);
    connect(view_, &QTableView::entered, this, [this](const QModelIndex& index) {
        const bool is_curve = index.column() == WatchColumn::history && curves_->curve(index.row()) != nullptr;
        view_->viewport()->setCursor(is_curve ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(view_, &QTableView::viewportEntered, view_->viewport(), &QWidget::unsetCursor);
}

void WatchTable::set_watches(const std::vector<std::string>& watches) {
    const QModelIndex current = view_->currentIndex();
    findings_ = nullptr;
    make_curves();
    model_->update_rows(watches);
    if (!watches.empty() && current.isValid() && !view_->currentIndex().isValid()) {
        view_->setCurrentIndex(model_->index(std::min(current.row(), model_->rowCount() - 1), 0));
    }
}

void WatchTable::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, FrameIndex main_step) {
    if (findings && findings->watches.size() != model_->rows().size()) {
        findings = nullptr;
    }
    if (findings != findings_) {
        findings_ = std::move(findings);
        make_curves();
    }
    here_ = here;
    std::optional<std::size_t> shown;
    if (findings_) {
        const std::vector<FrameIndex>& steps = findings_->main_steps;
        const auto found = std::ranges::lower_bound(steps, main_step);
        if (found != steps.end() && *found == main_step) {
            shown = static_cast<std::size_t>(found - steps.begin());
        }
    }
    curves_->set_shown_moment(shown);
    tell_cells_changed(*model_);
}

void WatchTable::make_curves() {
    std::vector<std::optional<WatchCurve>> curves;
    for (const WatchFindings& watch : findings_ ? findings_->watches : std::vector<WatchFindings>()) {
        std::vector<double> numbers;
        numbers.reserve(findings_->main_steps.size());
        if (!watch.numbers.empty()) {
            std::ranges::transform(findings_->main_steps, std::back_inserter(numbers),
                                   [&watch](FrameIndex step) { return watch.numbers[step]; });
        }
        curves.push_back(watch_curve(std::move(numbers), findings_->threshold));
    }
    curves_->set_curves(std::move(curves));
}

const WatchFindings* WatchTable::found(const std::string& watch) const {
    return findings_ ? &findings_->watches[model_->position_of(watch)] : nullptr;
}

QString WatchTable::value_words(const std::string& watch) const {
    const WatchFindings* here = found(watch);
    if (here != nullptr && here->error) {
        return tr("wrong");
    }
    return here != nullptr && here_.value() < here->words.size() ? visible_text(here->words[here_]) : QString();
}

QString WatchTable::error_words(const std::string& watch, const QString& otherwise) const {
    const WatchFindings* here = found(watch);
    return here != nullptr && here->error ? visible_text(to_string(*here->error)) : otherwise;
}

QString WatchTable::curve_words(const std::string& watch) const {
    const WatchFindings* here = found(watch);
    const WatchCurve* drawn = curves_->curve(static_cast<int>(model_->position_of(watch)));
    if (here == nullptr || drawn == nullptr) {
        return here != nullptr && !here->error ? tr("No step has a number, so there is no curve.") : QString();
    }
    const auto words_at = [&](std::size_t moment) { return visible_text(here->words[findings_->main_steps[moment]]); };
    const QString threshold = grouped_text(findings_->threshold.value());
    return QStringList{
        tr("smallest: %1").arg(words_at(drawn->smallest)), tr("largest: %1").arg(words_at(drawn->largest)),
        tr("%1 of %2 steps have a value").arg(grouped_text(drawn->count), grouped_text(drawn->numbers.size())),
        drawn->threshold ? tr("dashed: the threshold, %1").arg(threshold)
                         : tr("the threshold, %1, does not lie between them").arg(threshold),
        tr("Click to go to a step.")}
        .join(QLatin1Char('\n'));
}

QVariant WatchTable::role_of(const std::string& watch, int column, int role) const {
    switch (role) {
        case Qt::EditRole:
            return QString::fromStdString(watch);
        case Qt::AccessibleTextRole:
            return column == WatchColumn::history ? curve_words(watch) : QVariant();
        case Qt::ForegroundRole: {
            const WatchFindings* here = found(watch);
            return here != nullptr && here->error
                       ? QVariant(qt_color(arenascope::palette(theme_of(view_->palette())).risk_text))
                       : QVariant();
        }
        default:
            return {};
    }
}

bool WatchTable::eventFilter(QObject* watched, QEvent* event) {
    const bool is_override = event->type() == QEvent::ShortcutOverride;
    const int row = view_->currentIndex().row();
    const bool is_key = watched == view_ && (is_override || event->type() == QEvent::KeyPress);
    if (is_key && row >= 0 && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        if (is_override) {
            event->accept();
        } else {
            std::vector<std::string> changed = model_->rows();
            changed.erase(changed.begin() + row);
            emit edited(changed);
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
