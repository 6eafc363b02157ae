#include "app/window/selection_commands.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>

#include "app/window/action_reason.h"
#include "app/window/window_actions.h"
#include "app/window/window_docks.h"
#include "core/memory/conflict.h"
#include "widgets/buffer_table/buffer_table.h"

namespace arenascope {
namespace {

void raise_dock(QDockWidget& dock) {
    dock.show();
    dock.raise();
}

}  // namespace

SelectionCommands::SelectionCommands(Session& session, const WindowDocks& docks, const WindowActions& actions,
                                     QObject* parent)
    : QObject(parent), session_(session), docks_(docks), actions_(actions) {
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &SelectionCommands::enable);
    connect(&session_.plan(), &OpenPlan::closed, this, &SelectionCommands::enable);
    connect(&session_.selection(), &Selection::changed, this, &SelectionCommands::enable);
    connect(actions.copy_name, &QAction::triggered, this, &SelectionCommands::copy_names);
    connect(actions.copy_offset, &QAction::triggered, this, &SelectionCommands::copy_offsets);
    connect(actions.select_living_with, &QAction::triggered, this, &SelectionCommands::select_living_with);
    connect(actions.show_in_table, &QAction::triggered, this, &SelectionCommands::show_in_table);
    connect(docks.buffers, &BufferTable::filter_changed, this,
            [this](const std::shared_ptr<const std::vector<bool>>& passes) { passes_ = passes; });
    connect(actions.why_peak, &QAction::triggered, docks.peak_chain_dock,
            [dock = docks.peak_chain_dock] { raise_dock(*dock); });
    enable();
}

void SelectionCommands::enable() const {
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    const auto& placements = session_.layout().placements;
    for (QAction* needs_selection :
         {actions_.zoom_to_selection, actions_.copy_name, actions_.show_in_table, actions_.nudge_up,
          actions_.nudge_down, actions_.place_above, actions_.place_below}) {
        allow(*needs_selection, selected.empty() ? tr("Select a buffer first.") : QString());
    }
    const bool is_placed = std::any_of(selected.begin(), selected.end(), [&placements](BufferIndex buffer) {
        return buffer.value() < placements.size() && placements[buffer].has_value();
    });
    allow(*actions_.copy_offset, is_placed ? QString() : tr("Select a buffer that is placed."));
    allow(*actions_.select_living_with, selected.size() == 1 ? QString() : tr("Select a single buffer."));
}

void SelectionCommands::show_in_table() const {
    const std::vector<BufferIndex> selected = session_.selection().buffers();
    const bool is_hidden = std::none_of(selected.begin(), selected.end(), [this](BufferIndex buffer) {
        return !passes_ || buffer.value() >= passes_->size() || (*passes_)[buffer.value()];
    });
    if (is_hidden) {
        docks_.buffers->set_filter_text({});
    }
    raise_dock(*docks_.buffers_dock);
    // The table scrolls to another selection only, but the user may have scrolled since.
    docks_.buffers->set_selection({});
    docks_.buffers->set_selection(selected);
}

void SelectionCommands::select_living_with() {
    if (session_.selection().buffers().size() != 1) {
        return;
    }
    std::vector<BufferIndex> all = conflicts_of(*session_.problem(), session_.selection().buffers().front());
    all.insert(all.begin(), session_.selection().buffers().front());
    session_.selection().select(all);
}

void SelectionCommands::copy_names() const {
    QStringList names;
    for (const BufferIndex buffer : session_.selection().buffers()) {
        names << QString::fromStdString(session_.problem()->buffers[buffer].name);
    }
    QApplication::clipboard()->setText(names.join(QLatin1Char('\n')));
}

void SelectionCommands::copy_offsets() const {
    QStringList offsets;
    for (const BufferIndex buffer : session_.selection().buffers()) {
        if (const auto& placement = session_.layout().placements[buffer]) {
            offsets << QString::number(placement->offset.value());
        }
    }
    QApplication::clipboard()->setText(offsets.join(QLatin1Char('\n')));
}

}  // namespace arenascope
