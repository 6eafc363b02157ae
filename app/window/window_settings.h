#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QStringList>

#include "core/inspection/breakpoint.h"
#include "widgets/export_options/export_options.h"

class QMainWindow;

// The settings that the window keeps between sessions. Only this module knows their keys.
namespace arenascope::window_settings {

void save_window(const QMainWindow& window);
/// False: nothing was saved, or it is out of date.
bool restore_window(QMainWindow& window);

[[nodiscard]] QStringList recent_files();
/// Moves a file to the front of the list. The list keeps ten files.
void add_recent_file(const QString& path);

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
void set_breakpoints(const std::vector<Breakpoint>& breakpoints);
[[nodiscard]] std::vector<std::string> watches();
void set_watches(const std::vector<std::string>& watches);
/// Format, size and scale of the last exported picture. The other choices are the defaults.
[[nodiscard]] ExportChoices export_choices();
void set_export_choices(const ExportChoices& choices);

}  // namespace arenascope::window_settings
