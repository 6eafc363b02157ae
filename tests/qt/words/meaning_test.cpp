#include "qt/words/meaning.h"

#include <QObject>
#include <QStringList>

#include "tests/support/test_registry.h"

using namespace arenascope;

class MeaningTest : public QObject {
    Q_OBJECT

private slots:
    void each_meaning_begins_with_its_word() {
        QVERIFY(threshold_meaning().startsWith("Theoretical threshold:"));
        QVERIFY(lower_bound_meaning().startsWith("Lower bound:"));
        QVERIFY(goal_meaning(Goal::work_spent).startsWith("Work spent:"));
        QVERIFY(risk_meaning({Tier::high, Cause::over}).startsWith("Over:"));
        QVERIFY(risk_meaning({Tier::medium, Cause::beside}).startsWith("Beside:"));
        QVERIFY(goal_meaning(Goal::complete).startsWith("Complete:"));
        QVERIFY(goal_meaning(Goal::stopped).isEmpty());
    }

    void every_tier_and_cause_has_a_meaning_of_its_own() {
        QStringList meanings;
        for (const Risk risk :
             {Risk{Tier::high, Cause::over}, Risk{Tier::high, Cause::beside}, Risk{Tier::medium, Cause::at},
              Risk{Tier::medium, Cause::beside}, Risk{Tier::low, Cause::none}, Risk{Tier::none, Cause::none}}) {
            meanings << risk_meaning(risk);
        }
        QCOMPARE(meanings.removeDuplicates(), 0);
    }
};

ARENASCOPE_TEST(MeaningTest)
#include "meaning_test.moc"
