#include "app/window/shell/palette_commands.h"

#include <algorithm>

#include <QMenu>
#include <QMenuBar>

#include "app/window/frame/action_reason.h"
#include "app/window/frame/window_settings.h"
#include "app/window/network/model_views.h"
#include "qt/words/shown_names.h"
#include "widgets/panels/command_palette/command_palette.h"
#include "widgets/picture/layout_view/view_target.h"

namespace arenascope {
namespace {

/// Why an action is not enabled, as a part of a row. Empty: not known.
QString reason_of(const QAction& action, bool has_plan) {
    QString reason = has_plan ? why_not(action) : PaletteCommands::tr("no plan is open");
    if (reason.endsWith(QLatin1Char('.'))) {
        reason.chop(1);
    }
    return reason;
}

class MenuReading {
public:
    MenuReading(bool has_plan, std::vector<QPointer<QAction>>& actions) : has_plan_(has_plan), actions_(actions) {}

    void add(QMenu& menu, const QString& path) {
        // Some menus fill themselves when they open.
        emit menu.aboutToShow();
        for (QAction* action : menu.actions()) {
            if (action->isSeparator() || !action->isVisible()) {
                continue;
            }
            const QString words = plain_words(*action);
            if (action->menu() != nullptr) {
                add(*action->menu(), QObject::tr("%1 › %2").arg(path, words));
                continue;
            }
            PaletteCommand command;
            command.text = words.toStdString();
            command.path = path.toStdString();
            command.keys = action->shortcut().toString(QKeySequence::NativeText);
            command.is_enabled = action->isEnabled();
            command.is_checked = action->isChecked();
            command.why_not = reason_of(*action, has_plan_);
            commands_.push_back(std::move(command));
            actions_.emplace_back(action);
        }
    }

    [[nodiscard]] std::vector<PaletteCommand> take() { return std::move(commands_); }

private:
    bool has_plan_;
    std::vector<PaletteCommand> commands_;
    std::vector<QPointer<QAction>>& actions_;
};

}  // namespace

PaletteCommands::PaletteCommands(const WindowFrame& frame, ModelViews& models)
    : WindowPart(frame), models_(models), palette_(new CommandPalette(window_)) {
    connect(actions_.command_palette, &QAction::triggered, this, &PaletteCommands::open);
    connect(palette_, &CommandPalette::chosen, this, &PaletteCommands::take);
    const auto refresh = [this] {
        if (palette_->isVisible() && session_.problem() != problem_) {
            palette_->set_content(new_content());
        }
    };
    connect(&session_.plan(), &OpenPlan::plan_changed, this, refresh);
    connect(&session_.plan(), &OpenPlan::closed, this, refresh);
}

void PaletteCommands::open() {
    palette_->open(new_content());
}

std::shared_ptr<const PaletteContent> PaletteCommands::new_content() {
    auto content = std::make_shared<PaletteContent>();
    commands_.clear();
    names_.clear();
    MenuReading menus(session_.has_plan(), commands_);
    for (const QAction* entry : window_.menuBar()->actions()) {
        menus.add(*entry->menu(), plain_words(*entry));
    }
    content->commands = menus.take();
    for (const PaletteCommand& command : content->commands) {
        names_.push_back(command.path + " › " + command.text);
    }
    for (const std::string& recent : window_settings::recent_commands()) {
        if (const auto found = std::find(names_.begin(), names_.end(), recent); found != names_.end()) {
            content->recent_commands.push_back(static_cast<std::size_t>(found - names_.begin()));
        }
    }
    problem_ = session_.problem();
    const ShownPlan& shown = *session_.shown();
    if (problem_) {
        content->problem = shown.problem;
        content->layout = shown.layout;
        content->risks = shown.risks;
        content->names = shown_rule(shown.problem);
    }
    content->unit = appearance_.unit();
    return content;
}

void PaletteCommands::take(const PaletteEntry& entry) {
    const auto position = static_cast<std::size_t>(entry.number);
    if (entry.kind == PaletteKind::commands) {
        trigger(position);
        return;
    }
    if (session_.problem() != problem_) {
        return;
    }
    const View view = view_.camera().view();
    switch (entry.kind) {
        case PaletteKind::commands:
            break;
        case PaletteKind::buffers:
            session_.selection().select({BufferIndex(position)});
            view_.set_view(view_with_selection(view_.picture(), view));
            break;
        case PaletteKind::operators:
            models_.choose_operator(OperatorIndex(position));
            view_.set_view(view_with_step(view, *session_.selection().cursor()));
            break;
        case PaletteKind::steps:
            session_.selection().set_cursor(Step(entry.number));
            view_.set_view(view_with_step(view, Step(entry.number)));
            break;
    }
}

void PaletteCommands::trigger(std::size_t position) {
    if (const QPointer<QAction> action = commands_[position]) {
        window_settings::add_recent_command(names_[position]);
        action->trigger();
    }
}

}  // namespace arenascope
