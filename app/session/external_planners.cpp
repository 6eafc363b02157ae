#include "app/session/external_planners.h"

#include <QSettings>
#include <QString>

namespace arenascope {
namespace {

/// The settings of the window, by name: the command line has no application object.
class ExternalSettings : public QSettings {
public:
    ExternalSettings() : QSettings(QStringLiteral("Arenascope"), QStringLiteral("Arenascope")) {
        beginGroup(QStringLiteral("external_planners"));
    }
    /// Whether all changes are on the disk.
    [[nodiscard]] bool is_written() {
        sync();
        return status() == QSettings::NoError;
    }
};

}  // namespace

std::vector<NamedExternal> kept_external_planners() {
    std::vector<NamedExternal> kept;
    const ExternalSettings settings;
    QStringList names = settings.childKeys();
    names.sort();
    for (const QString& name : names) {
        const auto named =
            parse_named_external(name.toStdString() + "=" + settings.value(name).toString().toStdString());
        if (named) {
            kept.push_back(*named);
        }
    }
    return kept;
}

bool keep_external_planner(const NamedExternal& planner) {
    ExternalSettings settings;
    settings.setValue(QString::fromStdString(planner.name), QString::fromStdString(planner.text));
    return settings.is_written();
}

bool forget_external_planner(const std::string& name) {
    ExternalSettings settings;
    const QString key = QString::fromStdString(name);
    if (!settings.contains(key)) {
        return false;
    }
    settings.remove(key);
    return settings.is_written();
}

}  // namespace arenascope
