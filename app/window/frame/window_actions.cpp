#include "app/window/frame/window_actions.h"

#include <array>

#include <QCoreApplication>
#include <QKeySequence>

#include "app/window/frame/action_reason.h"
#include "app/window/frame/window_mode.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/unit.h"
#include "core/planner/registry.h"
#include "qt/words/tooltip.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/picture/layout_view/layout_keys.h"

namespace arenascope {
namespace {

QString action_words(const char* text) {
    return QCoreApplication::translate("WindowActions", text);
}

QAction* action(QObject* parent, const char* text, const QList<QKeySequence>& keys = {}) {
    auto* made = new QAction(action_words(text), parent);
    made->setShortcuts(keys);
    return made;
}

QActionGroup* choice(QObject* parent, const QList<QPair<const char*, int>>& entries) {
    auto* group = new QActionGroup(parent);
    for (const auto& [text, value] : entries) {
        QAction* entry = group->addAction(action_words(text));
        entry->setCheckable(true);
        entry->setData(value);
    }
    group->actions().constFirst()->setChecked(true);
    return group;
}

QActionGroup* planner_choice(QObject* parent) {
    auto* group = new QActionGroup(parent);
    for (const Planner& planner : planners()) {
        QAction* entry = group->addAction(QString::fromStdString(std::string(planner.description.name)));
        entry->setCheckable(true);
        entry->setToolTip(plain_tooltip(QString::fromStdString(std::string(planner.description.summary))));
        entry->setData(QString::fromStdString(std::string(title_of(planner.description.family))));
    }
    group->actions().constFirst()->setChecked(true);
    return group;
}

void describe_modes(const QActionGroup& modes) {
    struct Description {
        Qt::Key key;  ///< with Ctrl
        const char* text;
    };
    const std::array<Description, window_modes.size()> descriptions = {{
        {Qt::Key_1, QT_TRANSLATE_NOOP("WindowActions", "The plan and its buffers")},
        {Qt::Key_2, QT_TRANSLATE_NOOP("WindowActions", "The recorded run: breakpoints, why here, history")},
        {Qt::Key_3, QT_TRANSLATE_NOOP("WindowActions", "Two plans, and what differs between them")},
        {Qt::Key_4, QT_TRANSLATE_NOOP("WindowActions", "The network beside the picture")},
    }};
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
        QAction* mode = modes.actions().at(static_cast<qsizetype>(i));
        const QKeySequence key(Qt::CTRL | descriptions[i].key);
        mode->setShortcut(key);
        mode->setToolTip(plain_tooltip(
            QStringLiteral("%1 (%2)").arg(action_words(descriptions[i].text), key.toString(QKeySequence::NativeText))));
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

WindowActions::WindowActions(QObject* parent)
    : new_window(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&New Window"), {QKeySequence::New})),
      open(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Open…"), {QKeySequence::Open})),
      reload(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Reload"), {QKeySequence(Qt::CTRL | Qt::Key_R)})),
      attach_model(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Attach &Model…"))),
      save(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Save Plan"), {QKeySequence::Save})),
      save_layout(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Save Plan &As…"),
                         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)})),
      save_trace(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Save &Trace As…"))),
      export_picture(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Export Picture…"), {QKeySequence(Qt::CTRL | Qt::Key_E)})),
      report(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Re&port…"),
                    {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)})),
      export_deployment(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Export &Deployment…"))),
      close(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Close"), {QKeySequence::Close})),
      quit(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)})),
      copy_picture(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Copy Picture"),
                          {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)})),
      copy_name(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Copy &Name"))),
      copy_offset(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Copy &Offset"))),
      find(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Find Buffers"), {QKeySequence::Find})),
      find_next(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Find Ne&xt"), {QKeySequence(Qt::Key_F4)})),
      find_previous(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "Find Pre&vious"), {QKeySequence(Qt::SHIFT | Qt::Key_F4)})),
      command_palette(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Co&mmand Palette…"),
                             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)})),
      show_in_table(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Show in &Table"))),
      select_living_with(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Select What &Lives with It"))),
      select_in_range(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Select What Lives in the Ran&ge"))),
      edit_buffers(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "Edit in &Inspector"), {QKeySequence(Qt::Key_F2)})),
      add_buffer(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Add Buffer…"), {QKeySequence(Qt::Key_Insert)})),
      duplicate(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Du&plicate"), {QKeySequence(Qt::CTRL | Qt::Key_D)})),
      drop_buffers(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Drop &Buffers"), {QKeySequence(Qt::Key_Delete)})),
      split(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Split at Ti&me Cursor"),
                   {QKeySequence(Qt::CTRL | Qt::Key_Slash)})),
      pin(action(parent, "")),
      takeover(action(parent, "")),
      derive_usage_graph(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Derive Usage Graph"))),
      drop_usage_graph(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Remo&ve Usage Graph"))),
      clear(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Clear &Selection"), {QKeySequence(Qt::Key_Escape)})),
      add_note(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Add No&te…"),
                      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)})),
      edit_note(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Edit Note…"))),
      delete_note(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Delete Note"))),
      nudge_up(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Nudge &Up"), {QKeySequence(Qt::ALT | Qt::Key_Up)})),
      nudge_down(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "Nudge &Down"), {QKeySequence(Qt::ALT | Qt::Key_Down)})),
      place_above(action(parent, QT_TRANSLATE_NOOP("WindowActions", "To the Next Place &Above"),
                         {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Up)})),
      place_below(action(parent, QT_TRANSLATE_NOOP("WindowActions", "To the Next Place &Below"),
                         {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Down)})),
      fit(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Fit"), {layout_keys::fit})),
      zoom_to_selection(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Zoom to Selection"), {layout_keys::zoom_to_selection})),
      zoom_to_range(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Zoom to R&ange"))),
      zoom_in(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Zoom &In"),
                     {layout_keys::zoom_in, layout_keys::zoom_in_unshifted, QKeySequence::ZoomIn})),
      zoom_out(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Zoom &Out"),
                      {layout_keys::zoom_out, QKeySequence::ZoomOut})),
      view_back(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Back"), {layout_keys::back})),
      view_forward(action(parent, QT_TRANSLATE_NOOP("WindowActions", "For&ward"), {layout_keys::forward})),
      go_to_peak(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Go to &Peak"), {QKeySequence(Qt::Key_P)})),
      go_to(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Go To…"), {QKeySequence(Qt::CTRL | Qt::Key_G)})),
      add_bookmark(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Add Bookmark…"), {QKeySequence(Qt::CTRL | Qt::Key_B)})),
      why_peak(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Why the Peak Is Here"))),
      free_areas(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Fr&ee Areas at the Time Cursor"),
                        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)})),
      legend(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Legend"))),
      smooth(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Smooth Transitions"))),
      picture_only(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Picture O&nly"), {QKeySequence(Qt::Key_F11)})),
      reset_mode(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Reset Mode"))),
      modes(choice(parent, {{QT_TRANSLATE_NOOP("WindowActions", "&Inspect"), static_cast<int>(WindowMode::inspect)},
                            {QT_TRANSLATE_NOOP("WindowActions", "&Debug"), static_cast<int>(WindowMode::debug)},
                            {QT_TRANSLATE_NOOP("WindowActions", "C&ompare"), static_cast<int>(WindowMode::compare)},
                            {QT_TRANSLATE_NOOP("WindowActions", "&Network"), static_cast<int>(WindowMode::network)}})),
      units(
          choice(parent, {{QT_TRANSLATE_NOOP("WindowActions", "&Automatic Unit"), -1},
                          {QT_TRANSLATE_NOOP("WindowActions", "&Bytes"), static_cast<int>(Unit::bytes)},
                          {QT_TRANSLATE_NOOP("WindowActions", "&KiB"), static_cast<int>(Unit::kibibytes)},
                          {QT_TRANSLATE_NOOP("WindowActions", "&MiB"), static_cast<int>(Unit::mebibytes)},
                          {QT_TRANSLATE_NOOP("WindowActions", "&Hexadecimal"), static_cast<int>(Unit::hexadecimal)}})),
      colors(choice(
          parent,
          {{QT_TRANSLATE_NOOP("WindowActions", "Colour by &Risk"), static_cast<int>(ColorBy::risk)},
           {QT_TRANSLATE_NOOP("WindowActions", "Colour by &Size"), static_cast<int>(ColorBy::size)},
           {QT_TRANSLATE_NOOP("WindowActions", "Colour by &Lifetime"), static_cast<int>(ColorBy::lifetime)},
           {QT_TRANSLATE_NOOP("WindowActions", "Colour by &Kind"), static_cast<int>(ColorBy::kind)},
           {QT_TRANSLATE_NOOP("WindowActions", "Colour by &Maker"), static_cast<int>(ColorBy::maker)},
           {QT_TRANSLATE_NOOP("WindowActions", "Colour by &Function"), static_cast<int>(ColorBy::maker_function)},
           {QT_TRANSLATE_NOOP("WindowActions", "Colour by F&ile"), static_cast<int>(ColorBy::maker_file)}})),
      themes(choice(parent, {{QT_TRANSLATE_NOOP("WindowActions", "Theme of the &System"), 0},
                             {QT_TRANSLATE_NOOP("WindowActions", "&Light Theme"), 1},
                             {QT_TRANSLATE_NOOP("WindowActions", "&Dark Theme"), 2}})),
      planners(planner_choice(parent)),
      tune(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Tune"), {QKeySequence(Qt::CTRL | Qt::Key_T)})),
      options(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Options…"),
                     {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)})),
      compare(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Co&mpare Planners…"),
                     {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)})),
      compare_with_file(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Another File…"),
                               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)})),
      compare_with_saved(action(parent, QT_TRANSLATE_NOOP("WindowActions", "The &Saved File"))),
      compare_with_first(action(parent, QT_TRANSLATE_NOOP("WindowActions", "The &First Layout of the Run"))),
      keep_to_compare(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Keep the Shown Layout"),
                             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K)})),
      adopt_other(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Adopt &B"))),
      end_comparison(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&End the Comparison"))),
      improve(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Improve This"), {QKeySequence(Qt::CTRL | Qt::Key_I)})),
      tune_from_here(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Tune from &Here"),
                            {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H)})),
      cancel(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Cancel"), {QKeySequence(Qt::CTRL | Qt::Key_Period)})),
      resume(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Co&ntinue Paused Run"), {QKeySequence(Qt::Key_F5)})),
      step(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Step of Paused Run"), {QKeySequence(Qt::Key_F10)})),
      largest_drop(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Iteration That Lowered the Peak &Most"),
                          {QKeySequence(Qt::CTRL | Qt::Key_L)})),
      into(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Into Groups and Rearrangements"),
                  {QKeySequence(Qt::Key_BracketRight)})),
      out_of(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Out of Groups and Rearrangements"),
                    {QKeySequence(Qt::Key_BracketLeft)})),
      next_hit(action(parent, QT_TRANSLATE_NOOP("WindowActions", "Next &Hit"), {QKeySequence(Qt::Key_F3)})),
      previous_hit(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "P&revious Hit"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)})),
      add_breakpoint(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "Add &Breakpoint…"), {QKeySequence(Qt::Key_F9)})),
      check(
          action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Check Overlaps"), {QKeySequence(Qt::CTRL | Qt::Key_K)})),
      next_overlap(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Next Overlap"), {QKeySequence(Qt::Key_F8)})),
      previous_overlap(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Previous Overlap"),
                              {QKeySequence(Qt::SHIFT | Qt::Key_F8)})),
      keys(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&Keys and Mouse"), {QKeySequence(Qt::Key_F1)})),
      about(action(parent, QT_TRANSLATE_NOOP("WindowActions", "&About Arenascope"))) {
    set_pinned(false);
    set_takeover_allowed(true);
    describe_modes(*modes);
    for (QAction* nudge : {nudge_up, nudge_down, place_above, place_below}) {
        nudge->setShortcutContext(Qt::WidgetShortcut);  // tables have their own meaning of these keys
    }
    derive_usage_graph->setToolTip(plain_tooltip(action_words(
        QT_TRANSLATE_NOOP("WindowActions",
                          "Lets a buffer take over memory only if everything that uses it before has run, in "
                          "whatever order independent operators run"))));
    improve->setToolTip(plain_tooltip(action_words(
        QT_TRANSLATE_NOOP("WindowActions",
                          "Tries small changes around the selected buffers, or around those that carry the peak, and "
                          "lists those that lower the peak"))));
    tune_from_here->setToolTip(plain_tooltip(action_words(QT_TRANSLATE_NOOP(
        "WindowActions",
        "Tunes the shown layout with its changes by hand; the plan is replaced only by a lower one"))));
    export_picture->setIconText(action_words(QT_TRANSLATE_NOOP("WindowActions", "Export…")));
    report->setToolTip(plain_tooltip(action_words(
        QT_TRANSLATE_NOOP("WindowActions",
                          "Writes one file for a reviewer: figures, the picture, what carries the peak, how to make it "
                          "again"))));
    free_areas->setCheckable(true);
    legend->setCheckable(true);
    picture_only->setCheckable(true);
    smooth->setCheckable(true);
    smooth->setChecked(true);
    cancel->setEnabled(false);
    set_paused(false);
    next_hit->setEnabled(false);
    previous_hit->setEnabled(false);
    export_deployment->setEnabled(false);
    export_deployment->setToolTip(plain_tooltip(action_words(QT_TRANSLATE_NOOP(
        "WindowActions", "Writes the operators that are left to run, with their addresses, after operator-sharing"))));
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::set_available(bool has_plan, bool has_trace) const {
    for (QAction* needs_plan : {reload,
                                attach_model,
                                save,
                                save_layout,
                                export_picture,
                                report,
                                close,
                                copy_picture,
                                find,
                                find_next,
                                find_previous,
                                clear,
                                fit,
                                zoom_in,
                                zoom_out,
                                view_back,
                                view_forward,
                                why_peak,
                                free_areas,
                                go_to_peak,
                                go_to,
                                add_note,
                                add_bookmark,
                                picture_only,
                                tune,
                                compare,
                                improve,
                                tune_from_here,
                                check,
                                next_overlap,
                                previous_overlap,
                                compare_with_file,
                                compare_with_saved,
                                keep_to_compare}) {
        needs_plan->setEnabled(has_plan);
    }
    const QString no_run = action_words(QT_TRANSLATE_NOOP("WindowActions", "No run of a planner is recorded."));
    for (QAction* needs_trace : {save_trace, largest_drop, into, out_of, compare_with_first}) {
        allow(*needs_trace, has_trace ? QString() : no_run);
    }
}

void WindowActions::set_running(bool running) const {
    cancel->setEnabled(running);
    tune->setText(running ? action_words(QT_TRANSLATE_NOOP("WindowActions", "S&top"))
                          : action_words(QT_TRANSLATE_NOOP("WindowActions", "&Tune")));
    const QString meaning =
        running ? action_words(QT_TRANSLATE_NOOP("WindowActions", "Stops the run and keeps the best layout so far"))
                : QString();
    tune->setToolTip(plain_tooltip(meaning));
}

void WindowActions::set_paused(bool paused) const {
    for (QAction* needs_pause : {resume, step}) {
        allow(*needs_pause, paused ? QString()
                                   : action_words(QT_TRANSLATE_NOOP(
                                         "WindowActions", "No run is paused. A breakpoint pauses the next one.")));
    }
    if (paused) {
        tune->setText(action_words(QT_TRANSLATE_NOOP("WindowActions", "S&top (Paused)")));
        tune->setToolTip(plain_tooltip(action_words(
            QT_TRANSLATE_NOOP("WindowActions", "The run is paused. Stops it and keeps the best layout so far"))));
    } else if (cancel->isEnabled()) {
        set_running(true);
    }
}

void WindowActions::set_pinned(bool pinned) const {
    pin->setText(pinned ? action_words(QT_TRANSLATE_NOOP("WindowActions", "R&emove Pin"))
                        : action_words(QT_TRANSLATE_NOOP("WindowActions", "Pin at Its Offs&et")));
}

void WindowActions::set_takeover_allowed(bool allowed) const {
    takeover->setText(allowed ? action_words(QT_TRANSLATE_NOOP("WindowActions", "Forbid Ta&keover"))
                              : action_words(QT_TRANSLATE_NOOP("WindowActions", "Allow Ta&keover")));
}

WindowMenus build_menus(QMenuBar& bar, const WindowActions& actions, const Transport& transport) {
    WindowMenus menus{};
    QMenu* file = bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&File")));
    file->addActions({actions.new_window, actions.open});
    menus.recent = file->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "Open &Recent")));
    file->addActions({actions.reload, actions.attach_model});
    file->addSeparator();
    file->addActions({actions.save, actions.save_layout, actions.save_trace, actions.export_picture, actions.report,
                      actions.export_deployment});
    file->addSeparator();
    file->addActions({actions.close, actions.quit});

    menus.edit = bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Edit")));
    menus.edit->addActions({actions.copy_picture, actions.copy_name, actions.copy_offset});
    menus.edit->addSeparator();
    menus.edit->addActions({actions.command_palette, actions.find, actions.find_next, actions.find_previous,
                            actions.show_in_table, actions.select_living_with, actions.select_in_range, actions.clear});
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

    QMenu* view = bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&View")));
    view->addActions({actions.fit, actions.zoom_to_selection, actions.zoom_to_range, actions.zoom_in, actions.zoom_out,
                      actions.view_back, actions.view_forward});
    view->addSeparator();
    view->addActions({actions.go_to_peak, actions.go_to});
    menus.bookmarks = view->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "Boo&kmarks")));
    menus.bookmarks->addAction(actions.add_bookmark);
    view->addSeparator();
    view->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Unit")))->addActions(actions.units->actions());
    view->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Colour")))->addActions(actions.colors->actions());
    view->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Theme")))->addActions(actions.themes->actions());
    view->addActions({actions.why_peak, actions.free_areas, actions.legend, actions.smooth, actions.picture_only});
    view->addSeparator();
    menus.docks = view->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Docks")));
    view->addActions(actions.modes->actions());
    view->addAction(actions.reset_mode);

    QMenu* plan = bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Plan")));
    fill_planners(*plan->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Planner"))), *actions.planners);
    plan->addActions({actions.options, actions.tune, actions.tune_from_here, actions.compare, actions.cancel});
    plan->addSeparator();
    QMenu* with = plan->addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "Compare &With")));
    with->setToolTipsVisible(true);
    with->addActions(
        {actions.compare_with_file, actions.compare_with_saved, actions.compare_with_first, actions.keep_to_compare});
    with->addSeparator();
    with->addActions({actions.adopt_other, actions.end_comparison});
    plan->addSeparator();
    plan->addAction(actions.improve);
    plan->addSeparator();
    plan->addActions({actions.resume, actions.step});

    transport.first_action()->setShortcuts({QKeySequence(Qt::Key_Home), QKeySequence(Qt::CTRL | Qt::Key_Home)});
    transport.previous_action()->setShortcut(QKeySequence(Qt::Key_Comma));
    transport.play_action()->setShortcut(QKeySequence(Qt::Key_Space));
    transport.next_action()->setShortcut(QKeySequence(Qt::Key_Period));
    transport.last_action()->setShortcuts({QKeySequence(Qt::Key_End), QKeySequence(Qt::CTRL | Qt::Key_End)});
    QMenu* step = bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Iteration")));
    step->addActions({transport.first_action(), transport.previous_action(), transport.play_action(),
                      transport.next_action(), transport.last_action()});
    step->addSeparator();
    step->addActions({actions.largest_drop, actions.into, actions.out_of});
    step->addSeparator();
    step->addActions({actions.next_hit, actions.previous_hit, actions.add_breakpoint});

    bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Check")))
        ->addActions({actions.check, actions.next_overlap, actions.previous_overlap});
    menus.windows = bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Window")));
    bar.addMenu(action_words(QT_TRANSLATE_NOOP("WindowActions", "&Help")))->addActions({actions.keys, actions.about});
    return menus;
}

}  // namespace arenascope
