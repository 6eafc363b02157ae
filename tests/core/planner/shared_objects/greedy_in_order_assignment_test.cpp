#include "core/planner/shared_objects/greedy_in_order_assignment.h"

#include <cstdlib>
#include <optional>
#include <tuple>

#include "tests/core/planner/shared_objects/random_records.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Edges = std::vector<std::vector<RecordIndex>>;

/// A literal version of the rule over all objects.
ObjectsAssignment<Bytes> slow_in_order(UsageRecords<Bytes> records) {
    SlowObjects objects(records);
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::int64_t size = records[i].size.value();
        std::optional<std::size_t> sufficient;
        std::optional<std::size_t> insufficient;
        for (std::size_t object = 0; object < objects.count(); ++object) {
            if (objects.last_task(object) >= records[i].first) {
                continue;
            }
            if (objects.size(object) >= size && (!sufficient || objects.size(object) < objects.size(*sufficient))) {
                sufficient = object;
            }
            if (objects.size(object) < size && (!insufficient || objects.size(object) >= objects.size(*insufficient))) {
                insufficient = object;
            }
        }
        std::size_t chosen = objects.count();
        if (sufficient && insufficient) {
            chosen =
                size - objects.size(*insufficient) < objects.size(*sufficient) - size ? *insufficient : *sufficient;
        } else if (sufficient || insufficient) {
            chosen = sufficient ? *sufficient : *insufficient;
        }
        objects.give(i, chosen);
    }
    return objects.assignment;
}

ObjectsAssignment<Bytes> slow_in_order(UsageRecords<Bytes> records, const Edges& edges) {
    SlowObjects objects(records);
    for (std::size_t i = 0; i < records.size(); ++i) {
        std::vector<std::tuple<std::int64_t, std::int64_t, std::size_t>> candidates;
        for (std::size_t object = 0; object < objects.count(); ++object) {
            const std::size_t last = objects.held_by(object).back();
            const bool has_edge = std::find(edges[i].begin(), edges[i].end(), RecordIndex(last)) != edges[i].end();
            if (objects.last_task(object) < records[i].first && has_edge) {
                candidates.emplace_back(std::abs(objects.size(object) - records[i].size.value()), objects.size(object),
                                        object);
            }
        }
        const auto best = std::min_element(candidates.begin(), candidates.end());
        objects.give(i, best == candidates.end() ? objects.count() : std::get<2>(*best));
    }
    return objects.assignment;
}

std::vector<std::uint32_t> ids_of(const std::vector<UsageRecord<Bytes>>& records) {
    return ids(greedy_in_order_assignment(UsageRecords<Bytes>(records), Meter()));
}

UsageRecord<TextureSize> texture_record(std::int64_t width, std::int64_t height, std::int64_t depth, std::int64_t first,
                                        std::int64_t last) {
    return {{{width, height, depth, 1}}, Step(first), Step(last)};
}

std::vector<std::uint32_t> texture_ids(const std::vector<UsageRecord<TextureSize>>& records, const Edges& edges = {}) {
    return ids(greedy_in_order_assignment(UsageRecords<TextureSize>(records), edges, Meter()));
}

}  // namespace

class GreedyInOrderAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void a_chain_alternates_between_two_objects_that_grow() {
        const auto assignment = greedy_in_order_assignment(UsageRecords<Bytes>(chain_records()), Meter());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
        QCOMPARE(sizes(assignment), (std::vector<std::int64_t>{64, 32}));
    }

    void takes_an_insufficient_object_only_if_it_is_strictly_nearer() {
        // 10 is as far above 8 as below 12; 9 is nearer to 8.
        QCOMPARE(ids_of({record(8, 0, 0), record(12, 0, 0), record(10, 1, 1)}), (std::vector<std::uint32_t>{0, 1, 1}));
        QCOMPARE(ids_of({record(8, 0, 0), record(12, 0, 0), record(9, 1, 1)}), (std::vector<std::uint32_t>{0, 1, 0}));
    }

    void takes_the_lowest_id_of_equal_sufficient_objects_and_the_highest_of_insufficient_ones() {
        QCOMPARE(ids_of({record(8, 0, 0), record(8, 0, 0), record(7, 1, 1)}), (std::vector<std::uint32_t>{0, 1, 0}));
        QCOMPARE(ids_of({record(8, 0, 0), record(8, 0, 0), record(9, 1, 1)}), (std::vector<std::uint32_t>{0, 1, 1}));
    }

    void with_a_usage_graph_only_the_last_tensors_neighbours_take_over() {
        const std::vector<UsageRecord<Bytes>> records = {record(8, 0, 0), record(4, 0, 0), record(8, 1, 1),
                                                         record(8, 2, 2)};
        // 2 may take over from 1 only. 3 may take over from 0 and from 1, but 1 is no longer the last tensor of its
        // object.
        const Edges edges = {{}, {}, {RecordIndex(1)}, {RecordIndex(0), RecordIndex(1)}};
        const auto assignment = greedy_in_order_assignment(UsageRecords<Bytes>(records), edges, Meter());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 1, 0}));
        QCOMPARE(sizes(assignment), (std::vector<std::int64_t>{8, 8}));
    }

    void an_empty_usage_graph_allows_no_takeover() {
        const Edges none(5);
        const auto assignment = greedy_in_order_assignment(UsageRecords<Bytes>(chain_records()), none, Meter());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
    }

    void textures_take_the_covering_object_that_wastes_the_fewest_elements() {
        QCOMPARE(texture_ids({texture_record(9, 9, 1, 0, 0), texture_record(4, 9, 1, 0, 0),
                              texture_record(9, 3, 1, 0, 0), texture_record(4, 4, 1, 1, 1)}),
                 (std::vector<std::uint32_t>{0, 1, 2, 1}));
        // 9 × 3 has more elements than 4 × 4, but does not cover it.
        QCOMPARE(texture_ids({texture_record(9, 3, 1, 0, 0), texture_record(4, 4, 1, 1, 1)}),
                 (std::vector<std::uint32_t>{0, 1}));
        // The same in three dimensions. A tie goes to the object freed first, by last task and id.
        QCOMPARE(
            texture_ids({texture_record(2, 2, 4, 0, 1), texture_record(2, 4, 2, 0, 0), texture_record(2, 2, 2, 2, 2)}),
            (std::vector<std::uint32_t>{0, 1, 1}));
    }

    void textures_follow_a_usage_graph_too() {
        const std::vector<UsageRecord<TextureSize>> records = {
            texture_record(4, 4, 1, 0, 0), texture_record(9, 9, 1, 0, 0), texture_record(4, 4, 1, 1, 1)};
        QCOMPARE(texture_ids(records), (std::vector<std::uint32_t>{0, 1, 0}));
        QCOMPARE(texture_ids(records, {{}, {}, {RecordIndex(1)}}), (std::vector<std::uint32_t>{0, 1, 1}));
    }

    void agrees_with_the_literal_rule_on_any_records() {
        QVERIFY(rc::check([] {
            for (int i = 0; i < lists_a_case; ++i) {
                const auto records = random_records({.largest = i % 2 == 0 ? 40 : 8});
                const auto assignment = greedy_in_order_assignment(UsageRecords<Bytes>(records), Meter());
                RC_ASSERT(ids(assignment) == ids(slow_in_order(records)));
                RC_ASSERT(is_sound(records, assignment));
            }
        }));
    }

    void agrees_with_the_literal_rule_for_any_usage_graph() {
        QVERIFY(rc::check([] {
            const auto records = random_records();
            Edges edges(records.size());
            for (auto& list : edges) {
                for (std::size_t i = 0, most = *rc::gen::inRange<std::size_t>(0, 5); i < most; ++i) {
                    list.emplace_back(*rc::gen::inRange<std::size_t>(0, records.size()));
                }
            }
            const auto assignment = greedy_in_order_assignment(UsageRecords<Bytes>(records), edges, Meter());
            RC_ASSERT(ids(assignment) == ids(slow_in_order(records, edges)));
            RC_ASSERT(is_sound(records, assignment));
        }));
    }

    void remaining_tensors_of_a_stopped_run_get_new_objects_in_order() {
        const auto records = chain_records();
        ObjectsAssignment<Bytes> assignment(records.size());
        assignment.assign_new(RecordIndex(2), Bytes(64));
        assign_rest_in_order(records, assignment);
        QVERIFY(is_sound(records, assignment));
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{1, 2, 0, 1, 2}));
    }
};

ARENASCOPE_TEST(GreedyInOrderAssignmentTest)

#include "greedy_in_order_assignment_test.moc"
