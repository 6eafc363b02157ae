#include "core/model/order/downset_search.h"

#include "core/model/order/order_run.h"
#include "tests/support/random_order.h"
#include "tests/support/random_wiring.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr Bytes no_ceiling(1'000'000);

}  // namespace

class DownsetSearchTest : public QObject {
    Q_OBJECT

private slots:
    void below_the_ceiling_an_order_is_found_or_none_exists() {
        QVERIFY(rc::check("ceiling", [] {
            const OrderProblem problem = random_order_problem(14);
            const DownsetResult best = search_downsets(problem, {Bytes(0), no_ceiling, 100'000});
            RC_ASSERT(best.order.has_value() && is_valid_order(problem, *best.order));
            RC_ASSERT(peak_of(problem, *best.order) == best.lower_bound);
            const DownsetResult none = search_downsets(problem, {Bytes(0), best.lower_bound, 100'000});
            RC_ASSERT(!none.order && none.lower_bound == best.lower_bound);
            const DownsetResult other =
                search_downsets(reversed(problem), {Bytes(0), best.lower_bound + Bytes(1), 100'000});
            RC_ASSERT(other.order.has_value() && other.lower_bound == best.lower_bound);
        }));
    }

    void with_few_states_the_bound_is_not_above_the_best() {
        QVERIFY(rc::check("bound", [] {
            const OrderProblem problem = random_order_problem(14);
            const DownsetResult best = search_downsets(problem, {Bytes(0), no_ceiling, 100'000});
            const DownsetResult cut =
                search_downsets(problem, {Bytes(0), no_ceiling, *rc::gen::inRange<std::size_t>(1, 8)});
            RC_ASSERT(cut.lower_bound <= best.lower_bound);
        }));
    }

    void a_beam_finds_valid_orders_and_a_wide_one_the_best() {
        QVERIFY(rc::check("beam", [] {
            const OrderProblem problem = random_order_problem(9);
            const DownsetLimits limits{Bytes(0), no_ceiling, 100'000};
            const auto narrow = beam_order(problem, 1, limits);
            RC_ASSERT(narrow.has_value() && is_valid_order(problem, *narrow));
            const auto wide = beam_order(problem, 100'000, limits);
            RC_ASSERT(wide.has_value());
            RC_ASSERT(peak_of(problem, *wide) == search_downsets(problem, limits).lower_bound);
        }));
    }

    void a_stop_ends_both() {
        OrderProblem problem;
        add_random_stage(problem, 60, 4, 0.75, 1, 3);
        const DownsetLimits limits{Bytes(0), Bytes(20), 1'000'000, [] { return true; }};
        QVERIFY(!beam_order(problem, 1'000, limits));
        const DownsetResult stopped = search_downsets(problem, limits);
        QVERIFY(!stopped.order && stopped.lower_bound < Bytes(20));
    }
};

ARENASCOPE_TEST(DownsetSearchTest)
#include "downset_search_test.moc"
