#include "app/window/frame/window_actions.h"

#include <array>

#include "app/window/frame/action_reason.h"
#include "core/planner/registry.h"
#include "qt/words/planner_family.h"
#include "qt/words/tooltip.h"
#include "widgets/panels/transport/transport.h"

namespace arenascope {
namespace {

constexpr const char* external_mark = "external";

void describe_modes(const QActionGroup& modes) {
    const std::array<QString, window_modes.size()> descriptions = {
        WindowActions::tr("The plan and its buffers"),
        WindowActions::tr("The recorded run: breakpoints, why here, history"),
        WindowActions::tr("Two plans, and what differs between them"),
        WindowActions::tr("The network beside the picture"),
    };
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
        QAction* mode = modes.actions().at(static_cast<qsizetype>(i));
        const QKeySequence key(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)));
        mode->setShortcut(key);
        mode->setToolTip(
            plain_tooltip(QStringLiteral("%1 (%2)").arg(descriptions[i], key.toString(QKeySequence::NativeText))));
    }
}

/// Adds the planners to a menu, with a heading for each family.
void fill_planners(QMenu& menu, const QActionGroup& planners) {
    menu.setObjectName(QStringLiteral("planners"));
    menu.setToolTipsVisible(true);
    QString family;
    for (QAction* planner : planners.actions()) {
        if (const QString own = planner->data().toString(); own != family) {
            family = own;
            menu.addSection(family);
        }
        menu.addAction(planner);
    }
}

}  // namespace

QAction* WindowActions::action(const QString& text, const QList<QKeySequence>& shortcuts) const {
    auto* made = new QAction(text, parent_);
    made->setShortcuts(shortcuts);
    return made;
}

QAction* WindowActions::plan_action(const QString& text, const QList<QKeySequence>& shortcuts) {
    return need_plan_.emplaceBack(action(text, shortcuts));
}

QAction* WindowActions::run_action(const QString& text, const QList<QKeySequence>& shortcuts) {
    return need_run_.emplaceBack(action(text, shortcuts));
}

void WindowActions::add_choice(QActionGroup& group, const QString& text, const QVariant& data) {
    QAction* entry = group.addAction(text);
    entry->setCheckable(true);
    entry->setData(data);
    entry->setChecked(group.actions().size() == 1);
}

QActionGroup* WindowActions::planner_choice() const {
    auto* group = new QActionGroup(parent_);
    for (const Planner& planner : arenascope::planners()) {
        add_choice(*group, QString::fromStdString(std::string(planner.description.name)),
                   QString::fromStdString(std::string(title_of(planner.description.family))));
        group->actions().constLast()->setToolTip(
            plain_tooltip(QString::fromStdString(std::string(planner.description.summary))));
    }
    return group;
}

