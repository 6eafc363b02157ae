#include <QFile>
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

    void a_trace_changes_its_form_and_back_without_a_loss() {
        const QString text = path("run.json");
        const QString binary = path("run.arenatrace");
        QCOMPARE(run({"plan", sample(QStringLiteral("mobile_vision.json")), "--trace", text}).status, 0);
        QCOMPARE(run({"convert", text, "-o", binary}).status, 0);
        QVERIFY(
            content_of(binary).startsWith(QByteArray("\x89"
                                                     "ATR")));
        QVERIFY(content_of(binary).size() < content_of(text).size());
        QCOMPARE(run({"info", binary, "--json"}).json()["format"].toString(), QStringLiteral("trace-binary"));
        QCOMPARE(run({"convert", binary, "--trace", path("back.json"), "-o", path("plan.json")}).status, 0);
        QCOMPARE(content_of(path("back.json")), content_of(text));
        QCOMPARE(run({"check", path("plan.json")}).status, 0);
        QCOMPARE(run({"convert", path("back.json"), "--trace", path("again.arenatrace")}).status, 0);
        QCOMPARE(content_of(path("again.arenatrace")), content_of(binary));
        QCOMPARE(
            run({"plan", sample(QStringLiteral("mobile_vision.json")), "--trace", path("straight.arenatrace")}).status,
            0);
        QCOMPARE(run({"convert", path("straight.arenatrace"), "--trace", path("straight.json")}).status, 0);
        QCOMPARE(content_of(path("straight.json")), content_of(text));
        const QStringList where = {"--where", "best < before(best)"};
        QCOMPARE(run(QStringList{"trace", binary} + where).output, run(QStringList{"trace", text} + where).output);
    }

    void a_plan_has_no_trace_to_write() {
        const Outcome outcome = run({"convert", sample(QStringLiteral("placed.csv")), "-o", path("none.arenatrace")});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.errors.contains("it holds no trace"));
        QVERIFY(!QFile::exists(path("none.arenatrace")));
        QVERIFY(run({"convert", sample(QStringLiteral("placed.csv"))}).errors.contains("add -o FILE"));
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
