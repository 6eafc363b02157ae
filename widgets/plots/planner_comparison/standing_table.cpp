#include "widgets/plots/planner_comparison/standing_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "qt/painting/theme.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"

namespace arenascope {
namespace {

/// Draws the progress of a run as a bar at the bottom of its cell.
class ProgressDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QVariant share = index.data(StandingModel::share_role);
        if (share.isValid()) {
            constexpr int thickness = 3;
            const QRect& cell = option.rect;
            painter->fillRect(
                QRectF(cell.left(), cell.bottom() - thickness + 1, cell.width() * share.toDouble(), thickness),
                qt_color(palette(theme_of(option.palette)).accent));
        }
    }
};

}  // namespace

StandingTable::StandingTable(StandingModel& model, QWidget* parent)
    : QWidget(parent), model_(model), view_(new QTableView(this)) {
    set_up_rows(*view_, model_, tr("Planners and their results"));
    view_->setTabKeyNavigation(true);
    view_->setSortingEnabled(true);
    view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view_->setItemDelegateForColumn(StandingModel::state, new ProgressDelegate(view_));
    using M = StandingModel;
    columns_ = new ColumnFit(*view_, {M::state}, {M::over, M::moved, M::family, M::bound, M::time});
    set_several_memories(false);
    view_->installEventFilter(this);
    fill_panel(*this, {view_});
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!restoring_) {
            emit selection_changed();
        }
    });
    connect(view_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == M::cancel && !index.data().toString().isEmpty()) {
            emit cancel_requested(model_.entry_at(index.row()));
        }
    });
    connect(view_, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { emit adopt_requested(model_.entry_at(index.row())); });
}

void StandingTable::set_several_memories(bool several) {
    columns_->set_hidden(several ? std::vector<int>() : std::vector<int>{StandingModel::total});
}

void StandingTable::select(std::optional<std::size_t> entry) {
    restoring_ = true;
    if (entry) {
        view_->selectRow(model_.row_of(*entry));
    } else {
        view_->clearSelection();
    }
    restoring_ = false;
}

std::optional<std::size_t> StandingTable::selected() const {
    const QModelIndexList rows = view_->selectionModel()->selectedRows();
    return rows.size() == 1 ? std::optional(model_.entry_at(rows.front().row())) : std::nullopt;
}

bool StandingTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == view_ && event->type() == QEvent::KeyPress && selected()) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
            case Qt::Key_Delete:
                emit cancel_requested(*selected());
                return true;
            case Qt::Key_Return:
            case Qt::Key_Enter:
                emit adopt_requested(*selected());
                return true;
            default:
                break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
