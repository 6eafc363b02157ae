#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"

#include <optional>

#include "tests/core/planner/shared_objects/random_records.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

ObjectsAssignment<Bytes> by_breadth(const std::vector<UsageRecord<Bytes>>& records, Meter meter = Meter()) {
    return greedy_by_breadth_assignment(records, meter);
}

/// A literal version of the rule: every task, every tensor in it, every object.
ObjectsAssignment<Bytes> slow_by_breadth(UsageRecords<Bytes> records) {
    SlowObjects objects(records);
    Step last_task;
    for (const auto& each : records) {
        last_task = std::max(last_task, each.last);
    }
    struct Profile {
        std::int64_t breadth = 0;
        std::vector<std::size_t> tensors;
    };
    std::vector<Profile> profiles(static_cast<std::size_t>(last_task.value() + 1));
    for (std::size_t task = 0; task < profiles.size(); ++task) {
        const Step step(static_cast<std::int64_t>(task));
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (records[i].first <= step && step <= records[i].last) {
                profiles[task].breadth += records[i].size.value();
                profiles[task].tensors.push_back(i);
            }
        }
    }
    std::stable_sort(profiles.begin(), profiles.end(),
                     [](const Profile& a, const Profile& b) { return a.breadth > b.breadth; });
    for (Profile& profile : profiles) {
        std::stable_sort(profile.tensors.begin(), profile.tensors.end(),
                         [&](std::size_t a, std::size_t b) { return records[a].size > records[b].size; });
        for (const std::size_t i : profile.tensors) {
            if (objects.assignment.has(RecordIndex(i))) {
                continue;
            }
            std::optional<std::size_t> smallest_sufficient;
            std::optional<std::size_t> largest;
            for (std::size_t object = 0; object < objects.count(); ++object) {
                if (!objects.is_free_for(object, i)) {
                    continue;
                }
                if (objects.size(object) >= records[i].size.value() &&
                    (!smallest_sufficient || objects.size(object) < objects.size(*smallest_sufficient))) {
                    smallest_sufficient = object;
                }
                if (!largest || objects.size(object) > objects.size(*largest)) {
                    largest = object;
                }
            }
            objects.give(i, smallest_sufficient ? *smallest_sufficient : largest.value_or(objects.count()));
        }
    }
    return objects.assignment;
}

}  // namespace

class GreedyByBreadthAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void a_chain_begins_with_its_broadest_task() {
        const auto assignment = by_breadth(chain_records());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
        QCOMPARE(sizes(assignment), (std::vector<std::int64_t>{64, 32}));
        QCOMPARE(assignment.order,
                 (std::vector{RecordIndex(2), RecordIndex(3), RecordIndex(1), RecordIndex(4), RecordIndex(0)}));
    }

    void no_records_give_no_objects() { QVERIFY(by_breadth({}).object_sizes.empty()); }

    void the_largest_free_object_grows_if_none_is_large_enough() {
        // Task 2 is the broadest: 5, 3, 2. Then 6 at task 5 enlarges the largest object, and 4 at task 0 fits only that
        // one.
        const auto assignment =
            by_breadth({record(4, 0, 0), record(3, 2, 2), record(2, 2, 2), record(5, 2, 2), record(6, 5, 5)});
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 2, 0, 0}));
        QCOMPARE(sizes(assignment), (std::vector<std::int64_t>{6, 3, 2}));
    }

    void takes_the_lowest_id_of_equal_objects_even_if_they_grow() {
        const auto assignment = by_breadth({record(4, 0, 0), record(4, 0, 0), record(5, 2, 2)});
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0}));
    }

    void agrees_with_the_literal_rule_on_any_records() {
        QVERIFY(rc::check([] {
            for (int i = 0; i < lists_a_case; ++i) {
                const auto records = random_records();
                const auto assignment = by_breadth(records);
                const auto slow = slow_by_breadth(records);
                RC_ASSERT(ids(assignment) == ids(slow));
                RC_ASSERT(assignment.order == slow.order);
                RC_ASSERT(is_sound(records, assignment));
            }
        }));
    }

    void assigns_all_tensors_when_stopped() {
        const auto records = chain_records();
        QVERIFY(is_sound(records, by_breadth(records, Meter(1))));
    }
};

ARENASCOPE_TEST(GreedyByBreadthAssignmentTest)

#include "greedy_by_breadth_assignment_test.moc"
