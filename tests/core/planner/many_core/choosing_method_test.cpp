#include "core/planner/many_core/choosing_method.h"

#include <vector>

#include "core/planner/many_core/candidates.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Candidate candidate(std::int64_t offset, BufferIndex taken_from, std::int64_t below, std::int64_t above) {
    Candidate made;
    made.offset = Offset(offset);
    made.taken_from = taken_from;
    made.below = below;
    made.above = above;
    return made;
}

/// The mean peak of the last placements on a core where the heuristic is always wrong. Each of 12 allocations has three
/// candidates, and the lowest peak, 0, needs the last one every time. Random choices give 12 on average.
double peak_after_learning(ChoosingMethod& method) {
    constexpr int placings = 2000;
    constexpr int last = 200;
    const std::vector<Candidate> candidates = {candidate(0, BufferIndex::none(), 0, 0),
                                               candidate(1, BufferIndex::none(), 0, 0),
                                               candidate(2, BufferIndex::none(), 0, 0)};
    std::int64_t sum = 0;
    for (int i = 0; i < placings; ++i) {
        method.begin(static_cast<double>(i) / placings);
        std::int64_t peak = 0;
        for (std::size_t position = 0; position < 12; ++position) {
            peak += 2 - static_cast<std::int64_t>(method.choose(
                            {.position = position, .size = Bytes(1), .candidates = candidates, .peak = {}}));
        }
        CorePlacement placement;
        placement.score.peak = Offset(peak);
        placement.fragmentation_from.assign(12, 0.0);
        method.end(placement);
        sum += i >= placings - last ? peak : 0;
    }
    return static_cast<double>(sum) / last;
}

}  // namespace

class ChoosingMethodTest : public QObject {
    Q_OBJECT

private slots:
    void the_pool_serves_the_area_handed_over_last_then_the_smallest_then_the_lowest() {
        // At step 4, 0 to 30 and 40 to 45 are free; "late" was released last.
        const Problem problem = problem_of({buffer("early", 0, 2, 30), buffer("on", 0, 9, 10), buffer("late", 0, 4, 5),
                                            buffer("above", 0, 9, 5), buffer("x", 4, 6, 4), buffer("y", 4, 6, 4)});
        const CoreAllocations order = core_allocations(problem, RegionIndex(0));
        const auto pool = pool_choice({.allocations = 6, .threshold = Bytes(50), .problem = &problem, .order = &order});
        const auto place = [&](std::size_t position, const std::vector<std::int64_t>& offsets) {
            std::vector<Candidate> candidates;
            for (const std::int64_t offset : offsets) {
                candidates.push_back(candidate(offset, BufferIndex::none(), 0, 0));
            }
            return pool->choose(
                {.position = position, .size = problem.buffers[order.order[position]].size, .candidates = candidates});
        };
        CorePlacement placement;
        placement.offsets.assign(6, 0);
        for (int i = 0; i < 2; ++i) {
            pool->begin(0);
            for (const auto& [position, offset] :
                 {std::pair(0, 0), std::pair(1, 30), std::pair(2, 40), std::pair(3, 45)}) {
                QCOMPARE(place(static_cast<std::size_t>(position), {offset}), std::size_t{0});
            }
            if (i == 1) {
                QCOMPARE(place(4, {0, 40, 41}), std::size_t{1});  // handed over at step 4, not at 2
                QCOMPARE(place(5, {26, 0, 50}), std::size_t{1});  // both in one area: the lower one
            } else {
                QCOMPARE(place(4, {0, 40, 41}), std::size_t{0});  // the first placement is the heuristic's
                QCOMPARE(place(5, {26, 4}), std::size_t{0});
            }
            pool->end(placement);
        }
    }

    void learning_methods_find_out_that_the_heuristic_is_wrong() {
        const CoreTask task{.allocations = 12, .threshold = Bytes(24), .seed = 1};
        QVERIFY(peak_after_learning(*evolutionary_choice(task)) < 6);
        QVERIFY(peak_after_learning(*reinforced_choice(task)) < 6);
    }
};

ARENASCOPE_TEST(ChoosingMethodTest)
#include "choosing_method_test.moc"
