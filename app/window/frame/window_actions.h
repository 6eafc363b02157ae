#pragma once

#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMenuBar>

#include "app/window/frame/window_mode.h"
#include "core/base/text/amount.h"
#include "core/picture/plan/coloring.h"
#include "core/planner/planner.h"
#include "widgets/picture/layout_view/layout_keys.h"

namespace arenascope {

class Transport;

/// Every command of the window: a row for each, the only place for its text and its keys. Keys that only the layout
/// view uses (arrows) are in the layout view.
struct WindowActions {
    Q_DECLARE_TR_FUNCTIONS(WindowActions)

    QObject* parent_;
    QList<QAction*> need_plan_;
    QList<QAction*> need_run_;

    [[nodiscard]] QAction* action(const QString& text, const QList<QKeySequence>& shortcuts = {}) const;
    /// An action that needs an open plan.
    QAction* plan_action(const QString& text, const QList<QKeySequence>& shortcuts = {});
    /// An action that needs a recorded run.
    QAction* run_action(const QString& text, const QList<QKeySequence>& shortcuts = {});
    /// Actions of which one is checked, at first the first one. Each has its value as data.
    template <class Value>
    [[nodiscard]] QActionGroup* choice(const QList<std::pair<QString, Value>>& entries) const {
        auto* group = new QActionGroup(parent_);
        for (const auto& [text, value] : entries) {
            add_choice(*group, text, static_cast<int>(value));
        }
        return group;
    }
    static void add_choice(QActionGroup& group, const QString& text, const QVariant& data);
    [[nodiscard]] QActionGroup* planner_choice() const;

public:
    explicit WindowActions(QObject* parent);

