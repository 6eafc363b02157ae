#include "app/window/inspect/edit_commands.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QDockWidget>

#include "app/session/plan_change.h"
#include "app/window/dialogs/add_buffer_dialog.h"
#include "app/window/frame/action_reason.h"
#include "core/model/edit/buffer_addition.h"
#include "core/model/edit/buffer_removal.h"
#include "core/model/edit/buffer_split.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/panels/inspector/buffer_form.h"
#include "widgets/panels/inspector/inspector.h"

namespace arenascope {
EditCommands::EditCommands(const WindowFrame& frame) : WindowPart(frame) {
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &EditCommands::enable);
    connect(&session_.plan(), &OpenPlan::closed, this, &EditCommands::enable);
    connect(&session_.selection(), &Selection::changed, this, &EditCommands::enable);
    connect(&session_.selection(), &Selection::cursor_changed, this, &EditCommands::enable);
    connect(actions_.edit_buffers, &QAction::triggered, this, &EditCommands::edit_in_inspector);
    connect(actions_.add_buffer, &QAction::triggered, this, &EditCommands::add);
    connect(actions_.duplicate, &QAction::triggered, this, &EditCommands::duplicate);
    connect(actions_.drop_buffers, &QAction::triggered, this, &EditCommands::drop);
    connect(actions_.split, &QAction::triggered, this, &EditCommands::split);
    connect(actions_.pin, &QAction::triggered, this, &EditCommands::toggle_pin);
    connect(&docks_.inspector->form(), &BufferForm::change_requested, this, &EditCommands::change);
    enable();
}

QString EditCommands::why_not_editable() const {
    const auto editable = session_.has_plan() ? check_editable(*session_.problem()) : Expected<void>();
    return !session_.has_plan()                     ? tr("Open a plan first.")
           : !editable                              ? visible_text(to_string(editable.error()))
           : session_.selection().buffers().empty() ? tr("Select a buffer first.")
                                                    : QString();
}

QString EditCommands::why_not_splittable() const {
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    const auto cursor = session_.selection().cursor();
    if (const QString why_not = why_not_editable(); !why_not.isEmpty()) {
        return why_not;
    }
    if (selected.size() != 1) {
        return tr("Select a single buffer.");
    }
    const Lifetime lifetime = session_.problem()->buffers[selected.front()].lifetime;
    return !cursor ? tr("Set the time cursor first: click in the picture.")
           : lifetime.begin < *cursor && *cursor < lifetime.end
               ? QString()
               : tr("Set the time cursor within the lifetime of the buffer, after its first step.");
}

bool EditCommands::are_all_pinned() const {
    return std::ranges::all_of(session_.selection().buffers(), [this](BufferIndex buffer) {
        return session_.problem()->buffers[buffer].pin.has_value();
    });
}

void EditCommands::enable() const {
    const QString why_not = why_not_editable();
    for (QAction* action : {actions_.edit_buffers, actions_.duplicate, actions_.drop_buffers, actions_.pin}) {
        allow(*action, why_not);
    }
    actions_.set_pinned(why_not.isEmpty() && are_all_pinned());
    allow(*actions_.split, why_not_splittable());
    const bool has_record = session_.has_plan() && session_.problem()->history;
    allow(*actions_.add_buffer, session_.has_plan() && !has_record ? QString() : why_not);
}

QString EditCommands::about_selection(const QString& of_one, const QString& of_several) const {
    const std::vector<BufferIndex>& selected = session_.selection().buffers();
    if (selected.size() != 1) {
        return of_several.arg(grouped_text(static_cast<std::int64_t>(selected.size())));
    }
    const Name& name = session_.problem()->buffers[selected.front()].name;
    return of_one.arg(in_a_menu(QString::fromStdString(shown(name))));
}

void EditCommands::edit(Edit edit, const QString& text, std::function<void(const Error&)> failed) {
    const auto made = [this](const PlanState& before, const PlanState& after) {
        if (before.trace && !after.trace) {
            notices_.inform(
                tr("The recorded run does not fit the edited problem and is not listed any more. Undo brings it "
                   "back."));
        }
    };
    if (!failed) {
        failed = [this](const Error& error) { notices_.report(error); };
    }
    edit_plan(session_.plan(), {std::move(edit), session_.selection().buffers(), text, std::move(failed), made});
}

void EditCommands::edit_in_inspector() {
    docks_.inspector.bring_to_front();
    docks_.inspector->form().start();
}

void EditCommands::change(const BufferChange& change) {
    edit([change](const Problem& problem, const Layout& layout,
                  const Buffers& buffers) { return changed_buffers(problem, layout, buffers, change); },
         about_selection(tr("Change %1"), tr("Change %1 Buffers")),
         [this, selected = session_.selection().buffers()](const Error& error) {
             if (selected == session_.selection().buffers()) {
                 docks_.inspector->form().show_error(visible_text(to_string(error)));
             } else {
                 notices_.report(error);
             }
         });
}

void EditCommands::add() {
    AddBufferDialog dialog(
        *session_.problem(), session_.selection().cursor(),
        [this](Buffer buffer) {
            const QString text = tr("Add %1").arg(in_a_menu(QString::fromStdString(shown(buffer.name))));
            // Of a large plan, the error comes when the dialog is closed.
            const auto fault = std::make_shared<Expected<void>>();
            const auto is_open = std::make_shared<bool>(true);
            edit([buffer = std::move(buffer)](const Problem& problem, const Layout& layout,
                                              const Buffers&) { return with_buffer(problem, layout, buffer); },
                 text,
                 [this, fault, is_open](const Error& error) {
                     *is_open ? void(*fault = failure(Error(error))) : notices_.report(error);
                 });
            *is_open = false;
            return *fault;
        },
        &window_);
    dialog.exec();
}

void EditCommands::duplicate() {
    edit([](const Problem& problem, const Layout& layout,
            const Buffers& buffers) { return with_duplicates(problem, layout, buffers); },
         about_selection(tr("Duplicate %1"), tr("Duplicate %1 Buffers")));
}

void EditCommands::drop() {
    edit([](const Problem& problem, const Layout& layout,
            const Buffers& buffers) { return without_buffers(problem, layout, buffers); },
         about_selection(tr("Drop %1"), tr("Drop %1 Buffers")));
}

void EditCommands::split() {
    const Step at = *session_.selection().cursor();
    edit(
        [at](const Problem& problem, const Layout& layout, const Buffers& buffers) {
            return buffers.empty() ? Expected<EditedPlan>(EditedPlan())  // it was dropped meanwhile
                                   : with_split(problem, layout, buffers.front(), at);
        },
        about_selection(tr("Split %1"), tr("Split %1 Buffers")));
}

void EditCommands::toggle_pin() {
    const bool unpins = are_all_pinned();
    const BufferChange change{.pin = PinChange{unpins ? PinChange::To::nothing : PinChange::To::own_offset}};
    edit([change](const Problem& problem, const Layout& layout,
                  const Buffers& buffers) { return changed_buffers(problem, layout, buffers, change); },
         unpins ? about_selection(tr("Remove Pin of %1"), tr("Remove Pins of %1 Buffers"))
                : about_selection(tr("Pin %1"), tr("Pin %1 Buffers")));
}

}  // namespace arenascope
