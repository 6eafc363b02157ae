#include "widgets/tables/breakpoint_table/breakpoint_table.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>

#include "widgets/base/column_fit.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

BreakpointTable::BreakpointTable(QWidget* parent)
    : QWidget(parent),
      model_(new BreakpointModel(this)),
      view_(new QTableView(this)),
      line_(new ExpressionLine(tr("Next condition"), tr("peak < before(peak)"), *view_, this)) {
    view_->setModel(model_);
    view_->setObjectName(QStringLiteral("breakpoint_rows"));
    view_->setAccessibleName(tr("Breakpoints"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    view_->installEventFilter(this);
    new ColumnFit(*view_, {BreakpointModel::condition, BreakpointModel::then}, {BreakpointModel::ignored});
    auto* column = new_panel_column(*this);
    column->addWidget(view_, 1);
    column->addWidget(line_);
    setFocusProxy(view_);
    connect(model_, &BreakpointModel::edited, this, &BreakpointTable::edited);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
        model_->set_theme(theme);
    });
}

void BreakpointTable::set_breakpoints(const std::vector<Breakpoint>& breakpoints) {
    const QModelIndex current = view_->currentIndex();
    model_->set_breakpoints(breakpoints);
    if (!breakpoints.empty() && current.isValid() && !view_->currentIndex().isValid()) {
        const int row = std::min(current.row(), model_->rowCount() - 1);
        view_->setCurrentIndex(model_->index(row, BreakpointModel::condition));
    }
}

void BreakpointTable::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, bool is_searching) {
    model_->set_searching(is_searching);
    model_->set_findings(std::move(findings), here);
}

void BreakpointTable::set_here(FrameIndex here) {
    model_->set_here(here);
}

void BreakpointTable::toggle(int row) {
    std::vector<Breakpoint> changed = model_->rows();
    Breakpoint& breakpoint = changed[static_cast<std::size_t>(row)];
    breakpoint.is_enabled = !breakpoint.is_enabled;
    emit edited(changed);
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
                key == Qt::Key_Space ? toggle(row) : remove(row);
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
