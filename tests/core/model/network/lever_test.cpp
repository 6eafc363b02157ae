#include "core/model/network/lever.h"

#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class LeverTest : public QObject {
    Q_OBJECT

private slots:
    void every_lever_is_found_by_its_name() {
        for (const Lever lever : all_levers) {
            QVERIFY(lever_named(name_of(lever)) == lever);
        }
        QVERIFY(!lever_named("orders"));
        QVERIFY(!lever_named(""));
    }

    void a_lever_of_the_import_names_its_switch() {
        QVERIFY(import_switch(Lever::order, 0) == KeyValue("execution-order", "least-peak"));
        QVERIFY(import_switch(Lever::split, 2.5) == KeyValue("parts", "least-peak:2.5%"));
        QVERIFY(import_switch(Lever::recompute, 5) == KeyValue("recompute", "least-peak:5%"));
        QVERIFY(!import_switch(Lever::sharing, 5));
        QVERIFY(!import_switch(Lever::spill, 5));  // it needs a memory
        QVERIFY(!import_switch(Lever::types, 5));  // it needs a type
    }

    void only_types_change_results() {
        std::vector<Lever> levers(exact_levers.begin(), exact_levers.end());
        levers.push_back(Lever::types);
        QVERIFY(std::ranges::equal(levers, all_levers));
    }

    void names_read_as_a_list() {
        QCOMPARE(names_of({}), std::string("none"));
        QCOMPARE(names_of(std::vector{Lever::split}), std::string("split"));
        QCOMPARE(names_of(all_levers), std::string("order, split, spill, sharing, recompute and types"));
    }
};

ARENASCOPE_TEST(LeverTest)
#include "lever_test.moc"
