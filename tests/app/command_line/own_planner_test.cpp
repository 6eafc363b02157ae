#include <QDir>
#include <QJsonArray>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "app/command_line/sub_commands.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

/// The examples of the guide, section "Debug your own planner".
class OwnPlannerTest : public QObject {
    Q_OBJECT

private:
    /// The steps of the recording of an example that plans a sample.
    QJsonArray steps_of(const QString& command, const QString& recording) {
        const Outcome planned = run(
            {"plan", sample(QStringLiteral("placed.csv")), "--planner", "exec:" + command + " " + recording, "--json"});
        [&] {
            QCOMPARE(planned.errors, QByteArray());
            QCOMPARE(planned.json().value(QStringLiteral("peak")).toInt(), 234'496);
        }();
        const QJsonObject checked = run({"check", recording, "--json"}).json();
        [&] { QVERIFY(checked.value(QStringLiteral("ok")).toBool()); }();
        const QJsonObject found = run({"trace", recording, "--where", "peak > 0", "--json"}).json();
        return found.value(QStringLiteral("hits")).toArray();
    }

private slots:
    void the_examples_in_cpp_and_in_python_record_the_same_run() {
        const QString compiler = QStandardPaths::findExecutable(QStringLiteral("c++"));
        if (compiler.isEmpty()) {
            QSKIP("there is no c++");
        }
        QTemporaryDir directory;
        const QString recorder = sample(QStringLiteral("../recorder"));
        const QString program = directory.filePath(QStringLiteral("first_fit"));
        QCOMPARE(QProcess::execute(compiler, {"-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-I", recorder,
                                              recorder + "/examples/first_fit.cpp", "-o", program}),
                 0);
        const QJsonArray in_cpp = steps_of(program, directory.filePath(QStringLiteral("cpp.rec")));
        const QJsonArray in_python = steps_of("python3 " + QDir::cleanPath(recorder) + "/examples/first_fit.py",
                                              directory.filePath(QStringLiteral("python.rec")));
        QCOMPARE(in_cpp.size(), 24);
        QCOMPARE(in_cpp, in_python);
    }
};

ARENASCOPE_TEST(OwnPlannerTest)
#include "own_planner_test.moc"