WindowActions::WindowActions(QObject* parent) : parent_(parent) {
    set_pinned(false);
    set_takeover_allowed(true);
    describe_modes(*modes);
    for (QAction* of_picture :
         {nudge_up, nudge_down, place_above, place_below, walk_above, walk_below, walk_earlier, walk_later}) {
        of_picture->setShortcutContext(Qt::WidgetShortcut);  // tables have their own meaning of these keys
    }
    derive_usage_graph->setToolTip(
        plain_tooltip(tr("Lets a buffer take over memory only if everything that uses it before has run, in "
                         "whatever order independent operators run")));
    improve->setToolTip(
        plain_tooltip(tr("Tries small changes around the selected buffers, or around those that carry the peak, and "
                         "lists those that lower the peak")));
    advise->setToolTip(
        plain_tooltip(tr("Tries other orders of the operators, chains that run part by part, and sharing, and lists "
                         "what each needs and costs")));
    tune_from_here->setToolTip(
        plain_tooltip(tr("Tunes the shown layout with its changes by hand; the plan is replaced only by a lower one")));
    follow->setToolTip(plain_tooltip(
        tr("Shows the steps of a planner of your own while it runs. It reads what the recorder writes.")));
    external_planners->setToolTip(
        plain_tooltip(tr("Programs of your own that plan: keep them by name, and run one on the open problem")));
    export_picture->setIconText(tr("Export…"));
    report->setToolTip(
        plain_tooltip(tr("Writes one file for a reviewer: figures, the picture, what carries the peak, how to make it "
                         "again")));
    free_areas->setCheckable(true);
    legend->setCheckable(true);
    picture_only->setCheckable(true);
    look_for_help->setCheckable(true);
    smooth->setCheckable(true);
    smooth->setChecked(true);
    explain(*cancel, tr("No planner is running."));
    cancel->setEnabled(false);
    set_paused(false);
    explain(*export_deployment, tr("Only a run of operator-sharing on a model has a deployment."));
    export_deployment->setEnabled(false);
    for (QAction* needs_note : {edit_note, delete_note}) {
        explain(*needs_note, tr("Choose a note first: click its flag or its row."));
    }
    explain(*reset_mode, tr("Only the picture is shown. F11 brings the docks back."));
    export_deployment->setToolTip(
        plain_tooltip(tr("Writes the operators that are left to run, with their addresses, after operator-sharing")));
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::set_available(bool has_plan, bool has_trace) const {
    for (QAction* needs_plan : need_plan_) {
        needs_plan->setEnabled(has_plan);
    }
    for (QAction* needs_run : need_run_) {
        allow(*needs_run, has_trace ? QString() : tr("No run of a planner is recorded."));
    }
}

void WindowActions::offer_externals(const std::vector<PlannerDescription>& externals, QMenu& menu) const {
    for (QAction* each : menu.actions()) {
        if (each->property(external_mark).toBool()) {
            delete each;
        }
    }
    for (const PlannerDescription& planner : externals) {
        if (&planner == &externals.front()) {
            menu.addSection(planner_heading(planner))->setProperty(external_mark, true);
        }
        add_choice(*planners, QString::fromStdString(std::string(planner.name)), planner_heading(planner));
        QAction* added = planners->actions().constLast();
        added->setProperty(external_mark, true);
        added->setToolTip(plain_tooltip(QString::fromStdString(std::string(planner.summary))));
        menu.addAction(added);
    }
}

void WindowActions::set_running(bool running) const {
    cancel->setEnabled(running);
    tune->setText(running ? tr("S&top") : tr("&Tune"));
    const QString meaning = running ? tr("Stops the run and keeps the best layout so far") : QString();
    tune->setToolTip(plain_tooltip(meaning));
}

void WindowActions::set_paused(bool paused) const {
    for (QAction* needs_pause : {resume, step}) {
        allow(*needs_pause, paused ? QString() : tr("No run is paused. A breakpoint pauses the next one."));
    }
    if (paused) {
        tune->setText(tr("S&top (Paused)"));
        tune->setToolTip(plain_tooltip(tr("The run is paused. Stops it and keeps the best layout so far")));
    } else if (cancel->isEnabled()) {
        set_running(true);
    }
}

void WindowActions::set_pinned(bool pinned) const {
    pin->setText(pinned ? tr("R&emove Pin") : tr("Pin at Its Offs&et"));
}

void WindowActions::set_takeover_allowed(bool allowed) const {
    takeover->setText(allowed ? tr("Forbid Ta&keover") : tr("Allow Ta&keover"));
}

WindowMenus build_menus(QMenuBar& bar, const WindowActions& actions, const Transport& transport) {
    WindowMenus menus{};
    QMenu* file = bar.addMenu(WindowActions::tr("&File"));
    file->addActions({actions.new_window, actions.open});
    menus.recent = file->addMenu(WindowActions::tr("Open &Recent"));
    file->addActions({actions.follow, actions.reload, actions.attach_model});
    file->addSeparator();
    file->addActions({actions.save, actions.save_layout, actions.save_trace, actions.export_picture, actions.report,
                      actions.export_to_device, actions.export_deployment});
    file->addSeparator();
    file->addActions({actions.close, actions.quit});

    menus.edit = bar.addMenu(WindowActions::tr("&Edit"));
    menus.edit->addActions({actions.copy_picture, actions.copy_name, actions.copy_offset});
    menus.edit->addSeparator();
    menus.edit->addActions({actions.command_palette, actions.find, actions.find_next, actions.find_previous,
                            actions.show_in_table, actions.select_living_with, actions.select_below,
                            actions.select_in_range, actions.select_left_alive, actions.clear});
    menus.edit->addSeparator();
    menus.edit->setToolTipsVisible(true);  // why a command cannot apply
    menus.edit->addActions({actions.edit_buffers, actions.add_buffer, actions.duplicate, actions.drop_buffers,
                            actions.split, actions.pin});
    menus.edit->addSeparator();
    menus.edit->addActions({actions.add_note, actions.edit_note, actions.delete_note});
    menus.edit->addSeparator();
    menus.edit->addActions({actions.nudge_up, actions.nudge_down, actions.place_above, actions.place_below});
    menus.edit->addSeparator();
    menus.edit->addActions({actions.takeover, actions.derive_usage_graph, actions.drop_usage_graph});

    QMenu* view = bar.addMenu(WindowActions::tr("&View"));
    view->addActions({actions.fit, actions.zoom_to_selection, actions.zoom_to_range, actions.zoom_in, actions.zoom_out,
                      actions.view_back, actions.view_forward});
    view->addSeparator();
    view->addActions({actions.go_to_peak, actions.go_to});
    view->addMenu(WindowActions::tr("&Walk"))
        ->addActions({actions.walk_above, actions.walk_below, actions.walk_earlier, actions.walk_later,
                      actions.next_carrier, actions.previous_carrier});
    menus.bookmarks = view->addMenu(WindowActions::tr("Boo&kmarks"));
    menus.bookmarks->addAction(actions.add_bookmark);
    view->addSeparator();
    view->addMenu(WindowActions::tr("&Unit"))->addActions(actions.units->actions());
    view->addMenu(WindowActions::tr("&Colour"))->addActions(actions.colors->actions());
    view->addMenu(WindowActions::tr("&Theme"))->addActions(actions.themes->actions());
    view->addActions({actions.why_peak, actions.buffer_list, actions.free_areas, actions.legend, actions.smooth,
                      actions.picture_only});
    view->addSeparator();
    menus.docks = view->addMenu(WindowActions::tr("&Docks"));
    view->addActions(actions.modes->actions());
    view->addAction(actions.reset_mode);

    QMenu* plan = bar.addMenu(WindowActions::tr("&Plan"));
    fill_planners(*plan->addMenu(WindowActions::tr("&Planner")), *actions.planners);
    plan->addActions({actions.external_planners, actions.options, actions.tune, actions.tune_from_here, actions.compare,
                      actions.cancel});
    plan->addSeparator();
    QMenu* with = plan->addMenu(WindowActions::tr("Compare &With"));
    with->setToolTipsVisible(true);
    with->addActions(
        {actions.compare_with_file, actions.compare_with_saved, actions.compare_with_first, actions.keep_to_compare});
    with->addSeparator();
    with->addActions({actions.adopt_other, actions.end_comparison});
    plan->addSeparator();
    plan->addActions({actions.capacity, actions.look_for_help, actions.improve, actions.advise});
    plan->addSeparator();
    plan->addActions({actions.resume, actions.step});

    transport.first_action()->setShortcuts({QKeySequence(Qt::Key_Home), QKeySequence(Qt::CTRL | Qt::Key_Home)});
    transport.previous_action()->setShortcut(QKeySequence(Qt::Key_Comma));
    transport.play_action()->setShortcut(QKeySequence(Qt::Key_Space));
    transport.next_action()->setShortcut(QKeySequence(Qt::Key_Period));
    transport.last_action()->setShortcuts({QKeySequence(Qt::Key_End), QKeySequence(Qt::CTRL | Qt::Key_End)});
    QMenu* step = bar.addMenu(WindowActions::tr("&Iteration"));
    step->addActions({transport.first_action(), transport.previous_action(), transport.play_action(),
                      transport.next_action(), transport.last_action()});
    step->addSeparator();
    step->addActions({actions.largest_drop, actions.into, actions.out_of});
    step->addSeparator();
    step->addActions({actions.next_hit, actions.previous_hit, actions.add_breakpoint});
    step->addSeparator();
    step->setToolTipsVisible(true);
    step->addActions(
        {actions.show_history, actions.break_when_high, actions.break_when_moved, actions.break_when_carrying});

    bar.addMenu(WindowActions::tr("&Check"))
        ->addActions({actions.check, actions.next_overlap, actions.previous_overlap});
    menus.windows = bar.addMenu(WindowActions::tr("&Window"));
    bar.addMenu(WindowActions::tr("&Help"))->addActions({actions.keys, actions.about});
    return menus;
}

}  // namespace arenascope
