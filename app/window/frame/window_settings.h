#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QByteArray>
#include <QStringList>

#include "app/window/frame/window_mode.h"
#include "core/analysis/debugging/breakpoint.h"
#include "widgets/picture/export_options/export_options.h"

class QMainWindow;

// The settings that the window keeps between sessions. Only this module knows their keys.
namespace arenascope::window_settings {

/// Where the docks of a mode are.
struct DockState {
    QByteArray positions;  ///< of QMainWindow::saveState()
    QStringList offered;   ///< the docks that the plan had something for, by object name
};

/// The folder of the journals of unsaved work, beside the settings.
[[nodiscard]] QString journal_folder();
/// The folder of what is remembered of each file, beside the settings.
[[nodiscard]] QString file_folder();

void save_geometry(const QMainWindow& window);
/// False: nothing was saved.
bool restore_geometry(QMainWindow& window);
[[nodiscard]] WindowMode mode();
void set_mode(WindowMode mode);
/// Without positions: nothing was saved for this mode.
[[nodiscard]] DockState dock_state(WindowMode mode);
void set_dock_state(WindowMode mode, const DockState& state);
/// The version of the positions, for QMainWindow::saveState(). An older state would hide a new dock.
[[nodiscard]] int dock_state_version();

[[nodiscard]] QStringList recent_files();
/// Moves a file to the front of the list. The list keeps ten files.
void add_recent_file(const QString& path);

/// The commands that were chosen in the command palette, the last one first, as "View › Fit".
[[nodiscard]] std::vector<std::string> recent_commands();
/// Moves a command to the front of the list. The list keeps eight commands.
void add_recent_command(const std::string& command);

[[nodiscard]] int theme_choice();
void set_theme_choice(int choice);
/// A Unit as a number; −1: automatic.
[[nodiscard]] int unit_choice();
void set_unit_choice(int choice);
[[nodiscard]] bool shows_legend();
void set_shows_legend(bool shown);
[[nodiscard]] bool smooth_transitions();
void set_smooth_transitions(bool on);
/// The height of the live curve (see LiveSplit). Empty: the default.
[[nodiscard]] std::optional<double> live_share();
void set_live_share(std::optional<double> share);
[[nodiscard]] std::vector<Breakpoint> breakpoints();
/// Keeps a changed list: adds and removes what differs from `before`, so that what another window has changed meanwhile
/// stays.
void change_breakpoints(const std::vector<Breakpoint>& before, const std::vector<Breakpoint>& now);
[[nodiscard]] std::vector<std::string> watches();
void change_watches(const std::vector<std::string>& before, const std::vector<std::string>& now);
/// Format, size and scale of the last exported picture. The other choices are the defaults.
[[nodiscard]] ExportChoices export_choices();
void set_export_choices(const ExportChoices& choices);

}  // namespace arenascope::window_settings
