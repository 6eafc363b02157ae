#include "app/window/frame/window_settings.h"

#include <algorithm>
#include <mutex>

#include <QDir>
#include <QFileInfo>
#include <QMainWindow>

#include "core/model/memory/library_code.h"

namespace arenascope::window_settings {
namespace {

constexpr int most_recent_files = 10;
constexpr int most_recent_commands = 8;

const QString geometry_key = QStringLiteral("window/geometry");
const QString mode_key = QStringLiteral("window/mode");
const QString positions_key = QStringLiteral("/positions");
const QString offered_key = QStringLiteral("/offered");
const QString recent_key = QStringLiteral("recent");
const QString recent_commands_key = QStringLiteral("recent_commands");
const QString live_share_key = QStringLiteral("live_share");
const QString library_code_key = QStringLiteral("library_code");
const QString breakpoints_key = QStringLiteral("breakpoints");
const QString watches_key = QStringLiteral("watches");
const QString export_format_key = QStringLiteral("export/format");
const QString export_paper_key = QStringLiteral("export/paper");
const QString export_width_key = QStringLiteral("export/width");
const QString export_height_key = QStringLiteral("export/height");
const QString export_scale_key = QStringLiteral("export/scale");

QString text_of(WindowMode mode) {
    return QString::fromUtf8(name_of(mode).data());
}

/// The kept list with the change from `before` to `now`.
template <class Element>
std::vector<Element> merged(std::vector<Element> kept, const std::vector<Element>& before,
                            const std::vector<Element>& now) {
    if (kept == before) {
        return now;
    }
    const auto has = [](const std::vector<Element>& list, const Element& element) {
        return std::find(list.begin(), list.end(), element) != list.end();
    };
    std::erase_if(kept, [&](const Element& element) { return has(before, element) && !has(now, element); });
    for (const Element& element : now) {
        if (!has(before, element) && !has(kept, element)) {
            kept.push_back(element);
        }
    }
    return kept;
}

std::vector<std::string> texts_of(const QString& key) {
    std::vector<std::string> list;
    for (const QString& text : QSettings().value(key).toStringList()) {
        list.push_back(text.toStdString());
    }
    return list;
}

QString docks_key_of(WindowMode mode) {
    return QStringLiteral("window/") + text_of(mode);
}

}  // namespace

QString journal_folder() {
    return QFileInfo(QSettings().fileName()).absoluteDir().filePath(QStringLiteral("journals"));
}

QString file_folder() {
    return QFileInfo(QSettings().fileName()).absoluteDir().filePath(QStringLiteral("files"));
}

void save_geometry(const QMainWindow& window) {
    QSettings().setValue(geometry_key, window.saveGeometry());
}

bool restore_geometry(QMainWindow& window) {
    return window.restoreGeometry(QSettings().value(geometry_key).toByteArray());
}

WindowMode mode() {
    return window_mode_named(QSettings().value(mode_key).toString().toStdString()).value_or(window_modes.front());
}

void set_mode(WindowMode mode) {
    QSettings().setValue(mode_key, text_of(mode));
}

DockState dock_state(WindowMode mode) {
    const QSettings settings;
    const QString key = docks_key_of(mode);
    return {settings.value(key + positions_key).toByteArray(), settings.value(key + offered_key).toStringList()};
}

void set_dock_state(WindowMode mode, const DockState& state) {
    QSettings settings;
    const QString key = docks_key_of(mode);
    settings.setValue(key + positions_key, state.positions);
    settings.setValue(key + offered_key, state.offered);
}

QStringList recent_files() {
    return QSettings().value(recent_key).toStringList();
}

void add_recent_file(const QString& path) {
    // Each window lists its files on a thread of its own.
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    QStringList files = recent_files();
    files.removeAll(path);
    files.prepend(path);
    QSettings().setValue(recent_key, QStringList(files.mid(0, most_recent_files)));
}

std::vector<std::string> recent_commands() {
    return texts_of(recent_commands_key);
}

void add_recent_command(const std::string& command) {
    QStringList commands = QSettings().value(recent_commands_key).toStringList();
    commands.removeAll(QString::fromStdString(command));
    commands.prepend(QString::fromStdString(command));
    QSettings().setValue(recent_commands_key, QStringList(commands.mid(0, most_recent_commands)));
}

QString library_code() {
    const QString otherwise = QString::fromUtf8(default_library_code.data(), default_library_code.size());
    return QSettings().value(library_code_key, otherwise).toString();
}

void set_library_code(const QString& list) {
    QSettings().setValue(library_code_key, list);
}

std::optional<double> live_share() {
    const QVariant share = QSettings().value(live_share_key);
    return share.isValid() ? std::optional(share.toDouble()) : std::nullopt;
}

void set_live_share(std::optional<double> share) {
    if (share) {
        QSettings().setValue(live_share_key, *share);
    } else {
        QSettings().remove(live_share_key);
    }
}

std::vector<Breakpoint> breakpoints() {
    QSettings settings;
    std::vector<Breakpoint> list;
    const int count = settings.beginReadArray(breakpoints_key);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const bool logs = settings.value(QStringLiteral("logs")).toBool();
        list.push_back({.condition = settings.value(QStringLiteral("condition")).toString().toStdString(),
                        .is_enabled = settings.value(QStringLiteral("enabled"), true).toBool(),
                        .ignored = settings.value(QStringLiteral("ignored")).toULongLong(),
                        .action = logs ? Breakpoint::Action::log : Breakpoint::Action::stop,
                        .line = settings.value(QStringLiteral("line")).toString().toStdString()});
    }
    return list;
}

