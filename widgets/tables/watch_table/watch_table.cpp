#include "widgets/tables/watch_table/watch_table.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>
#include <QKeyEvent>

#include "widgets/base/column_fit.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/tables/watch_table/curve_delegate.h"

namespace arenascope {

WatchTable::WatchTable(QWidget* parent)
    : QWidget(parent),
      model_(new WatchModel(this)),
      view_(new QTableView(this)),
      line_(new ExpressionLine(tr("Next expression"), tr("peak - threshold"), *view_, this)) {
    view_->setModel(model_);
    view_->setObjectName(QStringLiteral("watch_rows"));
    view_->setAccessibleName(tr("Watches"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    view_->installEventFilter(this);
    auto* curves = new CurveDelegate(*model_, view_);
    view_->setItemDelegateForColumn(WatchModel::history, curves);
    connect(curves, &CurveDelegate::frame_chosen, this, &WatchTable::frame_chosen);
    point_at_curves();
    new ColumnFit(*view_, {WatchModel::expression, WatchModel::history}, {WatchModel::history});
    auto* column = new_panel_column(*this);
    column->addWidget(view_, 1);
    column->addWidget(line_);
    setFocusProxy(view_);
    connect(model_, &WatchModel::edited, this, &WatchTable::edited);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        // Curves need more height than words.
        view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() * 2);
        view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
        model_->set_theme(theme);
    });
}

void WatchTable::point_at_curves() {
    view_->setMouseTracking(true);
    connect(view_, &QTableView::entered, this, [this](const QModelIndex& index) {
        const bool is_curve = index.column() == WatchModel::history && model_->curve(index.row()) != nullptr;
        view_->viewport()->setCursor(is_curve ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(view_, &QTableView::viewportEntered, view_->viewport(), &QWidget::unsetCursor);
}

void WatchTable::set_watches(const std::vector<std::string>& watches) {
    const QModelIndex current = view_->currentIndex();
    model_->set_watches(watches);
    if (!watches.empty() && current.isValid() && !view_->currentIndex().isValid()) {
        view_->setCurrentIndex(model_->index(std::min(current.row(), model_->rowCount() - 1), 0));
    }
}

void WatchTable::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here, FrameIndex main_step) {
    model_->set_findings(std::move(findings), here, main_step);
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
