#include "app/window/inspect/selection_commands.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>

#include "app/window/frame/action_reason.h"
#include "core/model/edit/edited_plan.h"
#include "core/model/memory/conflict.h"
#include "qt/words/visible_text.h"
#include "widgets/tables/buffer_table/buffer_table.h"

namespace arenascope {
SelectionCommands::SelectionCommands(const WindowFrame& frame) : WindowPart(frame) {
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &SelectionCommands::enable);
    connect(&session_.plan(), &OpenPlan::closed, this, &SelectionCommands::enable);
    connect(&session_.selection(), &Selection::changed, this, &SelectionCommands::enable);
    connect(actions_.copy_name, &QAction::triggered, this, &SelectionCommands::copy_names);
    connect(actions_.copy_offset, &QAction::triggered, this, &SelectionCommands::copy_offsets);
    connect(actions_.select_living_with, &QAction::triggered, this, &SelectionCommands::select_living_with);
    connect(actions_.show_in_table, &QAction::triggered, this, &SelectionCommands::show_in_table);
    connect(docks_.buffers, &BufferTable::filter_changed, this,
            [this](const std::shared_ptr<const std::vector<bool>>& passes) { passes_ = passes; });
    connect(actions_.why_peak, &QAction::triggered, this, [this] { docks_.peak_chain.bring_to_front(); });
    enable();
}

void SelectionCommands::enable() const {
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    const auto& placements = session_.layout().placements;
    const QString none_selected = selected.empty() ? tr("Select a buffer first.") : QString();
    for (QAction* needs_selection : {actions_.copy_name, actions_.show_in_table}) {
        allow(*needs_selection, none_selected);
    }
    const auto movable = session_.has_plan() ? check_movable(*session_.problem()) : Expected<void>();
    for (QAction* nudge : {actions_.nudge_up, actions_.nudge_down, actions_.place_above, actions_.place_below}) {
        allow(*nudge, movable ? none_selected : visible_text(to_string(movable.error())));
    }
    const bool is_placed = std::any_of(selected.begin(), selected.end(), [&placements](BufferIndex buffer) {
        return buffer.value() < placements.size() && placements[buffer].has_value();
    });
    for (QAction* needs_place : {actions_.copy_offset, actions_.zoom_to_selection}) {
        allow(*needs_place, is_placed ? QString() : tr("Select a buffer that is placed."));
    }
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
    docks_.buffers.bring_to_front();
    // The table scrolls to another selection only, but the user may have scrolled since.
    docks_.buffers->set_selection({});
    docks_.buffers->set_selection(selected);
}

void SelectionCommands::select_living_with() {
    if (session_.selection().buffers().size() != 1) {
        return;
    }
    const auto& problem = session_.shown()->problem;
    finding_.run(
        problem->buffers.size(),
        [problem, buffer = session_.selection().buffers().front()] {
            std::vector<BufferIndex> all = conflicts_of(*problem, buffer);
            all.insert(all.begin(), buffer);
            return all;
        },
        [this, problem](const std::vector<BufferIndex>& all) {
            if (session_.shown()->problem == problem) {
                session_.selection().select(all);
            }
        });
}

void SelectionCommands::copy_names() {
    copy([](const ShownPlan& plan, BufferIndex buffer) {
        return std::optional(QString::fromStdString(plan.problem->buffers[buffer].name));
    });
}

void SelectionCommands::copy_offsets() {
    copy([](const ShownPlan& plan, BufferIndex buffer) {
        const auto& placement = plan.layout->placements[buffer];
        return placement ? std::optional(QString::number(placement->offset.value())) : std::nullopt;
    });
}

void SelectionCommands::copy(std::optional<QString> (*text_of)(const ShownPlan&, BufferIndex)) {
    copying_.run(
        session_.selection().buffers().size(),
        [plan = session_.shown(), buffers = session_.selection().buffers(), text_of] {
            QString all;
            bool is_first = true;
            for (const BufferIndex buffer : buffers) {
                if (const auto text = text_of(*plan, buffer)) {
                    all += (is_first ? QString() : QStringLiteral("\n")) + *text;
                    is_first = false;
                }
            }
            return all;
        },
        [](const QString& all) { QApplication::clipboard()->setText(all); });
}

}  // namespace arenascope
