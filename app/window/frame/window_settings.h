#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QByteArray>
#include <QSettings>
#include <QStringList>

#include "app/window/frame/window_mode.h"
#include "core/analysis/debugging/breakpoint.h"
#include "widgets/picture/export_options/export_options.h"

class QMainWindow;

// The settings that the window keeps between sessions. Only this module knows their keys.
namespace arenascope::window_settings {

/// One value, and its default.
template <class Value>
struct Setting {
    const char* key;
    Value otherwise;

    [[nodiscard]] Value operator()() const { return QSettings().value(key, otherwise).template value<Value>(); }
    void set(Value value) const { QSettings().setValue(key, value); }
};

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

[[nodiscard]] QStringList recent_files();
/// Moves a file to the front of the list. The list keeps ten files.
void add_recent_file(const QString& path);

/// The commands that were chosen in the command palette, the last one first, as "View › Fit".
[[nodiscard]] std::vector<std::string> recent_commands();
/// Moves a command to the front of the list. The list keeps eight commands.
void add_recent_command(const std::string& command);

inline constexpr Setting<int> theme_choice{"theme", 0};
/// A Unit as a number; −1: automatic.
inline constexpr Setting<int> unit_choice{"unit", -1};
inline constexpr Setting<bool> shows_legend{"legend", true};
inline constexpr Setting<bool> smooth_transitions{"smooth", true};
inline constexpr Setting<bool> looks_for_help{"help", true};
/// What counts as code of libraries in memory snapshots, see is_library_code().
[[nodiscard]] QString library_code();
void set_library_code(const QString& list);
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
