#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/app/program_run.h"
#include "tests/support/test_registry.h"

using namespace arenascope::test;

namespace {

constexpr int fine = 0;
constexpr int finding = 1;
constexpr int unusable = 2;

/// A plan with a buffer of 8 bytes at offset 0 in a region of 16; `more` adds top-level members.
QByteArray plan_with(const QByteArray& more) {
    return "{\"format\": \"arenascope-plan\", \"version\": 1,\n"
           "\"regions\": [{\"name\": \"arena\", \"capacity\": 16}],\n"
           "\"buffers\": [{\"name\": \"a\", \"size\": 8, \"begin\": 0, \"end\": 1, \"offset\": 0}],\n"
           "\"operators\": [{\"name\": \"n\", \"step\": 0, \"reads\": [], \"writes\": [\"a\"]}]" +
           more + "}\n";
}

const QByteArray unknown =
    ",\n\"unknown_sizes\": [{\"tensor\": \"t\", \"operator\": \"n\", \"reason\": \"nobody knows\"}]";
const QByteArray assumed = ",\n\"assumed_dimensions\": [\"N\"]";
const QByteArray bounded = ",\n\"bounded_sizes\": [{\"tensor\": \"a\", \"operator\": \"n\", \"type\": \"NonZero\"}]";

const QString from_input = QStringLiteral("-");

}  // namespace

class OpenSizesTest : public QObject {
    Q_OBJECT

private slots:
    void with_strict_unknown_or_assumed_sizes_are_a_finding() {
        QTemporaryDir folder;
        const QStringList picture = {QStringLiteral("-o"), folder.filePath(QStringLiteral("p.png"))};
        for (const char* command : {"info", "plan", "explain", "export", "check"}) {
            const QStringList plain = QStringList{QLatin1String(command), from_input} +
                                      (qstrcmp(command, "export") == 0 ? picture : QStringList());
            const QStringList strict = plain + QStringList{QStringLiteral("--strict")};
            for (const QByteArray& more : {unknown, assumed}) {
                QCOMPARE(run(plain, plan_with(more)).status, fine);
                QCOMPARE(run(strict, plan_with(more)).status, finding);
            }
            for (const QByteArray& more : {QByteArray(), bounded}) {
                QCOMPARE(run(strict, plan_with(more)).status, fine);
            }
        }
    }

    void fits_is_null_if_a_size_is_unknown() {
        const auto fits = [](const QByteArray& more, const char* capacity) -> QJsonValue {
            return run({QStringLiteral("plan"), from_input, QStringLiteral("--json"), QStringLiteral("--capacity"),
                        QLatin1String(capacity)},
                       plan_with(more))
                .json()[QLatin1String("fits")];
        };
        QCOMPARE(fits({}, "8"), QJsonValue(true));
        QCOMPARE(fits(unknown, "8"), QJsonValue(QJsonValue::Null));
        QCOMPARE(fits(unknown, "7"), QJsonValue(false));
        QCOMPARE(fits(bounded, "8"), QJsonValue(true));
    }

    void info_counts_bounded_sizes_and_gives_the_peak_of_each_region() {
        const QJsonObject json =
            run({QStringLiteral("info"), from_input, QStringLiteral("--json")}, plan_with(bounded)).json();
        QCOMPARE(json[QLatin1String("bounded_sizes")], QJsonValue(1));
        QCOMPARE(json[QLatin1String("regions")].toArray().first()[QLatin1String("peak")], QJsonValue(8));
        const QJsonObject open =
            run({QStringLiteral("info"), from_input, QStringLiteral("--json")}, "id,lower,upper,size\na,0,1,8\n")
                .json();
        QCOMPARE(open[QLatin1String("bounded_sizes")], QJsonValue(0));
        QCOMPARE(open[QLatin1String("regions")].toArray().first()[QLatin1String("peak")], QJsonValue(QJsonValue::Null));
    }

    void notes_of_reading_are_shown_with_all_figures() {
        const QByteArray content = plan_with(",\n\"capacty\": 4");
        const char* note = "unknown keys are ignored: 'capacty'";
        for (const char* command : {"plan", "explain"}) {
            const Outcome outcome = run({QLatin1String(command), from_input, QStringLiteral("--json")}, content);
            QVERIFY2(outcome.errors.contains(note), outcome.errors.constData());
            QCOMPARE(outcome.json()[QLatin1String("notes")].toArray().first(), QJsonValue(QLatin1String(note)));
        }
    }

