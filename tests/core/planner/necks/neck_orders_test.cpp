#include "core/planner/necks/neck_orders.h"

#include <algorithm>
#include <functional>

#include "core/planner/generate/generated_problem.h"
#include "tests/core/planner/necks/whole_part.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::uint64_t plenty_for_orders = 30'000'000;

}  // namespace

class NeckOrdersTest : public QObject {
    Q_OBJECT

private slots:
    void it_ends_when_no_order_has_anything_above_the_threshold() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 4, 3)});
        const RegionPart part = whole_part(problem);
        NeckOrders orders(part, RegionIndex(0), Offset(7), 1);
        QVERIFY(orders.turn(any_peak, plenty_for_orders, never_stopped));
        QCOMPARE(orders.peak(), Offset(7));
        QVERIFY(orders.is_exhausted());
        QVERIFY(orders.work() < 100);
    }

    /// The race alone ends above the threshold here; orders that learn reach it.
    void what_ended_above_the_threshold_comes_earlier_until_it_fits() {
        const Problem problem = model_problem(2'000, 7);
        const RegionPart part = whole_part(problem);
        const Offset threshold(live_profile(problem, RegionIndex(0)).threshold.value());
        NeckOrders orders(part, RegionIndex(0), threshold, 1);
        std::vector<Offset> peaks;
        while (orders.turn(any_peak, plenty_for_orders, never_stopped)) {
            peaks.push_back(orders.peak());
        }
        QVERIFY(peaks.size() > 1);
        QVERIFY(std::ranges::is_sorted(peaks, std::ranges::greater()));
        QVERIFY(peaks.back() < peaks.front());
    }

    void only_a_peak_below_the_best_counts() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 1, 4, 3)});
        const RegionPart part = whole_part(problem);
        NeckOrders orders(part, RegionIndex(0), Offset(7), 1);
        QVERIFY(!orders.turn(Offset(7), plenty_for_orders, never_stopped));
        QVERIFY(orders.is_exhausted());
    }

    void its_layouts_are_sound_and_have_the_peak_that_it_names() {
        QVERIFY(rc::check("orders", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const RegionPart part = whole_part(problem);
            NeckOrders orders(part, RegionIndex(0), Offset(live_profile(problem, RegionIndex(0)).threshold.value()), 1);
            while (orders.turn(any_peak, 200'000, never_stopped)) {
                RC_ASSERT(is_sound_below(part, orders.offsets(), orders.peak()));
                RC_ASSERT(peak(part.problem, layout_of_part(part, orders.offsets())) == orders.peak());
            }
        }));
    }
};

ARENASCOPE_TEST(NeckOrdersTest)
#include "neck_orders_test.moc"
