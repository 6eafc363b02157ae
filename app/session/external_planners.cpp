#include "app/session/external_planners.h"

#include <QSettings>
#include <QString>

#include "core/base/file/file_content.h"

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

Error settings_unwritten() {
    return {{}, 0, "your settings cannot be written", "check that your home directory is writable"};
}

Expected<void> keep_external_planners(const std::vector<NamedExternal>& planners) {
    for (const NamedExternal& planner : planners) {
        if (!keep_external_planner(planner)) {
            return failure(settings_unwritten());
        }
    }
    return {};
}

Expected<ConfirmedExternals> confirmed_externals(const std::string& path,
                                                 const std::function<bool(const NamedExternal&)>& is_confirmed) {
    const auto content = read_content(path);
    if (!content) {
        return tl::unexpected(content.error());
    }
    const auto list = parse_external_list(*content, source_name(path));
    if (!list) {
        return tl::unexpected(list.error());
    }
    ConfirmedExternals result{{}, list->size()};
    for (const NamedExternal& planner : *list) {
        if (is_confirmed(planner)) {
            result.confirmed.push_back(planner);
        }
    }
    return result;
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
