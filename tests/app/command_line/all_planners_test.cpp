#include "app/command_line/all_planners.h"

#include <algorithm>

#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "core/planner/compared_runs.h"
#include "core/planner/registry.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Ends the planners that would search for seconds.
const QStringList few_steps{"--set", "steps=2000"};
const QByteArray two_buffers = "id,lower,upper,size\na,0,4,8\nb,2,6,8\n";

}  // namespace

class AllPlannersTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    QString best_ = folder_.filePath(QStringLiteral("best.json"));  ///< the best layout of json_
    Outcome json_;                                                  ///< mobile_vision with all planners
    Outcome text_;                                                  ///< the same with few steps, as a table

private slots:
    void initTestCase() {
        const QStringList all{"plan", sample("mobile_vision.json"), "--planner", "all"};
        json_ = run(all + QStringList{"--json", "-o", best_});
        text_ = run(all + few_steps);
    }

    void each_planner_has_a_result_without_its_buffers() {
        QCOMPARE(json_.status, 0);
        const QJsonArray results = json_.json()["results"].toArray();
        const std::vector<ComparedRun> runs = compared_runs({});
        QCOMPARE(static_cast<std::size_t>(results.size()), runs.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const QJsonObject result = results[static_cast<qsizetype>(i)].toObject();
            QCOMPARE(result["planner"].toString().toStdString(), std::string(runs[i].planner->description.name));
            for (const auto& [key, value] : runs[i].settings) {
                QCOMPARE(result["settings"].toObject()[QString::fromStdString(key)].toString().toStdString(), value);
            }
            QVERIFY(!result.contains(QLatin1String("buffers")));
            if (!result.contains(QLatin1String("error"))) {
                QVERIFY(result["peak"].toInteger() >= result["lower_bound"].toInteger());
                QVERIFY(result.contains(QLatin1String("seconds")) && result.contains(QLatin1String("goal")));
            }
        }
    }

    void the_best_layout_is_the_one_that_is_written() {
        std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
        for (const QJsonValue& result : json_.json()["results"].toArray()) {
            lowest = std::min<std::int64_t>(lowest, result["peak"].toInteger(lowest));
        }
        QCOMPARE(run({"info", best_, "--json"}).json()["peak"].toInteger(), lowest);
        QCOMPARE(run({"check", best_}).status, 0);
    }

    void the_text_is_a_table_with_a_line_for_each_planner() {
        QCOMPARE(static_cast<std::size_t>(text_.output.count('\n')), compared_runs({}).size() + 2);
        QVERIFY(text_.output.startsWith("planner"));
        for (const Planner& planner : planners()) {
            QVERIFY(text_.output.contains('\n' + QByteArray(planner.description.name.data(),
                                                            static_cast<qsizetype>(planner.description.name.size()))));
        }
    }

    void the_columns_line_up() {
        QList<QByteArray> lines = text_.output.trimmed().split('\n');
        lines.removeLast();  // the verdict
        const qsizetype end_of_seconds = lines.first().indexOf("seconds") + 7;
        for (const QByteArray& line : lines.mid(1)) {
            QVERIFY2(line[end_of_seconds - 4] == '.' && line[end_of_seconds] == ' ', line.constData());
            QVERIFY2(line.indexOf(" KiB") + 4 == lines.first().indexOf("peak") + 4, line.constData());
        }
    }

    void the_text_is_the_same_in_every_run() {
        const auto table = [] {
            return QString(run({"plan", "-", "--planner", "all"}, two_buffers).output)
                .replace(QRegularExpression(QStringLiteral(" *[0-9]+\\.[0-9]{3} ")), QStringLiteral(" seconds "));
        };
        QCOMPARE(table(), table());
    }

    void without_a_layout_there_is_no_table() {
        const Outcome refused =
            run({"plan", sample("mobile_vision.json"), "--planner", "all", "--set", "alignment=4611686018427387903"});
        QCOMPARE(refused.status, 2);
        QCOMPARE(refused.output, QByteArray());
    }

    void a_reader_that_leaves_keeps_no_layout_from_being_written() {
        const QString best = folder_.filePath(QStringLiteral("kept.json"));
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"),
                    {"-c", "{ '" + program() + "' plan '" + sample("mobile_vision.json") + "' --planner all -o '" +
                               best + "' " + few_steps.join(QLatin1Char(' ')) + "; echo \"status $?\" >&2; } | true"});
        QVERIFY(shell.waitForFinished(240'000));
        const QByteArray errors = shell.readAllStandardError();
        QVERIFY2(errors.contains("status 4"), errors.constData());
        QCOMPARE(run({"check", best}).status, 0);
    }

    void a_setting_goes_to_the_planners_that_have_it() {
        const auto set = [](const QStringList& setting) {
            return run(QStringList{"plan", "-", "--planner", "all", "--set"} + setting, two_buffers);
        };
        QCOMPARE(set({"metrics=length"}).status, 0);
        const Outcome aligned = set({"alignment=64", "--json"});
        QCOMPARE(aligned.status, 0);
        const Outcome unknown = set({"colour=red"});
        QCOMPARE(unknown.status, 2);
        QVERIFY(unknown.errors.contains("there is no option 'colour'"));
    }

    void options_for_a_single_planner_are_refused() {
        const QString trace = folder_.filePath(QStringLiteral("trace.json"));
        QCOMPARE(run({"plan", sample("placed.csv"), "--planner", "all", "--trace", trace}).status, 2);
        QCOMPARE(run({"plan", sample("inception_cell.param"), "--planner", "all", "--set", "deploy=" + trace}).status,
                 2);
        QVERIFY(!QFile::exists(trace));
    }

    void a_problem_that_all_planners_refuse_is_an_error_with_the_reason() {
        const Outcome refused =
            run({"plan", sample("mobile_vision.json"), "--planner", "all", "--set", "alignment=4611686018427387903"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains("alignment") && !refused.errors.contains("stopped"), refused.errors);
    }

    void a_planner_that_leaves_buffers_unplaced_has_figures_and_an_error() {
        const QStringList all{"plan", sample("inception_eight_cores.json"), "--planner", "all"};
        const Outcome plan = run(all + QStringList{"--capacity", "100k", "--time-limit", "5", "--json"} + few_steps);
        QCOMPARE(plan.status, 1);
        const QJsonArray results = plan.json()["results"].toArray();
        const auto found = std::find_if(results.begin(), results.end(), [](const QJsonValue& result) {
            return result["planner"].toString() == QStringLiteral("many-core");
        });
        QVERIFY(found != results.end());
        const QJsonObject many_core = found->toObject();
        QVERIFY(many_core["error"].toString().contains(QStringLiteral("no room")));
        QVERIFY(!many_core["fits"].toBool() && !many_core["optimal"].toBool());
        QVERIFY(!many_core["misfits"].toArray().isEmpty());
        QCOMPARE(many_core["cores"].toArray().size(), 8);
    }

    void with_several_memories_the_sum_of_peaks_is_reported() {
        const QByteArray plan = "id,lower,upper,size,region\na,0,4,8,slow\nb,0,4,9,fast\nc,3,5,2,slow\n";
        const Outcome json = run({"plan", "-", "--planner", "all", "--json"}, plan);
        for (const QJsonValue& result : json.json()["results"].toArray()) {
            if (result.toObject().contains(QLatin1String("peak"))) {
                QVERIFY(result["total_peak"].toInteger() >= 19);
                QCOMPARE(result["total_threshold"].toInteger(), 19);
            }
        }
        QVERIFY(run({"plan", "-", "--planner", "all"}, plan).output.contains("sum of peaks"));
        QCOMPARE(run({"plan", "-", "--json"}, plan).json()["total_peak"].toInteger(), 19);
        const QByteArray one = "id,lower,upper,size\na,0,4,8\n";
        QVERIFY(!run({"plan", "-", "--planner", "all"}, one).output.contains("sum of peaks"));
        QVERIFY(!run({"plan", "-", "--json"}, one).json().contains(QLatin1String("total_peak")));
    }

    void no_plan_that_fits_is_a_finding() {
        QCOMPARE(run({"plan", sample("mobile_vision.json"), "--planner", "all", "--capacity", "1KiB"}).status, 1);
    }
};

ARENASCOPE_TEST(AllPlannersTest)
#include "all_planners_test.moc"