    QAction* new_window = action(tr("&New Window"), {QKeySequence::New});
    QAction* open = action(tr("&Open…"), {QKeySequence::Open});
    /// a recording that a planner writes
    QAction* follow = action(tr("Follo&w Recording…"));
    QAction* reload = plan_action(tr("&Reload"), {Qt::CTRL | Qt::Key_R});
    QAction* attach_model = plan_action(tr("Attach &Model…"));
    QAction* save = plan_action(tr("&Save Plan"), {QKeySequence::Save});
    QAction* save_layout = plan_action(tr("Save Plan &As…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S});
    QAction* save_trace = run_action(tr("Save &Trace As…"));
    QAction* export_picture = plan_action(tr("&Export Picture…"), {Qt::CTRL | Qt::Key_E});
    QAction* report = plan_action(tr("Re&port…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_E});
    QAction* export_to_device = action(tr("Export &to Device…"));
    QAction* export_deployment = action(tr("Export &Deployment…"));
    QAction* close = plan_action(tr("&Close"), {QKeySequence::Close});
    QAction* quit = action(tr("&Quit"), {Qt::CTRL | Qt::Key_Q});

    QAction* copy_picture = plan_action(tr("&Copy Picture"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C});
    QAction* copy_name = action(tr("Copy &Name"));
    QAction* copy_offset = action(tr("Copy &Offset"));
    QAction* find = plan_action(tr("&Find Buffers"), {QKeySequence::Find});
    QAction* find_next = plan_action(tr("Find Ne&xt"), {Qt::Key_F4});
    QAction* find_previous = plan_action(tr("Find Pre&vious"), {Qt::SHIFT | Qt::Key_F4});
    QAction* command_palette = action(tr("Co&mmand Palette…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A});
    QAction* show_in_table = action(tr("Show in &Table"));
    QAction* select_living_with = action(tr("Select What &Lives with It"));
    QAction* select_below = action(tr("Select Who Lies Belo&w"));
    /// this and the next three: of the selected buffer in the run
    QAction* show_history = action(tr("&History of the Buffer"));
    QAction* break_when_high = action(tr("Break When It Becomes &High"));
    QAction* break_when_moved = action(tr("Break When It &Moves"));
    QAction* break_when_carrying = action(tr("Break When It Carries the &Peak"));
    QAction* select_in_range = action(tr("Select What Lives in the Ran&ge"));
    QAction* select_left_alive = action(tr("Select What the Range Lea&ves Alive"));
    QAction* edit_buffers = action(tr("Edit in &Inspector"), {Qt::Key_F2});
    QAction* add_buffer = action(tr("&Add Buffer…"), {Qt::Key_Insert});
    QAction* duplicate = action(tr("Du&plicate"), {Qt::CTRL | Qt::Key_D});
    QAction* drop_buffers = action(tr("Drop &Buffers"), {Qt::Key_Delete});
    QAction* split = action(tr("Split at Ti&me Cursor"), {Qt::CTRL | Qt::Key_Slash});
    /// pins or removes the pin, see set_pinned()
    QAction* pin = action(QString());
    /// allows or forbids, see set_takeover_allowed()
    QAction* takeover = action(QString());
    QAction* derive_usage_graph = action(tr("&Derive Usage Graph"));
    QAction* drop_usage_graph = action(tr("Remo&ve Usage Graph"));
    QAction* clear = plan_action(tr("Clear &Selection"), {Qt::Key_Escape});
    QAction* add_note = plan_action(tr("Add No&te…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_N});
    /// this and the next one: of the chosen note
    QAction* edit_note = action(tr("Edit Note…"));
    QAction* delete_note = action(tr("Delete Note"));
    /// this and the next three: while the picture has the focus
    QAction* nudge_up = action(tr("Nudge &Up"), {Qt::ALT | Qt::Key_Up});
    QAction* nudge_down = action(tr("Nudge &Down"), {Qt::ALT | Qt::Key_Down});
    QAction* place_above = action(tr("To the Next Place &Above"), {Qt::ALT | Qt::SHIFT | Qt::Key_Up});
    QAction* place_below = action(tr("To the Next Place &Below"), {Qt::ALT | Qt::SHIFT | Qt::Key_Down});

    /// this and the next three: while the picture has the focus
    QAction* walk_above = plan_action(tr("Buffer &Above"), {Qt::CTRL | Qt::Key_Up});
    QAction* walk_below = plan_action(tr("Buffer &Below"), {Qt::CTRL | Qt::Key_Down});
    QAction* walk_earlier = plan_action(tr("&Earlier Buffer"), {Qt::CTRL | Qt::Key_Left});
    QAction* walk_later = plan_action(tr("&Later Buffer"), {Qt::CTRL | Qt::Key_Right});
    QAction* next_carrier = plan_action(tr("&Next Carrier of the Peak"), {Qt::Key_C});
    QAction* previous_carrier = plan_action(tr("&Previous Carrier of the Peak"), {Qt::SHIFT | Qt::Key_C});

    QAction* fit = plan_action(tr("&Fit"), {layout_keys::fit});
    QAction* zoom_to_selection = action(tr("&Zoom to Selection"), {layout_keys::zoom_to_selection});
    QAction* zoom_to_range = action(tr("Zoom to R&ange"));
    QAction* zoom_in =
        plan_action(tr("Zoom &In"), {layout_keys::zoom_in, layout_keys::zoom_in_unshifted, QKeySequence::ZoomIn});
    QAction* zoom_out = plan_action(tr("Zoom &Out"), {layout_keys::zoom_out, QKeySequence::ZoomOut});
    QAction* view_back = plan_action(tr("&Back"), {layout_keys::back});
    QAction* view_forward = plan_action(tr("For&ward"), {layout_keys::forward});
    QAction* go_to_peak = plan_action(tr("Go to &Peak"), {Qt::Key_P});
    QAction* go_to = plan_action(tr("&Go To…"), {Qt::CTRL | Qt::Key_G});
    QAction* add_bookmark = plan_action(tr("&Add Bookmark…"), {Qt::CTRL | Qt::Key_B});
    QAction* why_peak = plan_action(tr("&Why the Peak Is Here"));
    /// opens the dock in front, or closes it
    QAction* buffer_list = plan_action(tr("&List of Buffers"), {Qt::CTRL | Qt::Key_L});
    QAction* free_areas = plan_action(tr("Fr&ee Areas at the Time Cursor"), {Qt::CTRL | Qt::SHIFT | Qt::Key_F});
    QAction* legend = action(tr("&Legend"));
    QAction* smooth = action(tr("&Smooth Transitions"));
    QAction* picture_only = plan_action(tr("Picture O&nly"), {Qt::Key_F11});
    QAction* reset_mode = action(tr("&Reset Mode"));
    /// data: WindowMode, in the order of window_modes
    QActionGroup* modes = choice<WindowMode>({{tr("&Inspect"), WindowMode::inspect},
                                              {tr("&Debug"), WindowMode::debug},
                                              {tr("C&ompare"), WindowMode::compare},
                                              {tr("&Network"), WindowMode::network}});
    /// data: Unit
    QActionGroup* units = choice<int>({{tr("&Automatic Unit"), -1},
                                       {tr("&Bytes"), static_cast<int>(Unit::bytes)},
                                       {tr("&KiB"), static_cast<int>(Unit::kibibytes)},
                                       {tr("&MiB"), static_cast<int>(Unit::mebibytes)},
                                       {tr("&Hexadecimal"), static_cast<int>(Unit::hexadecimal)}});
    /// data: ColorBy
    QActionGroup* colors = choice<ColorBy>({{tr("Colour by &Risk"), ColorBy::risk},
                                            {tr("Colour by &Size"), ColorBy::size},
                                            {tr("Colour by &Lifetime"), ColorBy::lifetime},
                                            {tr("Colour by &Kind"), ColorBy::kind},
                                            {tr("Colour by &Maker"), ColorBy::maker},
                                            {tr("Colour by &Function"), ColorBy::maker_function},
                                            {tr("Colour by F&ile"), ColorBy::maker_file}});
    /// data: 0 system, 1 light, 2 dark
    QActionGroup* themes =
        choice<int>({{tr("Theme of the &System"), 0}, {tr("&Light Theme"), 1}, {tr("&Dark Theme"), 2}});

    /// by name, as on the command line; data: title of the family
    QActionGroup* planners = planner_choice();
    /// programs of the user that plan
    QAction* external_planners = action(tr("E&xternal Planners…"));
    QAction* tune = plan_action(tr("&Tune"), {Qt::CTRL | Qt::Key_T});
    QAction* options = action(tr("&Options…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_T});
    QAction* compare = plan_action(tr("Co&mpare Planners…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P});
    /// this and the next three choose the second plan
    QAction* compare_with_file = plan_action(tr("&Another File…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_O});
    /// the open file as it is on disk
    QAction* compare_with_saved = plan_action(tr("The &Saved File"));
    /// the first layout of the run
    QAction* compare_with_first = run_action(tr("The &First Layout of the Run"));
    /// the shown layout
    QAction* keep_to_compare = plan_action(tr("&Keep the Shown Layout"), {Qt::CTRL | Qt::SHIFT | Qt::Key_K});
    QAction* adopt_other = action(tr("Adopt &B"));
    QAction* end_comparison = action(tr("&End the Comparison"));
    /// that the device has
    QAction* capacity = plan_action(tr("Capacit&y…"));
    /// checkable
    QAction* look_for_help = action(tr("&Look for What Helps"));
    /// lists small changes that lower the peak
    QAction* improve = plan_action(tr("&Improve This"), {Qt::CTRL | Qt::Key_I});
    /// tries other ways to run the network
    QAction* advise = plan_action(tr("What Would Make It &Fit"));
    /// starts at the shown layout
    QAction* tune_from_here = plan_action(tr("Tune from &Here"), {Qt::CTRL | Qt::SHIFT | Qt::Key_H});
    QAction* cancel = action(tr("&Cancel"), {Qt::CTRL | Qt::Key_Period});
    /// of a paused run
    QAction* resume = action(tr("Co&ntinue Paused Run"), {Qt::Key_F5});
    QAction* step = action(tr("&Step of Paused Run"), {Qt::Key_F10});

    QAction* largest_drop = run_action(tr("Iteration That Lowered the Peak &Most"), {Qt::CTRL | Qt::SHIFT | Qt::Key_L});
    QAction* into = run_action(tr("&Into Groups and Rearrangements"), {Qt::Key_BracketRight});
    QAction* out_of = run_action(tr("&Out of Groups and Rearrangements"), {Qt::Key_BracketLeft});
    /// of a breakpoint that stops
    QAction* next_hit = action(tr("Next &Hit"), {Qt::Key_F3});
    QAction* previous_hit = action(tr("P&revious Hit"), {Qt::SHIFT | Qt::Key_F3});
    QAction* add_breakpoint = action(tr("Add &Breakpoint…"), {Qt::Key_F9});

    QAction* check = plan_action(tr("&Check Overlaps"), {Qt::CTRL | Qt::Key_K});
    QAction* next_overlap = plan_action(tr("&Next Overlap"), {Qt::Key_F8});
    QAction* previous_overlap = plan_action(tr("&Previous Overlap"), {Qt::SHIFT | Qt::Key_F8});

    QAction* keys = action(tr("&Keys and Mouse"), {Qt::Key_F1});
    QAction* about = action(tr("&About Arenascope"));

    /// Enables the actions that need a plan or a trace. SelectionCommands enables those that need a selection.
    void set_available(bool has_plan, bool has_trace) const;
    /// Adds these planners to the choice, with the menu that has it; former ones that are not in the registry go.
    void offer_externals(const std::vector<PlannerDescription>& externals, QMenu& menu) const;
    /// While a planner runs, the action that starts it stops it.
    void set_running(bool running) const;
    /// While a run is paused, it can go on.
    void set_paused(bool paused) const;
    /// Where all selected buffers are pinned, the action removes their pins.
    void set_pinned(bool pinned) const;
    /// Where a takeover between the selected buffers is allowed, the action forbids it.
    void set_takeover_allowed(bool allowed) const;
};

/// The menus that `build_menus` leaves empty or incomplete, for its caller.
struct WindowMenus {
    QMenu* recent;
    QMenu* edit;
    QMenu* docks;
    QMenu* bookmarks;
    QMenu* windows;
};

/// Fills the menu bar with the actions. The actions of the transport get their keys here, and are in the menu Step.
[[nodiscard]] WindowMenus build_menus(QMenuBar& bar, const WindowActions& actions, const Transport& transport);

}  // namespace arenascope
