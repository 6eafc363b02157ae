#include "core/analysis/compare/change_list.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

ComparedSide listed_side(const PlacedPlan& plan) {
    return {shared(plan.problem), shared(plan.layout), shared(IndexedVector<BufferIndex, Risk>()),
            shared(PlanProfiles(plan.problem, plan.layout))};
}

}  // namespace

class ChangeListTest : public QObject {
    Q_OBJECT

private slots:
    void the_farthest_move_comes_first_and_what_has_none_last() {
        const PlacedPlan first =
            placed_plan({{"gone", 0, 2, 3, 90}, {"near", 0, 2, 8, 0}, {"far", 0, 2, 8, 16}, {"same", 0, 2, 8, 40}});
        const PlacedPlan second =
            placed_plan({{"near", 0, 2, 8, 8}, {"far", 0, 2, 9, 0}, {"same", 0, 2, 8, 40}, {"new", 0, 3, 4, 64}});
        const ComparedPlans plans = compare_plans(listed_side(first), listed_side(second));
        QCOMPARE(difference_count(plans.changes), std::size_t{4});
        const FactTable table = change_facts(plans, 10);
        const auto names = [&table] {
            std::vector<std::string> found;
            for (const auto& row : table.rows) {
                found.push_back(std::get<std::string>(row[0]));
            }
            return found;
        };
        QCOMPARE(names(), (std::vector<std::string>{"far", "near", "gone", "new"}));
        QCOMPARE(table.rows[0], (std::vector<FactValue>{"far", "moved, resized", std::int64_t{8}, std::int64_t{9},
                                                        std::int64_t{16}, std::int64_t{0}, std::int64_t{-16}}));
        QCOMPARE(table.rows[3][table.column("size_a")], FactValue());
        QCOMPARE(std::get<std::string>(table.rows[3][table.column("change")]), std::string("added"));
        QCOMPARE(change_facts(plans, 1).rows.size(), std::size_t{1});
    }

    void a_renamed_buffer_has_both_names() {
        const ComparedPlans plans = compare_plans(listed_side(placed_plan({{"old", 0, 2, 8, 0}})),
                                                  listed_side(placed_plan({{"new", 0, 2, 8, 0}})));
        QCOMPARE(std::get<std::string>(change_facts(plans, 1).rows[0][0]), std::string("old → new"));
    }
};

ARENASCOPE_TEST(ChangeListTest)
#include "change_list_test.moc"