    /// A model of which no size is known is no plan: nothing calls it complete, optimal or ok.
    void without_any_known_size_nothing_is_planned_and_nothing_is_ok() {
        const QByteArray network =
            "7767517\n3 3\nInput in 0 1 in\nConvolution conv 1 1 in a 0=8\nReLU relu 1 1 a out\n";
        const QByteArray how =
            "the shape of 'in' is missing, and with it those of 2 more tensors: give the extents of each input by "
            "--set shape.NAME=W,H,C, and write the shape of a layer that is not known into its line";
        for (const QStringList& command :
             {QStringList{"info"}, QStringList{"plan"}, QStringList{"plan", "--planner", "exact"},
              QStringList{"plan", "--planner", "all"}, QStringList{"check"}, QStringList{"explain"}}) {
            const QStringList arguments = QStringList{command.first(), from_input} + command.mid(1);
            const Outcome outcome = run(arguments, network);
            QCOMPARE(outcome.status, 0);
            const QByteArray said = outcome.output + outcome.errors;
            QVERIFY2(said.contains(how), said.constData());
            for (const char* claim : {"complete", "optimal", "ok:", "at the threshold", "at-threshold", "no overlap"}) {
                QVERIFY2(!said.contains(claim), said.constData());
            }
            QCOMPARE(run(arguments + QStringList{"--strict"}, network).status, 1);
            QCOMPARE(run(arguments + QStringList{"--strict", "--quiet"}, network).status, 1);
        }
        const QJsonObject plan = run({"plan", from_input, "--json"}, network).json();
        QCOMPARE(plan["optimal"], QJsonValue(false));
        QCOMPARE(plan["fits"], QJsonValue(QJsonValue::Null));
        QCOMPARE(plan["peak"], QJsonValue(QJsonValue::Null));
        QVERIFY(plan["notes"].toArray().last().toString().toUtf8().startsWith(how));
        const QJsonObject check = run({"check", from_input, "--json"}, network).json();
        QCOMPARE(check["ok"], QJsonValue(QJsonValue::Null));
        QVERIFY(
            run({"check", from_input}, network).output.contains("\nnothing to check: none of the 3 sizes is known"));
    }

    void a_layout_of_the_known_sizes_is_never_called_optimal() {
        const QByteArray some = "7767517\n2 2\nInput in 0 1 in 0=4 1=4 2=1\nMine relu 1 1 in out\n";
        const Outcome outcome = run({"plan", from_input, "--capacity", "100"}, some);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.output.contains(", without 1 value of unknown size\n"), outcome.output.constData());
        const QJsonObject plan = run({"plan", from_input, "--json"}, some).json();
        QCOMPARE(plan["peak"], QJsonValue(64));
        QCOMPARE(plan["optimal"], QJsonValue(false));
        QTemporaryDir folder;
        const QString written = folder.filePath(QStringLiteral("p.json"));
        QCOMPARE(run({"plan", from_input, "-o", written}, some).status, 0);
        QVERIFY(run({"check", written})
                    .output.contains("\nno finding: 1 buffers, no overlap; without 1 tensor of unknown size"));
        QCOMPARE(run({"check", written, "--strict"}).status, 1);
    }

    void what_is_written_of_unknown_sizes_opens_again() {
        const QByteArray network = "7767517\n2 2\nInput in 0 1 in\nReLU relu 1 1 in out\n";
        QTemporaryDir folder;
        for (const char* command : {"plan", "convert"}) {
            for (const char* suffix : {"csv", "json"}) {
                const QString written = folder.filePath(QStringLiteral("p.") + QLatin1String(suffix));
                const Outcome outcome = run({QLatin1String(command), from_input, "-o", written}, network);
                QCOMPARE(outcome.status, 0);
                QCOMPARE(outcome.errors.contains("cannot store"), std::string_view(suffix) == "csv");
                const Outcome again = run({"info", written});
                QVERIFY2(again.status == 0, again.errors.constData());
            }
        }
        QVERIFY(run({"plan", from_input, "-o", folder.filePath(QStringLiteral("p.csv"))}, network)
                    .errors.contains("tensors of unknown size"));
    }

    void an_unknown_dimension_name_is_wrong_usage() {
        const QByteArray csv = "id,lower,upper,size\na,0,1,8\n";
        QTemporaryDir folder;
        const QString picture = folder.filePath(QStringLiteral("p.png"));
        for (const QStringList& command :
             {QStringList{QStringLiteral("info"), from_input}, QStringList{QStringLiteral("plan"), from_input},
              QStringList{QStringLiteral("explain"), from_input}, QStringList{QStringLiteral("check"), from_input},
              QStringList{QStringLiteral("export"), from_input, QStringLiteral("-o"), picture}}) {
            const Outcome outcome =
                run(command + QStringList{QStringLiteral("--set"), QStringLiteral("dim.batch=2")}, csv);
            QCOMPARE(outcome.status, unusable);
            QVERIFY2(outcome.errors.contains("has no switch 'dim.batch'"), outcome.errors.constData());
        }
    }
};

ARENASCOPE_TEST(OpenSizesTest)
#include "open_sizes_test.moc"
