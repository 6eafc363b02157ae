#include "app/window/shell/palette_commands.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include "app/window/frame/action_reason.h"
#include "app/window/frame/window_settings.h"
#include "app/window/network/model_views.h"
#include "app/window/shell/picture_menu.h"
#include "qt/words/shown_names.h"
#include "widgets/panels/command_palette/command_palette.h"
#include "widgets/picture/layout_view/view_target.h"

namespace arenascope {
namespace {

/// Why an action is not enabled, as a part of a row. Empty: not known. The commands of a list say it in the tooltip.
QString reason_of(const QAction& action, bool has_plan) {
    QString reason = has_plan ? why_not(action) : PaletteCommands::tr("no plan is open");
    if (reason.isEmpty() && !action.isEnabled() && action.toolTip() != plain_words(action)) {
        reason = action.toolTip();
    }
    if (reason.endsWith(QLatin1Char('.'))) {
        reason.chop(1);
    }
    return reason;
}

}  // namespace

/// Reads menus into the commands of the palette.
class MenuReading {
public:
    MenuReading(bool has_plan, std::vector<QPointer<QAction>>& actions) : has_plan_(has_plan), actions_(actions) {}

    void add(QMenu& menu, const QString& path) {
        // Some menus fill themselves when they open.
        emit menu.aboutToShow();
        add(menu.actions(), path);
    }

    /// Those of which no words are listed yet.
    void add_new(const QMenu& menu, const QString& path) {
        QList<QAction*> all;
        std::ranges::copy_if(menu.actions(), std::back_inserter(all),
                             [this](const QAction* action) { return !words_.contains(plain_words(*action)); });
        add(all, path);
    }

    /// Those that are not listed yet.
    void add(const QList<QAction*>& actions, const QString& path) {
        for (QAction* action : actions) {
            if (action->isSeparator() || !action->isVisible()) {
                continue;
            }
            const QString words = plain_words(*action);
            if (action->menu() != nullptr) {
                add(*action->menu(), QObject::tr("%1 › %2").arg(path, words));
            } else if (listed_.insert(action).second) {
                add(*action, words, path);
            }
        }
    }

    [[nodiscard]] std::vector<PaletteCommand> take() { return std::move(commands_); }

private:
    void add(QAction& action, const QString& words, const QString& path) {
        words_.insert(words);
        PaletteCommand command;
        command.text = words.toStdString();
        command.path = path.toStdString();
        command.keys = action.shortcut().toString(QKeySequence::NativeText);
        command.is_enabled = action.isEnabled();
        command.is_checked = action.isChecked();
        command.why_not = reason_of(action, has_plan_);
        commands_.push_back(std::move(command));
        actions_.emplace_back(&action);
    }

    bool has_plan_;
    std::vector<PaletteCommand> commands_;
    std::vector<QPointer<QAction>>& actions_;
    std::set<const QAction*> listed_;
    std::set<QString> words_;
};

PaletteCommands::PaletteCommands(const WindowFrame& frame, ModelViews& models, PictureMenu& picture_menu)
    : WindowPart(frame), models_(models), picture_menu_(picture_menu), palette_(new CommandPalette(window_)) {
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

void PaletteCommands::add_context_menus(MenuReading& menus) {
    buffer_menu_ = std::make_unique<QMenu>();
    ground_menu_ = std::make_unique<QMenu>();
    picture_menu_.list(*buffer_menu_, *ground_menu_);
    // With a selection, commands about a place mean that of the selected buffer.
    const bool has_selection = !session_.selection().buffers().empty();
    menus.add_new(has_selection ? *buffer_menu_ : *ground_menu_, tr("Picture"));
    menus.add_new(has_selection ? *ground_menu_ : *buffer_menu_, tr("Picture"));
    for (const QWidget* rows : window_.findChildren<QWidget*>()) {
        if (rows->contextMenuPolicy() == Qt::ActionsContextMenu) {
            menus.add(rows->actions(), rows->accessibleName());
        }
    }
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
    add_context_menus(menus);
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
