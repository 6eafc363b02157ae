#pragma once

#include <QAction>
#include <QActionGroup>
#include <QMenuBar>

class QMainWindow;

namespace arenascope {

class Transport;

/// Every command of the window. This is the only place for their texts and keys. Keys that only the layout view uses
/// (arrows) are in the layout view.
struct WindowActions {
    explicit WindowActions(QObject* parent);

    QAction* new_window;
    QAction* open;
    QAction* reload;
    QAction* attach_model;
    QAction* save;
    QAction* save_layout;
    QAction* save_trace;
    QAction* export_picture;
    QAction* report;
    QAction* export_deployment;
    QAction* close;
    QAction* quit;

    QAction* copy_picture;
    QAction* copy_name;
    QAction* copy_offset;
    QAction* find;
    QAction* find_next;
    QAction* find_previous;
    QAction* command_palette;
    QAction* show_in_table;
    QAction* select_living_with;
    QAction* select_in_range;
    QAction* edit_buffers;
    QAction* add_buffer;
    QAction* duplicate;
    QAction* drop_buffers;
    QAction* split;
    QAction* pin;       ///< pins or removes the pin, see set_pinned()
    QAction* takeover;  ///< allows or forbids, see set_takeover_allowed()
    QAction* derive_usage_graph;
    QAction* drop_usage_graph;
    QAction* clear;
    QAction* add_note;
    QAction* edit_note;  ///< this and the next one: of the chosen note
    QAction* delete_note;
    QAction* nudge_up;  ///< this and the next three: while the picture has the focus
    QAction* nudge_down;
    QAction* place_above;
    QAction* place_below;

    QAction* fit;
    QAction* zoom_to_selection;
    QAction* zoom_to_range;
    QAction* zoom_in;
    QAction* zoom_out;
    QAction* view_back;
    QAction* view_forward;
    QAction* go_to_peak;
    QAction* go_to;
    QAction* add_bookmark;
    QAction* why_peak;
    QAction* free_areas;
    QAction* legend;
    QAction* smooth;
    QAction* picture_only;
    QAction* reset_mode;
    QActionGroup* modes;   ///< data: WindowMode, in the order of window_modes
    QActionGroup* units;   ///< data: Unit
    QActionGroup* colors;  ///< data: ColorBy
    QActionGroup* themes;  ///< data: 0 system, 1 light, 2 dark

    QActionGroup* planners;  ///< by name, as on the command line; data: title of the family
    QAction* tune;
    QAction* options;
    QAction* compare;
    QAction* compare_with_file;   ///< this and the next three choose the second plan
    QAction* compare_with_saved;  ///< the open file as it is on disk
    QAction* compare_with_first;  ///< the first layout of the run
    QAction* keep_to_compare;     ///< the shown layout
    QAction* adopt_other;
    QAction* end_comparison;
    QAction* improve;         ///< lists small changes that lower the peak
    QAction* tune_from_here;  ///< starts at the shown layout
    QAction* cancel;
    QAction* resume;  ///< of a paused run
    QAction* step;

    QAction* largest_drop;
    QAction* into;
    QAction* out_of;
    QAction* next_hit;  ///< of a breakpoint that stops
    QAction* previous_hit;
    QAction* add_breakpoint;

    QAction* check;
    QAction* next_overlap;
    QAction* previous_overlap;

    QAction* keys;
    QAction* about;

    /// Enables the actions that need a plan or a trace. SelectionCommands enables those that need a selection.
    void set_available(bool has_plan, bool has_trace) const;
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
