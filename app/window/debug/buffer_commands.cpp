#include "app/window/debug/buffer_commands.h"

#include "app/window/frame/action_reason.h"
#include "app/window/frame/debug_panel.h"
#include "core/analysis/explain/neighbours.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {

BufferCommands::BufferCommands(const WindowFrame& frame) : WindowPart(frame) {
    connect(&session_.selection(), &Selection::changed, this, &BufferCommands::enable);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &BufferCommands::enable);
    connect(&session_.plan(), &OpenPlan::closed, this, &BufferCommands::enable);
    connect(actions_.show_history, &QAction::triggered, this, [this] { docks_.history.bring_to_front(); });
    connect(actions_.select_below, &QAction::triggered, this, &BufferCommands::select_below);
    for (const auto& [action, event] : {std::pair(actions_.break_when_high, BufferEvent::becomes_high),
                                        {actions_.break_when_moved, BufferEvent::moves},
                                        {actions_.break_when_carrying, BufferEvent::begins_to_carry}}) {
        connect(action, &QAction::triggered, this, [this, event = event] { break_when(event); });
    }
    enable();
}

void BufferCommands::enable() const {
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    const QString not_single = selected.size() == 1 ? QString() : tr("Select a single buffer.");
    const auto& placements = session_.layout().placements;
    const bool is_placed = selected.size() == 1 && selected.front().value() < placements.size() &&
                           placements[selected.front()].has_value();
    allow(*actions_.show_history, not_single, tr("Where it lay in each step of the run"));
    allow(*actions_.break_when_high, not_single, tr("Adds a breakpoint at steps where it becomes high"));
    allow(*actions_.break_when_moved, not_single, tr("Adds a breakpoint at steps that change its offset"));
    allow(*actions_.break_when_carrying, not_single,
          tr("Adds a breakpoint at steps where it begins to reach up to the peak"));
    allow(*actions_.select_below, is_placed ? QString() : tr("Select a single buffer that is placed."),
          tr("Selects the buffers below it that live at the same time"));
}

void BufferCommands::break_when(BufferEvent event) {
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    if (selected.size() == 1) {
        session_.debugging().add_breakpoint(buffer_condition(event, *session_.problem(), selected.front()));
        docks_.debugging.bring_to_front();
        docks_.debugging->show_breakpoints();
    }
}

void BufferCommands::select_below() {
    if (session_.selection().buffers().size() != 1) {
        return;
    }
    const BufferIndex buffer = session_.selection().buffers().front();
    const std::shared_ptr<const ShownPlan>& plan = session_.shown();
    finding_.run(
        plan->problem->buffers.size(),
        [problem = plan->problem, layout = plan->layout, buffer] { return buffers_below(*problem, *layout, buffer); },
        [this, plan, buffer](const std::vector<BufferIndex>& below) {
            if (session_.shown() != plan) {
                return;
            }
            const QString name = visible_text(plan->problem->buffers[buffer].name);
            if (below.empty()) {
                notices_.inform(tr("Nothing lies below %1.").arg(name));
                return;
            }
            session_.selection().select(below);
            notices_.inform(counted(static_cast<std::int64_t>(below.size()), tr("1 buffer lies below %1."),
                                    tr("%1 buffers lie below %2."))
                                .arg(name));
        });
}

}  // namespace arenascope
