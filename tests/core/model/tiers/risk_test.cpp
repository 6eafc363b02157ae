#include "core/model/tiers/risk.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class RiskTest : public QObject {
    Q_OBJECT

private slots:
    void tiers_and_causes_have_the_names_of_the_method() {
        QCOMPARE(name_of(Tier::none), std::string_view("none"));
        QCOMPARE(name_of(Tier::low), std::string_view("low"));
        QCOMPARE(name_of(Tier::medium), std::string_view("medium"));
        QCOMPARE(name_of(Tier::high), std::string_view("high"));
        QCOMPARE(name_of(Cause::beside), std::string_view("beside"));
        QCOMPARE(name_of(Cause::at), std::string_view("at"));
        QCOMPARE(name_of(Cause::over), std::string_view("over"));
    }

    void risks_compare_by_urgency() {
        QVERIFY((Risk{Tier::high, Cause::over} > Risk{Tier::high, Cause::beside}));
        QVERIFY((Risk{Tier::high, Cause::beside} > Risk{Tier::medium, Cause::at}));
        QVERIFY((Risk{Tier::medium, Cause::at} > Risk{Tier::medium, Cause::beside}));
        QVERIFY((Risk{Tier::medium, Cause::beside} > Risk{Tier::low, Cause::none}));
        QVERIFY((Risk{Tier::low, Cause::none} > Risk{Tier::none, Cause::none}));
    }
};

ARENASCOPE_TEST(RiskTest)
#include "risk_test.moc"
