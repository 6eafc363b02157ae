#include <QJsonArray>

#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

class CheckCommandTest : public QObject {
    Q_OBJECT

private slots:
    void peak_threshold_and_capacity_are_told() {
        const QByteArray plan = "id,lower,upper,size,offset\na,0,4,8,4\nb,4,6,2,0\n";
        const Outcome without = run({"check", "-", "--json"}, plan);
        QCOMPARE(without.json()["peak"].toInt(), 12);
        QCOMPARE(without.json()["threshold"].toInt(), 8);
        QVERIFY(without.json().contains("capacity") && without.json()["capacity"].isNull());
        QCOMPARE(run({"check", "-", "--json", "--capacity", "16"}, plan).json()["capacity"].toInt(), 16);
        const Outcome unplaced = run({"check", "-", "--json"}, "id,lower,upper,size\na,0,4,8\n");
        QVERIFY(unplaced.json()["peak"].isNull());
        QCOMPARE(unplaced.json()["threshold"].toInt(), 8);
    }
};

ARENASCOPE_TEST(CheckCommandTest)
#include "check_command_test.moc"
