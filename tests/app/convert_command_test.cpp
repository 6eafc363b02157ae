#include <QTemporaryDir>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

/// `convert --generate`: made-up problems.
class ConvertCommandTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }

private slots:
    void a_generated_problem_is_written_without_offsets() {
        for (const char* kind : {"sparse", "dense", "model", "perfect"}) {
            const QString file = path("made.csv");
            QCOMPARE(run({"convert", "--generate", kind, "--count", "300", "--seed", "4", "-o", file}).status, 0);
            const QJsonObject info = run({"info", file, "--json"}).json();
            QCOMPARE(info["buffers"].toInt(), 300);
            QCOMPARE(info["placed"].toBool(), false);
        }
    }

    void the_same_arguments_give_the_same_bytes_in_both_formats() {
        for (const char* name : {"made.csv", "made.json"}) {
            const auto made = [&](const char* seed) {
                const QString file = path(name);
                return run({"convert", "--generate", "model", "--count", "200", "--seed", seed, "-o", file}).status == 0
                           ? content_of(file)
                           : QByteArray();
            };
            const QByteArray first = made("1");
            QVERIFY(!first.isEmpty());
            QCOMPARE(made("1"), first);
            QVERIFY(made("2") != first);
        }
    }

    void no_planner_gets_below_the_threshold_of_a_perfect_packing() {
        const QString file = path("perfect.csv");
        QCOMPARE(run({"convert", "--generate", "perfect", "--count", "12", "-o", file}).status, 0);
        const QJsonObject plan = run({"plan", file, "--planner", "exact", "--json"}).json();
        QCOMPARE(plan["peak"], plan["threshold"]);
    }

    void what_is_missing_or_wrong_is_an_error() {
        const QString file = path("made.csv");
        const auto error_of = [](const QStringList& arguments) {
            const Outcome outcome = run(arguments);
            return outcome.status == 2 ? outcome.errors : QByteArray("no usage error");
        };
        QVERIFY(error_of({"convert", "-o", file}).contains("there is no file to convert"));
        QVERIFY(error_of({"convert", "--generate", "model", "-o", file}).contains("add --count N"));
        QVERIFY(error_of({"convert", "--generate", "round", "--count", "3", "-o", file})
                    .contains("the kinds are: sparse, dense, model, perfect"));
        QVERIFY(error_of({"convert", "x.csv", "--generate", "model", "--count", "3", "-o", file})
                    .contains("it takes no file"));
        QVERIFY(error_of({"convert", "x.csv", "--count", "3", "-o", file}).contains("add --generate KIND"));
        QVERIFY(error_of({"convert", "--generate", "model", "--count", "0", "-o", file}).contains("at least 1"));
    }
};

ARENASCOPE_TEST(ConvertCommandTest)
#include "convert_command_test.moc"
