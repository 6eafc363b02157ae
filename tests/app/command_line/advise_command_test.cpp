#include <QJsonArray>

#include "tests/app/program_run.h"

using namespace arenascope::test;

namespace {

QString cell() {
    return sample(QStringLiteral("inception_cell.param"));
}

QJsonArray options_of(const QJsonObject& result) {
    return result.value(QStringLiteral("options")).toArray();
}

}  // namespace

class AdviseCommandTest : public QObject {
    Q_OBJECT

private slots:
    void the_first_option_is_the_network_as_it_is_and_the_rest_is_sorted_and_lower() {
        const Outcome outcome = run({"advise", cell(), "--json"});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QVERIFY(json.value(QStringLiteral("fits")).isNull());
        const QJsonArray options = options_of(json);
        QVERIFY(options.size() > 1);
        QCOMPARE(options[0].toObject().value(QStringLiteral("levers")).toArray().size(), 0);
        QCOMPARE(options[0].toObject().value(QStringLiteral("peak")), json.value(QStringLiteral("peak")));
        for (qsizetype i = 1; i < options.size(); ++i) {
            const QJsonObject option = options[i].toObject();
            QVERIFY(option.value(QStringLiteral("peak")).toInt() < json.value(QStringLiteral("peak")).toInt());
            QVERIFY(option.value(QStringLiteral("extra_work")).toDouble() >= 0);
            QVERIFY(i == 1 || options[i - 1].toObject().value(QStringLiteral("extra_work")).toDouble() <=
                                  option.value(QStringLiteral("extra_work")).toDouble());
        }
    }

    void each_command_gives_the_peak_of_its_row() {
        const QJsonArray options = options_of(run({"advise", cell(), "--json"}).json());
        for (const auto& each : options) {
            const QJsonObject option = each.toObject();
            QStringList words = option.value(QStringLiteral("command")).toString().split(QLatin1Char(' '));
            QCOMPARE(words.takeFirst(), QStringLiteral("arenascope"));
            const Outcome planned = run(words + QStringList{QStringLiteral("--json")});
            QCOMPARE(planned.status, 0);
            for (const char* key : {"peak", "threshold"}) {
                QCOMPARE(planned.json().value(QLatin1String(key)), option.value(QLatin1String(key)));
            }
        }
    }

    void a_capacity_asks_for_what_fits() {
        const Outcome fits = run({"advise", cell(), "--capacity", "160KiB"});
        QCOMPARE(fits.status, 0);
        QVERIFY(fits.output.startsWith("Fits with "));
        const Outcome plain = run({"advise", cell(), "--capacity", "1MiB"});
        QVERIFY(plain.output.startsWith("Fits as it is: 192 KiB."));
        const Outcome none = run({"advise", cell(), "--capacity", "1KiB", "--json"});
        QCOMPARE(none.status, 1);
        QCOMPARE(none.json().value(QStringLiteral("fits")).toBool(true), false);
    }

    void only_allowed_levers_are_tried() {
        const QJsonArray options = options_of(run({"advise", cell(), "--allow", "sharing", "--json"}).json());
        QCOMPARE(options.size(), 2);
        QCOMPARE(options[1].toObject().value(QStringLiteral("levers")).toArray(),
                 QJsonArray{QStringLiteral("sharing")});
    }

    void mistakes_are_told_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("lever") << QStringList{"--allow", "order,sharping"}
                               << QByteArray(
                                      "there is no lever 'sharping'; the levers are order, split, spill, sharing");
        QTest::newRow("empty lever") << QStringList{"--allow", "order,"} << QByteArray("there is no lever ''");
        QTest::newRow("percentage") << QStringList{"--max-extra-work", "-3%"} << QByteArray("is no percentage");
        QTest::newRow("planner's option")
            << QStringList{"--set", "work=3"} << QByteArray("advise chooses the planners and their option 'work'");
    }
    void mistakes_are_told() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, words);
        const Outcome outcome = run(QStringList{QStringLiteral("advise"), cell()} + arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains(words), outcome.errors.constData());
    }

    void a_second_memory_is_offered_where_it_is_given() {
        for (const QStringList& given : {QStringList{"--allow", "spill", "--set", "spill=sdram:1MiB"},
                                         QStringList{"--allow", "spill=sdram:1MiB"}}) {
            const Outcome outcome = run(QStringList{"advise", cell(), "--capacity", "140KiB", "--json"} + given);
            QCOMPARE(outcome.status, 0);
            bool is_offered = false;
            for (const auto& each : options_of(outcome.json())) {
                const QJsonObject option = each.toObject();
                if (option.value(QStringLiteral("levers")).toArray() != QJsonArray{QStringLiteral("spill")}) {
                    continue;
                }
                is_offered = true;
                QVERIFY(option.value(QStringLiteral("fits")).toBool());
                QVERIFY(option.value(QStringLiteral("peak")).toInt() <= 140 * 1024);
                QVERIFY(option.value(QStringLiteral("traffic")).toInt() > 0);
                QStringList words = option.value(QStringLiteral("command")).toString().split(QLatin1Char(' '));
                words.removeFirst();
                const QJsonObject planned = run(words + QStringList{QStringLiteral("--json")}).json();
                for (const char* key : {"peak", "threshold", "lower_bound", "traffic"}) {
                    QCOMPARE(planned.value(QLatin1String(key)), option.value(QLatin1String(key)));
                }
                const QJsonObject second = planned.value(QStringLiteral("regions")).toArray().at(1).toObject();
                QCOMPARE(second.value(QStringLiteral("name")), QStringLiteral("sdram"));
                QVERIFY(second.value(QStringLiteral("peak")).toInt() > 0);
            }
            QVERIFY(is_offered);
        }
    }

    void without_a_second_memory_a_note_says_so() {
        const Outcome outcome = run({"advise", cell(), "--allow", "spill"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.errors.contains("spill: the file names no second memory; --set spill=NAME:BYTES gives one"),
                 outcome.errors.constData());
    }

    void standard_input_is_refused_because_it_is_read_again() {
        const Outcome outcome = run({"advise", "-"});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.errors.contains("give it as a file"));
    }

    void a_file_without_operators_has_no_lever() {
        const Outcome outcome = run({"advise", sample(QStringLiteral("placed.csv")), "--json"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(options_of(outcome.json()).size(), 1);
        QVERIFY(outcome.errors.contains("no operators"));
    }
};

ARENASCOPE_TEST(AdviseCommandTest)
#include "advise_command_test.moc"
