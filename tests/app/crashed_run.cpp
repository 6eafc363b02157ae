#include "tests/app/crashed_run.h"

#include <csignal>
#include <thread>

#include <QDir>
#include <QProcess>
#include <QtTest>

#include "app/session/journal.h"
#include "app/session/session.h"
#include "tests/app/endless_run.h"

namespace arenascope::test {
namespace {

constexpr auto journals_variable = "ARENASCOPE_CRASH_JOURNALS";
constexpr auto plan_variable = "ARENASCOPE_CRASH_PLAN";
constexpr auto edits_variable = "ARENASCOPE_CRASH_EDITS";

}  // namespace

bool is_started_to_crash() {
    return qEnvironmentVariableIsSet(journals_variable);
}

void plan_until_crash() {
    Session session;
    Journal journal(session, qEnvironmentVariable(journals_variable), [] { return ViewState(); });
    QSignalSpy opened(&session.plan(), &OpenPlan::opened);
    session.file().open(qEnvironmentVariable(plan_variable));
    QVERIFY(opened.wait(10'000));
    for (int i = 1; i <= qEnvironmentVariableIntValue(edits_variable); ++i) {
        const BufferIndex buffer(static_cast<std::size_t>(i - 1));
        session.plan().move_buffers({{buffer, {Offset(64 * i), RegionIndex(0)}}}, buffer);
    }
    // At once, before the journal has written the edits by itself.
    QSignalSpy progressed(session.tuning().run(), &PlanRun::progressed);
    session.tuning().start(
        {.planner = crashing_planner, .settings = {}, .time_limit_seconds = std::stod(endless_seconds)});
    QVERIFY(progressed.wait(30'000));
    QVERIFY(session.tuning().run()->is_running());
    std::thread([] {
        std::signal(SIGFPE, SIG_DFL);
        std::raise(SIGFPE);
    }).join();
}

void crash_while_planning(const QString& journals, const QString& plan, int edits) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(journals_variable), journals);
    environment.insert(QLatin1String(plan_variable), plan);
    environment.insert(QLatin1String(edits_variable), QString::number(edits));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("run_mark"), QStringLiteral("plan_until_crash"), QStringLiteral("-nocrashhandler")});
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY2(process.exitStatus() == QProcess::CrashExit, process.readAllStandardOutput().constData());
}

}  // namespace arenascope::test
