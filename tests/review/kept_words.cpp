#include "tests/review/kept_words.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include "app/window/shell/main_window.h"
#include "app/window/shell/window_view.h"
#include "core/model/memory/pinned_note.h"

namespace arenascope::test {

QString kept_words(MainWindow& window) {
    Session& session = window.session();
    std::string words = "file " + session.path().toStdString();
    for (const Breakpoint& each : session.debugging().breakpoints()) {
        words += "\nbreakpoint " + each.condition + (each.is_enabled ? " on" : " off");
    }
    for (const std::string& each : session.debugging().watches()) {
        words += "\nwatch " + each;
    }
    for (const PinnedNote& each : session.state().pinned_notes) {
        words += "\nnote " + each.text;
    }
    words += "\nview " + json_of(window.memory().view->state());
    return QString::fromStdString(words);
}

void keep_settings_beside(const QString& file) {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                       QFileInfo(file).absoluteDir().filePath(QStringLiteral("settings")));
}

}  // namespace arenascope::test
