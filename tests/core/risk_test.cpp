#include "core/memory/risk.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class RiskTest : public QObject {
    Q_OBJECT

private slots:
    void tiers_and_causes_are_called_as_in_the_method() {
        QCOMPARE(name_of(Tier::none), std::string_view("none"));
        QCOMPARE(name_of(Tier::low), std::string_view("low"));
        QCOMPARE(name_of(Tier::medium), std::string_view("medium"));
        QCOMPARE(name_of(Tier::high), std::string_view("high"));
        QCOMPARE(name_of(Cause::beside), std::string_view("beside"));
        QCOMPARE(name_of(Cause::at), std::string_view("at"));
        QCOMPARE(name_of(Cause::over), std::string_view("over"));
    }

    void every_name_leads_back_and_no_other_does() {
        for (const Tier tier : {Tier::none, Tier::low, Tier::medium, Tier::high}) {
            QVERIFY(tier_named(name_of(tier)) == tier);
        }
        for (const Cause cause : {Cause::none, Cause::beside, Cause::at, Cause::over}) {
            QVERIFY(cause_named(name_of(cause)) == cause);
        }
        QVERIFY(!tier_named("High").has_value());
        QVERIFY(!tier_named("").has_value());
        QVERIFY(!cause_named("above").has_value());
    }

    void rising_order_is_rising_urgency() {
        QVERIFY((Risk{Tier::high, Cause::over} > Risk{Tier::high, Cause::beside}));
        QVERIFY((Risk{Tier::high, Cause::beside} > Risk{Tier::medium, Cause::at}));
        QVERIFY((Risk{Tier::medium, Cause::at} > Risk{Tier::medium, Cause::beside}));
        QVERIFY((Risk{Tier::medium, Cause::beside} > Risk{Tier::low, Cause::none}));
        QVERIFY((Risk{Tier::low, Cause::none} > Risk{Tier::none, Cause::none}));
    }
};

ARENASCOPE_TEST(RiskTest)
#include "risk_test.moc"
