#include "tests/support/test_registry.h"

#include <cstdio>
#include <map>

#ifdef ARENASCOPE_WITHOUT_WINDOW
#include <QGuiApplication>
#else
#include <QApplication>
#endif
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include "tests/support/fresh_seed.h"

namespace arenascope::test {
namespace {

#ifdef ARENASCOPE_WITHOUT_WINDOW
using Application = QGuiApplication;
#else
using Application = QApplication;
#endif

std::map<QString, MakeTest>& registered_tests() {
    static std::map<QString, MakeTest> tests;
    return tests;
}

}  // namespace

bool register_test(const char* file, MakeTest make) {
    QString name = QFileInfo(QString::fromUtf8(file)).baseName();
    name.chop(static_cast<int>(QStringLiteral("_test").size()));
    return registered_tests().emplace(name, make).second;
}

QString shared_data(const QString& path) {
    const QString root = QStringLiteral(ARENASCOPE_SOURCE_DIRECTORY "/../shared/data");
    return QFileInfo::exists(root) ? QDir::cleanPath(root + QLatin1Char('/') + path) : QString();
}

QString published_figures() {
    return QStringLiteral(ARENASCOPE_SOURCE_DIRECTORY "/tests/family_bench/published.csv");
}

QString program() {
    return qEnvironmentVariable("ARENASCOPE_PROGRAM", QStringLiteral(ARENASCOPE_PROGRAM));
}

QString sample(const QString& name) {
    return QStringLiteral(ARENASCOPE_SOURCE_DIRECTORY "/samples/") + name;
}

}  // namespace arenascope::test

/// `program [noun] [Qt Test options]`: the tests of one file, or all.
int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    // Settings of its own, or tests that run at the same time would read each other's.
    const QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
    qputenv("XDG_DATA_HOME", settings.path().toLocal8Bit());
    const arenascope::test::Application application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("arenascope-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("arenascope-tests"));
    QStringList arguments = QCoreApplication::arguments();
    const auto& tests = arenascope::test::registered_tests();
    QString only;
    if (arguments.size() > 1 && !arguments[1].startsWith(QLatin1Char('-'))) {
        only = arguments.takeAt(1);
        if (!tests.contains(only)) {
            std::fprintf(stderr, "no test is called '%s'\n", qPrintable(only));
            return 2;
        }
    }
    // All that is drawn comes from one seed.
    const auto seed = QByteArray::number(static_cast<qulonglong>(arenascope::test::fresh_seed()));
    if (!qEnvironmentVariableIsSet("RC_PARAMS")) {
        const auto most = QByteArray::number(static_cast<qulonglong>(arenascope::test::problems_to_draw(100)));
        qputenv("RC_PARAMS", "seed=" + seed + " max_success=" + most);
    }
    int failed = 0;
    for (const auto& [name, make] : tests) {
        if (only.isEmpty() || only == name) {
            const auto test = make();
            failed += QTest::qExec(test.get(), arguments);
        }
    }
    if (failed > 0) {
        std::fprintf(stderr, "To repeat it: ARENASCOPE_SEED=%s %s %s\n", seed.constData(), argv[0], qPrintable(only));
    } else {
        std::fprintf(stderr, "Drawn from ARENASCOPE_SEED=%s\n", seed.constData());
    }
    return failed == 0 ? 0 : 1;
}
