#pragma once

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/session/plan_change.h"
#include "app/session/session.h"
#include "tests/support/test_registry.h"

namespace arenascope::test {

/// Base of test classes of a session without a window, besides QObject: a temporary folder and a plan file.
class SessionFixture {
protected:
    void write(const QByteArray& content) const {
        QFile file(plan_);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    static void open(Session& session, const QString& path) {
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().open(path);
        QVERIFY(opened.wait(10'000));
    }

    /// Makes a plan the open one that was edited from it.
    static void change(Session& session, EditedPlan edited, const QString& text) {
        edit_plan(session.plan(), {[edited = std::move(edited)](const Problem&, const Layout&, const auto&) {
                                       return Expected<EditedPlan>(edited);
                                   },
                                   {},
                                   text});
    }

    QTemporaryDir folder_;
    QString plan_ = folder_.filePath(QStringLiteral("plan.csv"));
};

}  // namespace arenascope::test
