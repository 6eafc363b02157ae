// Whatever the program writes of a file that it read, it reads.

#include <utility>

#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope::test;

namespace {

constexpr std::pair<const char*, const char*> layouts_and_runs[] = {{"plan.csv", "run.json"},
                                                                    {"plan.json", "run.arenatrace"}};

}  // namespace

class WrittenFilesTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QString& name) const { return folder_.filePath(name); }

    QString written(const QString& name, const QByteArray& content) const {
        QFile target(file(name));
        [&] { QVERIFY(target.open(QIODevice::WriteOnly)); }();
        target.write(content);
        return target.fileName();
    }

    /// Status 1 is a finding, which a file may well have.
    static bool is_read(const QString& path) {
        for (const char* command : {"info", "check"}) {
            const Outcome outcome = run({QString::fromLatin1(command), path});
            if (outcome.status != 0 && outcome.status != 1) {
                qWarning("%s %s: %s", command, qPrintable(path), outcome.errors.constData());
                return false;
            }
        }
        return true;
    }

    /// Runs a command that writes a file, which is then read. Pictures are only written.
    void verify_written(QStringList arguments, const QString& name, bool is_picture = false) const {
        const QString target = file(name);
        QFile::remove(target);
        arguments << target;
        const Outcome outcome = run(arguments);
        QVERIFY2(outcome.status == 0 || outcome.status == 1,
                 (arguments.join(QLatin1Char(' ')).toUtf8() + ": " + outcome.errors).constData());
        QVERIFY2(QFile::exists(target) && (is_picture || is_read(target)),
                 qPrintable(arguments.join(QLatin1Char(' '))));
    }

private slots:
    void what_is_written_of_a_file_is_read_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("a table of no buffers") << written(QStringLiteral("none.csv"), "id,lower,upper,size\n");
        QTest::newRow("a table of no buffers with regions")
            << written(QStringLiteral("regions.csv"), "id,lower,upper,size,region,offset\n");
        QTest::newRow("a plan of no buffers")
            << written(QStringLiteral("none.json"), R"({"format": "arenascope-plan", "version": 1, "buffers": []})");
        QTest::newRow("a plan of no buffers in two memories")
            << written(QStringLiteral("memories.json"),
                       R"({"format": "arenascope-plan", "version": 1, "buffers": [],
                           "regions": [{"name": "a", "capacity": 8}, {"name": "b", "base": 64}]})");
        QTest::newRow("a network of no known size")
            << written(QStringLiteral("unknown.param"), "7767517\n2 2\nInput data 0 1 data\nReLU act 1 1 data out\n");
        QTest::newRow("pins alone") << written(QStringLiteral("pins.csv"), "id,lower,upper,size,pin\na,0,1,3,1\n");
        QTest::newRow("one buffer") << written(QStringLiteral("one.csv"), "id,lower,upper,size\na,0,1,3\n");
        QTest::newRow("variable scratch") << written(QStringLiteral("scratch.json"), R"({
            "format": "arenascope-plan", "version": 1, "buffers": [
              {"name": "a", "size": 100, "begin": 0, "end": 2},
              {"name": "b", "size": 40, "begin": 1, "end": 3},
              {"name": "s", "begin": 2, "end": 3, "scratch": {"variable": true, "minimum": 8}}]})");
    }
    void what_is_written_of_a_file_is_read() {
        QFETCH(QString, path);
        const Outcome info = run({QStringLiteral("info"), path, QStringLiteral("--json")});
        QVERIFY2(info.status == 0 || info.status == 1, info.errors.constData());
        for (const char* form : {"copy.csv", "copy.json"}) {
            verify_written({QStringLiteral("convert"), path, QStringLiteral("-o")}, QString::fromLatin1(form));
        }
        // One that records in each way. Each writes one form of this file and the other of the next: these are many
        // processes.
        static std::size_t files = 0;
        std::size_t turn = files++;
        for (const char* planner : {"peak-suppression", "exact", "portfolio", "hill-climb", "greedy-tflm",
                                    "operator-sharing", "equality", "many-core", "scratch"}) {
            const QString name = QString::fromLatin1(planner);
            const auto& [layout, form] = layouts_and_runs[turn++ % std::size(layouts_and_runs)];
            if (path.endsWith(QLatin1String("pins.csv")) && name == QLatin1String("equality")) {
                continue;  // planners of shared objects refuse pins
            }
            const QStringList plan = {QStringLiteral("plan"), path, QStringLiteral("--planner"), name};
            const QString written_too = file(QString::fromLatin1(layout));
            QFile::remove(written_too);
            verify_written(plan + QStringList{QStringLiteral("-o"), written_too, QStringLiteral("--trace")},
                           QString::fromLatin1(form));
            QVERIFY2(QFile::exists(written_too) && is_read(written_too), qPrintable(name));
            const Outcome steps = run({QStringLiteral("trace"), file(QString::fromLatin1(form)),
                                       QStringLiteral("--where"), QStringLiteral("peak >= 0")});
            QVERIFY2(steps.status == 0, steps.errors.constData());
        }
        verify_written(
            {QStringLiteral("plan"), path, QStringLiteral("--planner"), QStringLiteral("all"), QStringLiteral("-o")},
            QStringLiteral("best.json"));
        for (const char* form : {"picture.svg", "picture.png", "picture.pdf"}) {
            verify_written({QStringLiteral("export"), path, QStringLiteral("-o")}, QString::fromLatin1(form), true);
        }
        // A report holds the plan only where no command makes it again.
        verify_written({QStringLiteral("export"), path, QStringLiteral("-o")}, QStringLiteral("report.html"), true);
        const Outcome shown = run({QStringLiteral("show"), path});
        QVERIFY2(shown.status == 0, shown.errors.constData());
        const Outcome explained = run({QStringLiteral("explain"), path});
        QVERIFY2(explained.status == 0, explained.errors.constData());
        const Outcome compared = run({QStringLiteral("compare"), path, file(QStringLiteral("best.json"))});
        QVERIFY2(compared.status == 0 || compared.status == 1, compared.errors.constData());
    }
};

ARENASCOPE_TEST(WrittenFilesTest)
#include "written_files_test.moc"
