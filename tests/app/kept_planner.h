#pragma once

#include <string>

#include <QFile>
#include <QTemporaryDir>

#include "app/session/external_planners.h"

namespace arenascope::test {

/// A script in a folder that the user keeps as an external planner, until this object ends.
class KeptPlanner {
public:
    KeptPlanner(const QTemporaryDir& folder, const std::string& name, const char* script)
        : planner_{name, "exec:" + folder.filePath(QString::fromStdString(name)).toStdString()} {
        QFile file(folder.filePath(QString::fromStdString(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(script) < 0) {
            qFatal("cannot write a test file");
        }
        file.close();
        file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
        if (!keep_external_planner(planner_)) {
            qFatal("the settings cannot be written");
        }
    }
    ~KeptPlanner() { (void)forget_external_planner(planner_.name); }
    KeptPlanner(const KeptPlanner&) = delete;
    KeptPlanner& operator=(const KeptPlanner&) = delete;

    [[nodiscard]] const std::string& text() const { return planner_.text; }

private:
    NamedExternal planner_;
};

}  // namespace arenascope::test
