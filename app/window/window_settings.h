#pragma once

#include <QStringList>

#include "widgets/export_options/export_options.h"

class QMainWindow;

/// What the window remembers from one start to the next. Every key of the settings is written here and nowhere else.
namespace arenascope::window_settings {

void save_window(const QMainWindow& window);
/// False where nothing was saved or it does not fit any more.
bool restore_window(QMainWindow& window);

[[nodiscard]] QStringList recent_files();
/// Puts a file first; ten are kept.
void add_recent_file(const QString& path);

[[nodiscard]] int theme_choice();
void set_theme_choice(int choice);
/// A Unit as a number, or −1: what suits the plan.
[[nodiscard]] int unit_choice();
void set_unit_choice(int choice);
[[nodiscard]] bool smooth_transitions();
void set_smooth_transitions(bool on);
[[nodiscard]] ExportChoices export_choices();
void set_export_choices(const ExportChoices& choices);

}  // namespace arenascope::window_settings