void change_breakpoints(const std::vector<Breakpoint>& before, const std::vector<Breakpoint>& now) {
    const std::vector<Breakpoint> breakpoints = merged(window_settings::breakpoints(), before, now);
    QSettings settings;
    settings.remove(breakpoints_key);
    settings.beginWriteArray(breakpoints_key, static_cast<int>(breakpoints.size()));
    for (std::size_t i = 0; i < breakpoints.size(); ++i) {
        const Breakpoint& one = breakpoints[i];
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("condition"), QString::fromStdString(one.condition));
        settings.setValue(QStringLiteral("enabled"), one.is_enabled);
        settings.setValue(QStringLiteral("ignored"), static_cast<qulonglong>(one.ignored));
        settings.setValue(QStringLiteral("logs"), one.action == Breakpoint::Action::log);
        settings.setValue(QStringLiteral("line"), QString::fromStdString(one.line));
    }
}

std::vector<std::string> watches() {
    return texts_of(watches_key);
}

void change_watches(const std::vector<std::string>& before, const std::vector<std::string>& now) {
    QStringList list;
    for (const std::string& watch : merged(watches(), before, now)) {
        list << QString::fromStdString(watch);
    }
    QSettings().setValue(watches_key, list);
}

ExportChoices export_choices() {
    const QSettings settings;
    ExportChoices choices;
    choices.format = static_cast<ExportChoices::Format>(settings.value(export_format_key, 0).toUInt());
    choices.paper =
        static_cast<Paper>(std::min(settings.value(export_paper_key, static_cast<unsigned>(choices.paper)).toUInt(),
                                    static_cast<unsigned>(Paper::letter)));
    choices.width = settings.value(export_width_key, choices.width).toInt();
    choices.height = settings.value(export_height_key, choices.height).toInt();
    choices.scale = settings.value(export_scale_key, choices.scale).toDouble();
    return choices;
}

void set_export_choices(const ExportChoices& choices) {
    QSettings settings;
    settings.setValue(export_format_key, static_cast<unsigned>(choices.format));
    settings.setValue(export_paper_key, static_cast<unsigned>(choices.paper));
    settings.setValue(export_width_key, choices.width);
    settings.setValue(export_height_key, choices.height);
    settings.setValue(export_scale_key, choices.scale);
}

}  // namespace arenascope::window_settings
