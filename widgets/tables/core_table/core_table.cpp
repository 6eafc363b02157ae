#include "widgets/tables/core_table/core_table.h"

#include <QHeaderView>
#include <QKeyEvent>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"

namespace arenascope {

CoreTable::CoreTable(QWidget* parent)
    : QWidget(parent),
      model_(new CoreModel(this)),
      header_(new SectionHeader(tr("Cores"), this)),
      view_(new QTableView(this)) {
    set_up_rows(*view_, *model_, tr("Cores"));
    view_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    view_->setSortingEnabled(true);
    view_->setDragDropMode(QAbstractItemView::InternalMove);
    view_->setDragDropOverwriteMode(false);
    view_->installEventFilter(this);
    add_commands();
    new ColumnFit(*view_, {CoreModel::name},
                  {CoreModel::live, CoreModel::threshold, CoreModel::fragmentation, CoreModel::capacity,
                   CoreModel::buffers, CoreModel::peak_step});
    fill_panel(*this, {header_, view_});
    connect(model_, &CoreModel::choice_changed, this, [this] {
        has_changed_choice_ = true;
        show_state();
        emit choice_changed();
    });
    connect(view_, &QTableView::pressed, this, [this] { has_changed_choice_ = false; });
    connect(view_, &QTableView::clicked, this, [this](const QModelIndex& at) {
        const auto step = model_->peak_step_at(at.row());
        if (at.column() == CoreModel::peak_step && step) {
            emit step_activated(*step);
        }
        // A click on the check box only shows or hides the container.
        if (!has_changed_choice_) {
            emit core_activated(model_->core_at(at.row()));
        }
    });
    connect(view_, &QTableView::doubleClicked, this, [this](const QModelIndex& at) {
        if (at.column() == CoreModel::peak_step || has_changed_choice_) {
            return;
        }
        fold_row(at.row(), !model_->is_folded_at(at.row()));
    });
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        pick(at.isValid() ? std::optional(model_->core_at(at.row())) : std::nullopt);
        renew_commands();
    });
    connect(model_, &QAbstractItemModel::modelReset, this, [this] {
        pick(std::nullopt);
        renew_commands();
    });
    show_state();
}

void CoreTable::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                         std::shared_ptr<const PlanProfiles> profiles, const std::vector<Misfit>& misfits) {
    model_->set_plan(std::move(problem), std::move(layout), std::move(profiles), misfits);
    show_state();
}

void CoreTable::set_unit(Unit unit) {
    model_->set_unit(unit);
}

void CoreTable::set_cursor(std::optional<Step> step) {
    model_->set_cursor(step);
}

void CoreTable::clear_pick() {
    view_->selectionModel()->clear();
    pick(std::nullopt);
}

void CoreTable::set_folded(RegionIndex core, bool folded) {
    if (model_->row_of(core) >= 0) {
        ContainerChoice choice = model_->choice();
        arenascope::set_folded(choice, core, folded);
        model_->set_shown(choice.folded, choice.hidden);
    }
}

void CoreTable::pick(std::optional<RegionIndex> core) {
    if (core != picked_) {
        picked_ = core;
        emit picked_changed();
    }
}

void CoreTable::fold_row(int row, bool folded) {
    set_folded(model_->core_at(row), folded);
    if (folded) {
        emit overview_requested();
    } else {
        emit core_activated(model_->core_at(row));
    }
}

void CoreTable::add_commands() {
    const auto add = [this](auto act) {
        auto* action = new QAction(view_);
        connect(action, &QAction::triggered, this, act);
        view_->addAction(action);
        return action;
    };
    const auto current = [this] { return view_->currentIndex().row(); };
    fold_ = add([this, current] { fold_row(current(), !model_->is_folded_at(current())); });
    show_ = add([this, current] {
        const QModelIndex box = model_->index(current(), CoreModel::name);
        const bool is_shown = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        (void)model_->setData(box, is_shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    });
    auto* separator = new QAction(view_);
    separator->setSeparator(true);
    view_->addAction(separator);
    up_ = add([this] { move_current(-1); });
    down_ = add([this] { move_current(1); });
    up_->setText(tr("Move Up"));
    down_->setText(tr("Move Down"));
    // For display only: eventFilter() handles the keys.
    up_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Up));
    down_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Down));
    for (QAction* move : {up_, down_}) {
        move->setShortcutContext(Qt::WidgetShortcut);
    }
    view_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void CoreTable::renew_commands() {
    const int row = view_->currentIndex().row();
    const bool has_row = row >= 0 && row < model_->rowCount();
    fold_->setText(has_row && model_->is_folded_at(row) ? tr("&Unfold") : tr("&Fold"));
    const bool is_shown =
        !has_row || model_->index(row, CoreModel::name).data(Qt::CheckStateRole).toInt() == Qt::Checked;
    show_->setText(is_shown ? tr("&Hide") : tr("&Show"));
    up_->setEnabled(has_row && row > 0);
    down_->setEnabled(has_row && row + 1 < model_->rowCount());
    for (QAction* action : {fold_, show_}) {
        action->setEnabled(has_row);
    }
    for (QAction* action : {fold_, show_, up_, down_}) {
        action->setToolTip(plain_tooltip(has_row ? QString() : tr("Choose a row first.")));
    }
}

void CoreTable::move_current(int by) {
    const int row = view_->currentIndex().row();
    if (row >= 0) {
        // The rows are no longer sorted by a column.
        view_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
        model_->move(row, by < 0 ? row - 1 : row + 2);
    }
}

bool CoreTable::eventFilter(QObject* watched, QEvent* event) {
    // Accepts the shortcut override, or a shortcut of the window with Alt would take the key.
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        const bool moves =
            key.modifiers().testFlag(Qt::AltModifier) && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down);
        if (moves) {
            if (event->type() == QEvent::KeyPress) {
                move_current(key.key() == Qt::Key_Up ? -1 : 1);
            }
            event->accept();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QString CoreTable::title() const {
    return has_cores(model_->problem()) ? tr("Cores") : tr("Memories");
}

void CoreTable::show_state() {
    renew_commands();
    header_->set_title(title());
    view_->setAccessibleName(title());
    QStringList parts{grouped_text(model_->rowCount())};
    const auto add = [&](std::size_t count, const QString& words) {
        if (count > 0) {
            parts << words.arg(grouped_text(count));
        }
    };
    add(model_->choice().folded.size(), tr("%1 folded"));
    add(model_->choice().hidden.size(), tr("%1 hidden"));
    header_->set_detail(parts.join(tr(" · ")));
}

}  // namespace arenascope
