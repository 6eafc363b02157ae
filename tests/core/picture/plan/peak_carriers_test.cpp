#include "core/picture/plan/peak_carriers.h"

#include <algorithm>
#include <rapidcheck.h>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;
using test::PlacedPlan;

namespace {

std::vector<std::string> names_of_carriers(const PlacedPlan& plan) {
    const std::vector<Container> stack = containers(plan.problem, plan.layout);
    std::vector<std::string> names;
    for (const MemoryRectangle& each : peak_carriers(plan.problem, plan.layout, stack, shifts(plan.problem, stack))) {
        names.emplace_back(plan.problem.buffers[each.buffer].name);
    }
    return names;
}

}  // namespace

class PeakCarriersTest : public QObject {
    Q_OBJECT

private slots:
    void are_the_topmost_and_what_is_in_use_with_it() {
        const PlacedPlan plan =
            placed_plan({{"a", 0, 4, 60, 0}, {"b", 4, 6, 90, 0}, {"c", 2, 4, 40, 60}, {"before", 0, 2, 30, 60}});
        QCOMPARE(names_of_carriers(plan), (std::vector<std::string>{"c", "a"}));
    }

    void are_those_of_the_busiest_step_of_the_topmost() {
        const PlacedPlan plan =
            placed_plan({{"early", 0, 2, 50, 0}, {"late", 2, 4, 70, 0}, {"top", 0, 4, 20, 80}, {"gap", 2, 3, 5, 70}});
        QCOMPARE(names_of_carriers(plan), (std::vector<std::string>{"top", "late"}));
    }

    void are_a_handful_of_the_largest() {
        std::vector<test::PlacedBuffer> buffers;
        for (std::int64_t i = 0; i < 9; ++i) {
            buffers.push_back({"b" + std::to_string(i), 0, 1, 10, 10 * i});
        }
        QCOMPARE(names_of_carriers(placed_plan(buffers)), (std::vector<std::string>{"b8", "b0", "b1", "b2", "b3"}));
    }

    void there_are_none_of_an_empty_layout() { QVERIFY(names_of_carriers(placed_plan({{"a", 0, 1, 10, -1}})).empty()); }

    void all_are_in_use_at_one_step_and_the_first_reaches_the_peak() {
        QVERIFY(rc::check("carriers", [] {
            std::vector<test::PlacedBuffer> buffers;
            const auto count = *rc::gen::inRange(1, 30);
            for (int i = 0; i < count; ++i) {
                const auto begin = *rc::gen::inRange<std::int64_t>(0, 20);
                buffers.push_back({std::to_string(i), begin, begin + *rc::gen::inRange<std::int64_t>(1, 10),
                                   *rc::gen::inRange<std::int64_t>(1, 100), *rc::gen::inRange<std::int64_t>(-20, 300)});
            }
            const PlacedPlan plan = placed_plan(buffers);
            const std::vector<Container> stack = containers(plan.problem, plan.layout);
            const auto carriers = peak_carriers(plan.problem, plan.layout, stack, shifts(plan.problem, stack));
            const auto placed =
                std::ranges::count_if(plan.layout.placements, [](const auto& each) { return each.has_value(); });
            RC_ASSERT(carriers.empty() == (placed == 0));
            RC_ASSERT(carriers.size() <= most_carriers);
            if (!carriers.empty()) {
                RC_ASSERT(carriers.front().to == stack.front().peak.value());
                RC_ASSERT(std::ranges::max(carriers, {}, &MemoryRectangle::begin).begin <
                          std::ranges::min(carriers, {}, &MemoryRectangle::end).end);
            }
        }));
    }
};

ARENASCOPE_TEST(PeakCarriersTest)
#include "peak_carriers_test.moc"
