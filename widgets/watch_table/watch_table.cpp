#include "widgets/watch_table/watch_table.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>

#include "widgets/style/column_fit.h"
#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"

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
    new ColumnFit(*view_, {WatchModel::expression}, {});
    auto* column = new_panel_column(*this);
    column->addWidget(view_, 1);
    column->addWidget(line_);
    setFocusProxy(view_);
    connect(model_, &WatchModel::edited, this, &WatchTable::edited);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        view_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
        model_->set_theme(theme);
    });
}

void WatchTable::set_watches(const std::vector<std::string>& watches) {
    const QModelIndex current = view_->currentIndex();
    model_->set_watches(watches);
    if (!watches.empty() && current.isValid() && !view_->currentIndex().isValid()) {
        view_->setCurrentIndex(model_->index(std::min(current.row(), model_->rowCount() - 1), 0));
    }
}

void WatchTable::set_findings(std::shared_ptr<const RunFindings> findings, FrameIndex here) {
    model_->set_findings(std::move(findings), here);
}

bool WatchTable::eventFilter(QObject* watched, QEvent* event) {
    const bool is_override = event->type() == QEvent::ShortcutOverride;
    const int row = view_->currentIndex().row();
    const bool is_key = watched == view_ && (is_override || event->type() == QEvent::KeyPress);
    if (is_key && row >= 0 && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        if (is_override) {
            event->accept();
        } else {
            std::vector<std::string> changed = model_->watches();
            changed.erase(changed.begin() + row);
            emit edited(changed);
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
