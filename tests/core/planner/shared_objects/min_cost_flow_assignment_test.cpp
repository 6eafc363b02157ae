#include "core/planner/shared_objects/min_cost_flow_assignment.h"

#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/random.h"
#include "tests/core/planner/shared_objects/random_records.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The cost of a new object for i, or, if `before` hands over to it, the growth of that object.
std::int64_t cost_of(UsageRecords<Bytes> records, std::optional<std::size_t> before, std::size_t i) {
    return before ? std::max<std::int64_t>(0, records[i].size.value() - records[*before].size.value())
                  : records[i].size.value();
}

/// The cost of an assignment, in which each object is a chain in time.
std::int64_t cost_of(UsageRecords<Bytes> records, const ObjectsAssignment<Bytes>& assignment) {
    IndexedVector<ObjectIndex, std::optional<std::size_t>> last(assignment.object_sizes.size());
    std::int64_t cost = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        auto& before = last[assignment.object_of_record[i]];
        cost += cost_of(records, before, i);
        before = i;
    }
    return cost;
}

/// The least cost of all ways to chain the records from `i` on, by trying all of them.
std::int64_t least_cost(UsageRecords<Bytes> records, std::size_t i, std::vector<bool>& gave) {
    if (i == records.size()) {
        return 0;
    }
    std::int64_t least = cost_of(records, std::nullopt, i) + least_cost(records, i + 1, gave);
    for (std::size_t before = 0; before < i; ++before) {
        if (!gave[before] && records[before].last < records[i].first) {
            gave[before] = true;
            least = std::min(least, cost_of(records, before, i) + least_cost(records, i + 1, gave));
            gave[before] = false;
        }
    }
    return least;
}

}  // namespace

class MinCostFlowAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void a_chain_takes_two_objects() {
        const auto assignment = min_cost_flow_assignment(chain_records(), Meter());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
        QCOMPARE(sizes(assignment), (std::vector<std::int64_t>{64, 32}));
    }

    void handles_no_record_and_one_record() {
        QVERIFY(min_cost_flow_assignment({}, Meter()).object_sizes.empty());
        const std::vector one = {record(16, 0, 1)};
        QCOMPARE(ids(min_cost_flow_assignment(one, Meter())), (std::vector<std::uint32_t>{0}));
    }

    void the_cost_is_the_least_of_all_chains() {
        QVERIFY(rc::check([] {
            const auto records = random_records({.most = 8, .tasks = 10, .largest = 20});
            const auto assignment = min_cost_flow_assignment(records, Meter());
            RC_ASSERT(is_sound(records, assignment));
            std::vector<bool> gave(records.size());
            RC_ASSERT(cost_of(records, assignment) == least_cost(records, 0, gave));
        }));
    }

    void windows_are_sound_and_reuse_earlier_objects() {
        QVERIFY(rc::check([] {
            const auto records = random_records();
            const auto pairs = *rc::gen::inRange<std::size_t>(0, 200);
            RC_ASSERT(is_sound(records, min_cost_flow_assignment(records, Meter(), {pairs, 0})));
        }));
        const auto assignment = min_cost_flow_assignment(chain_records(), Meter(), {0, 0});
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
    }

    void ladders_of_sizes_have_the_least_cost_that_an_arc_for_each_pair_has() {
        const std::uint64_t seed = fresh_seed();
        Random random(seed);
        for (int round = 0; round < 60; ++round) {
            const std::string which = "seed " + std::to_string(seed) + ", round " + std::to_string(round);
            const std::size_t count = 1 + random.below(400);
            const std::size_t tasks = 1 + random.below(300);
            const std::size_t longest = 1 + random.below(30);
            const std::size_t largest = round % 2 == 0 ? 12 : 1'000'000;
            std::vector<UsageRecord<Bytes>> records;
            for (std::size_t i = 0; i < count; ++i) {
                const auto first = static_cast<std::int64_t>(random.below(tasks));
                const auto last = first + static_cast<std::int64_t>(random.below(longest));
                records.push_back(record(static_cast<std::int64_t>(1 + random.below(largest)), first, last));
            }
            std::ranges::stable_sort(records, {}, [](const auto& one) { return one.first; });
            const auto plain = min_cost_flow_assignment(records, Meter());
            const auto ladders = min_cost_flow_assignment(records, Meter(), {0, count});
            QVERIFY2(is_sound(records, ladders), which.c_str());
            QVERIFY2(cost_of(records, ladders) == cost_of(records, plain), which.c_str());
            QVERIFY2(ladders.cut.empty() && plain.cut.empty(), which.c_str());
        }
    }

    void ladders_keep_the_least_cost_in_larger_units() {
        Random random(fresh_seed());
        std::vector<UsageRecord<Bytes>> records;
        for (std::int64_t i = 0; i < 300; ++i) {
            const auto size = (std::int64_t{1} << 54) + static_cast<std::int64_t>(random.below(1'000));
            records.push_back(record(size, i / 2, i / 2 + static_cast<std::int64_t>(random.below(8))));
        }
        QVERIFY(is_sound(records, min_cost_flow_assignment(records, Meter(), {0, 1'000})));
    }

    void a_flow_in_windows_says_so() {
        std::vector<UsageRecord<Bytes>> records;
        for (std::int64_t i = 0; i < 100; ++i) {
            records.push_back(record(1 + i % 7, i, i + i % 3));
        }
        const auto windows = min_cost_flow_assignment(records, Meter(), {1'000, 50});
        QVERIFY(windows.cut.starts_with("more than 50 buffers, and more than 1000 pairs of them that can follow each"));
        QVERIFY(min_cost_flow_assignment(records, Meter(), {1'000, 100}).cut.empty());
        QVERIFY(min_cost_flow_assignment(records, Meter(), {10'000, 50}).cut.empty());
    }

    void sizes_near_64_bits_count_in_larger_units() {
        const std::int64_t large = std::int64_t{1} << 61;
        const std::vector records = {record(large, 0, 0), record(large / 2, 0, 0), record(large, 1, 1)};
        const auto assignment = min_cost_flow_assignment(records, Meter());
        QCOMPARE(assignment.object_sizes.size(), std::size_t{2});
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0}));
    }

    void assigns_all_tensors_when_stopped() {
        const auto records = chain_records();
        Meter meter(1);
        QVERIFY(is_sound(records, min_cost_flow_assignment(records, meter)));
        QVERIFY(meter->stopped());
    }
};

ARENASCOPE_TEST(MinCostFlowAssignmentTest)

#include "min_cost_flow_assignment_test.moc"
