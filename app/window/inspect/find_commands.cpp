#include "app/window/inspect/find_commands.h"

#include <utility>

#include <QDockWidget>

#include "app/window/frame/status_display.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/view_target.h"
#include "widgets/tables/buffer_table/buffer_table.h"

namespace arenascope {

FindCommands::FindCommands(const WindowFrame& frame, StatusDisplay& status) : WindowPart(frame), status_(status) {
    connect(actions_.find, &QAction::triggered, this, [this] {
        docks_.buffers.bring_to_front();
        docks_.buffers->focus_filter();
    });
    connect(actions_.buffer_list, &QAction::triggered, this, [this] {
        if (docks_.buffers.is_in_front()) {
            docks_.buffers.dock->close();
            view_.setFocus();
        } else {
            docks_.buffers.bring_to_front();
        }
    });
    connect(actions_.find_next, &QAction::triggered, this, [this] { find(true); });
    connect(actions_.find_previous, &QAction::triggered, this, [this] { find(false); });
    connect(docks_.buffers, &BufferTable::find_requested, this, &FindCommands::find);
    connect(docks_.buffers, &BufferTable::filter_changed, this, [this] { status_.set_found({}); });
    connect(docks_.buffers, &BufferTable::settled, this, [this] {
        if (const auto forward = std::exchange(waiting_, std::nullopt)) {
            find(*forward);
        }
    });
}

void FindCommands::find(bool forward) {
    if (!session_.has_plan()) {
        return;
    }
    if (!docks_.buffers->settle()) {
        waiting_ = forward;
        status_.set_found(tr("Looking for the buffer …"));
        return;
    }
    const std::optional<FoundRow> found = docks_.buffers->find(forward);
    if (!found) {
        status_.set_found(tr("No buffer matches the filter"));
        return;
    }
    view_.set_view(view_with_selection(view_.picture(), view_.camera().view()));
    const QString place = tr("%1 of %2").arg(grouped_text(found->number), grouped_text(found->count));
    status_.set_found(!found->went_round ? place
                      : forward          ? tr("%1, from the first again").arg(place)
                                         : tr("%1, from the last again").arg(place));
}

}  // namespace arenascope
