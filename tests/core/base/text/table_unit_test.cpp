#include "core/base/text/amount.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Unit unit_of(Unit plan, UnitRule rule, std::initializer_list<std::int64_t> amounts) {
    TableUnit unit;
    unit.set(plan, rule);
    for (const std::int64_t amount : amounts) {
        unit.add(amount);
    }
    return unit.unit();
}

}  // namespace

class TableUnitTest : public QObject {
    Q_OBJECT

private slots:
    void a_table_has_the_unit_of_the_plan_if_every_amount_is_legible_in_it() {
        QVERIFY(unit_of(Unit::mebibytes, UnitRule::legible, {1 << 20, 100 << 20}) == Unit::mebibytes);
        QVERIFY(unit_of(Unit::kibibytes, UnitRule::legible, {6, 1 << 20}) == Unit::kibibytes);
        QVERIFY(unit_of(Unit::kibibytes, UnitRule::legible, {}) == Unit::kibibytes);
    }

    void sizes_far_apart_get_a_unit_in_which_the_smallest_is_no_fraction_of_nothing() {
        QVERIFY(unit_of(Unit::mebibytes, UnitRule::legible, {64, 100 << 20}) == Unit::kibibytes);
        QVERIFY(unit_of(Unit::mebibytes, UnitRule::legible, {4, 100 << 20}) == Unit::bytes);
        QVERIFY(unit_of(Unit::kibibytes, UnitRule::legible, {4, 1 << 20}) == Unit::bytes);
    }

    void zero_is_legible() { QVERIFY(unit_of(Unit::mebibytes, UnitRule::legible, {0, 1 << 20}) == Unit::mebibytes); }

    void the_unit_that_the_user_chose_stays() {
        QVERIFY(unit_of(Unit::mebibytes, UnitRule::exactly, {4, 1 << 20}) == Unit::mebibytes);
        QVERIFY(unit_of(Unit::hexadecimal, UnitRule::legible, {4, 1 << 20}) == Unit::hexadecimal);
        QVERIFY(unit_of(Unit::bytes, UnitRule::legible, {4}) == Unit::bytes);
    }

    void other_amounts_get_another_unit() {
        TableUnit unit;
        unit.set(Unit::mebibytes, UnitRule::legible);
        unit.add(4);
        unit.forget();
        unit.add(1 << 20);
        QVERIFY(unit.unit() == Unit::mebibytes);
    }
};

ARENASCOPE_TEST(TableUnitTest)
#include "table_unit_test.moc"
