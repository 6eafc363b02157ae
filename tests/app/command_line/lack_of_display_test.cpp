// What the program says where it cannot open its window.

#include <QProcess>

#include "tests/support/test_registry.h"

using namespace arenascope::test;

class LackOfDisplayTest : public QObject {
    Q_OBJECT

private slots:
    void without_a_display_the_window_says_so() {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
            environment.remove(QLatin1String(name));
        }
        program.setProcessEnvironment(environment);
        const auto errors_with = [&](const QString& argument) {
            program.start(arenascope::test::program(), {argument});
            const bool ended = program.waitForFinished(60'000) && program.exitStatus() == QProcess::NormalExit;
            return ended && program.exitCode() == 2 ? program.readAllStandardError() : QByteArray();
        };
        QVERIFY(errors_with(sample("placed.csv")).contains("no display"));
        const QByteArray slip = errors_with("frobnicate");
        QVERIFY2(slip.contains("'frobnicate' is neither a sub-command nor a file"), slip.constData());
    }

    void an_unreachable_display_is_an_error() {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
            environment.remove(QLatin1String(name));
        }
        environment.insert(QStringLiteral("DISPLAY"), QStringLiteral(":65432"));
        program.setProcessEnvironment(environment);
        program.start(arenascope::test::program(), {sample("placed.csv")});
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 2);
        const QByteArray errors = program.readAllStandardError();
        QVERIFY2(errors.contains("the window cannot be opened") && errors.contains(":65432"), errors.constData());
        QVERIFY2(errors.count('\n') == 1, errors.constData());
    }
};

ARENASCOPE_TEST(LackOfDisplayTest)
#include "lack_of_display_test.moc"
