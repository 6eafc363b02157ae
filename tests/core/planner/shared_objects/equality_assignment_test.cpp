#include <optional>

#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "tests/core/planner/shared_objects/random_records.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::vector<std::uint32_t> ids_by(const std::vector<UsageRecord<Bytes>>& records, EqualityChoice choice) {
    return ids(equality_assignment(UsageRecords<Bytes>(records), choice, Meter()));
}

/// A literal version of the rule: of the free objects of the same size, the one freed latest or the one with the lowest
/// id.
ObjectsAssignment<Bytes> slow_equality(UsageRecords<Bytes> records, EqualityChoice choice) {
    SlowObjects objects(records);
    for (std::size_t i = 0; i < records.size(); ++i) {
        std::optional<std::size_t> best;
        for (std::size_t object = 0; object < objects.count(); ++object) {
            const bool fits =
                objects.size(object) == records[i].size.value() && objects.last_task(object) < records[i].first;
            if (fits && (!best || (choice == EqualityChoice::freed_latest &&
                                   objects.last_task(object) >= objects.last_task(*best)))) {
                best = object;
            }
        }
        objects.give(i, best.value_or(objects.count()));
    }
    return objects.assignment;
}

}  // namespace

class EqualityAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void one_record_gets_one_object() {
        QCOMPARE(ids_by({record(16, 0, 1)}, EqualityChoice::freed_latest), (std::vector<std::uint32_t>{0}));
    }

    void a_chain_shares_objects_of_equal_size() {
        const auto assignment =
            equality_assignment(UsageRecords<Bytes>(chain_records()), EqualityChoice::freed_latest, Meter());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 2, 3, 1}));
        QCOMPARE(sizes(assignment), (std::vector<std::int64_t>{16, 8, 64, 32}));
    }

    void one_choice_takes_the_object_freed_latest_the_other_the_lowest_id() {
        const std::vector<UsageRecord<Bytes>> records = {record(4, 0, 1), record(4, 0, 0), record(4, 0, 1),
                                                         record(4, 2, 2)};
        QCOMPARE(ids_by(records, EqualityChoice::freed_latest), (std::vector<std::uint32_t>{0, 1, 2, 2}));
        QCOMPARE(ids_by(records, EqualityChoice::lowest_id), (std::vector<std::uint32_t>{0, 1, 2, 0}));
    }

    void an_object_used_in_the_first_task_is_not_free() {
        QCOMPARE(ids_by({record(4, 0, 1), record(4, 1, 2)}, EqualityChoice::lowest_id),
                 (std::vector<std::uint32_t>{0, 1}));
    }

    void textures_share_only_with_equal_shapes() {
        const std::vector<UsageRecord<TextureSize>> records = {
            {{{2, 8, 1}}, Step(0), Step(0)}, {{{8, 2, 1}}, Step(1), Step(1)}, {{{2, 8, 1}}, Step(2), Step(2)}};
        const auto assignment =
            equality_assignment(UsageRecords<TextureSize>(records), EqualityChoice::freed_latest, Meter());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0}));
    }

    void agrees_with_the_literal_rule_on_any_records() {
        QVERIFY(rc::check([] {
            for (int i = 0; i < lists_a_case; ++i) {
                const auto records = random_records();
                const EqualityChoice choice = i % 2 == 0 ? EqualityChoice::freed_latest : EqualityChoice::lowest_id;
                const auto assignment = equality_assignment(UsageRecords<Bytes>(records), choice, Meter());
                const auto slow = slow_equality(records, choice);
                RC_ASSERT(ids(assignment) == ids(slow));
                RC_ASSERT(sizes(assignment) == sizes(slow));
                RC_ASSERT(is_sound(records, assignment));
            }
        }));
    }

    void gives_each_tensor_its_own_object_when_stopped() {
        const auto records = chain_records();
        Meter meter(1);
        const auto assignment = equality_assignment(UsageRecords<Bytes>(records), EqualityChoice::lowest_id, meter);
        QVERIFY(meter->stopped());
        QVERIFY(is_sound(records, assignment));
        QCOMPARE(assignment.object_sizes.size(), std::size_t{5});
    }
};

ARENASCOPE_TEST(EqualityAssignmentTest)

#include "equality_assignment_test.moc"
