#include "core/planner/sharing/sharing_search.h"

#include <limits>
#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/sharing/sharing_bound.h"
#include "tests/support/dataflow.h"
#include "tests/support/random_decisions.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr Offset any_peak(std::numeric_limits<std::int64_t>::max());

SharingSearchResult searched(const Problem& problem, Offset known, std::uint64_t work) {
    return search_sharing(problem, known, sharing_bound(problem, {}), work, {});
}

/// The lowest peak over all ways to share, each placed by the exact planner; nothing if there are too many.
std::optional<Offset> least_peak_of_all_choices(const Problem& problem) {
    const std::vector<SharedOperand> all = test::shareable_operands(problem);
    if (all.size() > 7) {
        return std::nullopt;
    }
    Offset least = any_peak;
    for (std::size_t choice = 0; choice < std::size_t{1} << all.size(); ++choice) {
        SharingDecisions decisions;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if ((choice >> i) % 2 == 1) {
                decisions.copied.push_back(all[i]);
            }
        }
        const SharingPlan plan = sharing_plan(problem, {.decisions = &decisions});
        const Problem blocks = block_problem(problem, plan);
        const auto placed =
            run_planner(blocks, empty_layout(blocks), {.planner = "exact", .settings = {{"work", "100000"}}});
        least = std::min(least, peak(blocks, placed->result.layout));
    }
    return least;
}

}  // namespace

class SharingSearchTest : public QObject {
    Q_OBJECT

private slots:
    void copies_an_operand_where_that_lowers_the_peak() {
        const Problem problem = test::copying_network();
        const SharingSearchResult found = searched(problem, Offset(32), 100'000);
        QVERIFY(found.best.has_value());
        QCOMPARE(found.best->peak, Offset(28));
        QCOMPARE(found.lower_bound, Bytes(28));
        QCOMPARE(found.best->plan.copies, (std::vector<OperandCopy>{{OperatorIndex(2), BufferIndex(1)}}));
        QVERIFY(is_clean(check(problem, found.best->layout)));
        QCOMPARE(test::Dataflow(problem, found.best->layout).first_wrong_read(), std::string());
    }

    void finds_nothing_where_the_known_peak_is_the_lowest() {
        const SharingSearchResult found = searched(test::copying_network(), Offset(28), 100'000);
        QVERIFY(!found.best && found.promising.empty());
        QCOMPARE(found.lower_bound, Bytes(28));
    }

    void ends_when_its_work_is_spent() {
        const SharingSearchResult found = searched(test::copying_network(), Offset(32), 1);
        QVERIFY(found.is_work_spent && found.lower_bound == Bytes(28));
        QVERIFY(found.work < 10'000);
    }

    void its_layouts_are_right_and_its_bound_holds_for_every_choice() {
        QVERIFY(rc::check("against all choices", [] {
            const Problem problem = test::random_network();
            const SharingSearchResult found =
                searched(problem, any_peak, static_cast<std::uint64_t>(*rc::gen::inRange(1, 20'000)));
            RC_ASSERT(found.best.has_value());
            RC_ASSERT(is_clean(check(problem, found.best->layout)));
            RC_ASSERT(test::Dataflow(problem, found.best->layout).first_wrong_read() == std::string());
            RC_ASSERT(found.lower_bound.value() <= found.best->peak.value());
            if (const auto least = least_peak_of_all_choices(problem)) {
                RC_ASSERT(found.lower_bound.value() <= least->value());
                // Quick placements may miss the lowest peak. Then it is below a plan that is left to a planner.
                if (!found.is_work_spent && *least < found.best->peak) {
                    RC_ASSERT(!found.promising.empty());
                    const Problem blocks = block_problem(problem, found.promising.front());
                    RC_ASSERT(threshold(blocks).value() <= least->value());
                }
            }
        }));
    }

    void the_same_search_gives_the_same_result() {
        const Problem problem = test::copying_network();
        const SharingSearchResult one = searched(problem, any_peak, 100'000);
        const SharingSearchResult two = searched(problem, any_peak, 100'000);
        QVERIFY(one.best->layout == two.best->layout && one.work == two.work);
    }
};

ARENASCOPE_TEST(SharingSearchTest)
#include "sharing_search_test.moc"
