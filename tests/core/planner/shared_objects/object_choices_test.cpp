#include <cstdlib>
#include <limits>

#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "core/planner/shared_objects/greedy_by_size_assignment.h"
#include "core/planner/shared_objects/greedy_in_order_assignment.h"
#include "core/planner/shared_objects/min_cost_flow_assignment.h"
#include "core/planner/shared_objects/placement_trace.h"
#include "tests/core/planner/shared_objects/random_records.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;
using Outcome = ObjectChoice::Outcome;

namespace {

using Records = std::vector<UsageRecord<Bytes>>;
using Takeovers = std::vector<std::vector<RecordIndex>>;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::vector<ObjectChoice> choices(const Records& records, const ObjectsAssignment<Bytes>& assignment,
                                  const Takeovers& edges = {}) {
    return object_choices(UsageRecords<Bytes>(records), assignment, edges, no_limit);
}

UsageRecord<TextureSize> flat_texture(std::int64_t width, std::int64_t height, std::int64_t first, std::int64_t last) {
    return {{{width, height, 1, 1}}, Step(first), Step(last)};
}

/// The outcomes of the candidates by object; the taken one first.
std::vector<std::pair<std::uint32_t, Outcome>> outcomes(const ObjectChoice& choice) {
    std::vector<std::pair<std::uint32_t, Outcome>> found;
    for (const ObjectChoice::Candidate& candidate : choice.candidates) {
        found.emplace_back(candidate.object.value(), candidate.outcome);
    }
    return found;
}

using Outcomes = std::vector<std::pair<std::uint32_t, Outcome>>;

/// What a loser's figures must say besides its outcome. `size` is that of the tensor.
bool is_justified(const ObjectChoice::Candidate& lost, const ObjectChoice& choice, std::int64_t size) {
    const ObjectChoice::Candidate& taken = choice.taken();
    const std::int64_t own = lost.size.value();
    const std::int64_t other = taken.size.value();
    switch (lost.outcome) {
        case Outcome::other_size:
            return own != size;
        case Outcome::freed_earlier:
            return own == size && lost.distance >= taken.distance;
        case Outcome::larger_difference:
            return std::abs(own - size) > std::abs(other - size);
        case Outcome::wastes_more:
            return own > other;
        case Outcome::grows:
            return own < size && other >= size;
        case Outcome::grows_more:
            return own < other && other < size;
        case Outcome::more_distant:
            return lost.distance > taken.distance;
        case Outcome::reached_later:
            return lost.distance == taken.distance;
        case Outcome::higher_number:
            return own == other && lost.object > taken.object;
        case Outcome::lower_number:
            return own == other && other < size && lost.object < taken.object;
        case Outcome::no_edge:
        case Outcome::flow:
            return true;
        case Outcome::taken:
        case Outcome::does_not_cover:
        case Outcome::freed_later:
            break;
    }
    return false;
}

/// The choices replay the assignment: the taken object is right, every free object is listed, its figures are those of
/// a literal count, and they justify its outcome.
void assert_right_assignment(const Records& records, const ObjectsAssignment<Bytes>& assignment,
                             const Takeovers& edges = {}) {
    const auto found = choices(records, assignment, edges);
    RC_ASSERT(found.size() == records.size());
    std::vector<std::vector<std::size_t>> held(assignment.object_sizes.size());
    for (std::size_t turn = 0; turn < found.size(); ++turn) {
        const RecordIndex record = assignment.order[turn];
        const ObjectChoice& choice = found[turn];
        const ObjectIndex object = assignment.object_of_record[record];
        RC_ASSERT(choice.taken().object == object);
        RC_ASSERT(choice.rule == assignment.rule);
        RC_ASSERT(choice.is_new() == held[object.value()].empty());
        std::size_t free = 0;
        for (std::size_t each = 0; each < held.size(); ++each) {
            std::int64_t largest = 0;
            std::int64_t distance = std::numeric_limits<std::int64_t>::max();
            bool is_free = !held[each].empty();
            for (const std::size_t one : held[each]) {
                largest = std::max(largest, records[one].size.value());
                is_free = is_free && !meet(records[one], records[record.value()]);
                distance = std::min(distance, std::max((records[one].first - records[record.value()].last).value(),
                                                       (records[record.value()].first - records[one].last).value()));
            }
            if (!is_free || choice.rule == ObjectRule::naive) {
                continue;
            }
            ++free;
            const auto listed =
                std::ranges::find(choice.candidates, ObjectIndex(each), &ObjectChoice::Candidate::object);
            RC_ASSERT(listed != choice.candidates.end());
            RC_ASSERT(listed->size == Bytes(largest));
            RC_ASSERT(listed->distance == Duration(distance));
            RC_ASSERT((listed->outcome == Outcome::taken) == (ObjectIndex(each) == object));
            RC_ASSERT((listed->outcome == Outcome::taken ||
                       is_justified(*listed, choice, records[record.value()].size.value())));
        }
        RC_ASSERT(choice.candidates.size() == std::max<std::size_t>(free, 1) + (choice.is_new() && free > 0 ? 1 : 0));
        held[object.value()].push_back(record.value());
    }
}

}  // namespace

class ObjectChoicesTest : public QObject {
    Q_OBJECT

private slots:
    void naive_considers_no_object() {
        const Records records = {record(4, 0, 0), record(4, 1, 1)};
        const auto found = choices(records, naive_assignment(UsageRecords<Bytes>(records)));
        QCOMPARE(outcomes(found[1]), (Outcomes{{1, Outcome::taken}}));
        QVERIFY(found[1].is_new());
    }

    void equality_tells_other_sizes_and_what_was_freed_earlier() {
        const Records records = {record(4, 0, 0), record(4, 0, 1), record(8, 0, 0), record(4, 2, 2)};
        const auto latest =
            choices(records, equality_assignment(UsageRecords<Bytes>(records), EqualityChoice::freed_latest, Meter()));
        QCOMPARE(outcomes(latest[3]),
                 (Outcomes{{1, Outcome::taken}, {0, Outcome::freed_earlier}, {2, Outcome::other_size}}));
        const auto lowest =
            choices(records, equality_assignment(UsageRecords<Bytes>(records), EqualityChoice::lowest_id, Meter()));
        QCOMPARE(outcomes(lowest[3]),
                 (Outcomes{{0, Outcome::taken}, {1, Outcome::higher_number}, {2, Outcome::other_size}}));
        QCOMPARE(lowest[3].candidates[1].distance, Duration(1));
        QCOMPARE(lowest[3].taken().distance, Duration(2));
    }

    void in_order_tells_the_difference_in_size_and_the_tie() {
        // 10 is as far above 8 as below 12. A tie goes to the sufficient object.
        const Records records = {record(8, 0, 0), record(12, 0, 0), record(20, 0, 0), record(10, 1, 1)};
        const auto found = choices(records, greedy_in_order_assignment(UsageRecords<Bytes>(records), Meter()));
        QCOMPARE(outcomes(found[3]),
                 (Outcomes{{1, Outcome::taken}, {0, Outcome::grows}, {2, Outcome::larger_difference}}));
    }

    void a_usage_graph_tells_missing_edges() {
        const Records records = {record(8, 0, 0), record(9, 0, 0), record(8, 1, 1)};
        const Takeovers edges = {{RecordIndex(2)}, {}, {RecordIndex(1)}};
        const auto found =
            choices(records, greedy_in_order_assignment(UsageRecords<Bytes>(records), edges, Meter()), edges);
        QCOMPARE(outcomes(found[2]), (Outcomes{{1, Outcome::taken}, {0, Outcome::no_edge}}));
        QVERIFY(found[2].rule == ObjectRule::usage_graph);
    }

    void textures_tell_what_does_not_cover_them() {
        const std::vector<UsageRecord<TextureSize>> records = {flat_texture(9, 9, 0, 0), flat_texture(9, 3, 0, 0),
                                                               flat_texture(4, 9, 0, 0), flat_texture(4, 4, 1, 1)};
        const auto assignment = greedy_in_order_assignment(UsageRecords<TextureSize>(records), {}, Meter());
        const auto found = object_choices(UsageRecords<TextureSize>(records), assignment, {}, no_limit);
        QCOMPARE(outcomes(found[3]),
                 (Outcomes{{2, Outcome::taken}, {0, Outcome::wastes_more}, {1, Outcome::does_not_cover}}));
        QCOMPARE(found[3].taken().size, Bytes(36));
    }

    void breadth_tells_the_broadest_task_of_the_tensor() {
        const Records records = chain_records();
        const auto assignment = greedy_by_breadth_assignment(UsageRecords<Bytes>(records), Meter());
        const auto found = choices(records, assignment);
        // c and d in task 3, then b in task 2, e in task 4 and a in task 1.
        QVERIFY((found[0].breadth == ObjectChoice::Breadth{Step(3), Bytes(96)}));
        QVERIFY((found[1].breadth == ObjectChoice::Breadth{Step(3), Bytes(96)}));
        QVERIFY((found[2].breadth == ObjectChoice::Breadth{Step(2), Bytes(72)}));
        for (std::size_t i = 1; i < found.size(); ++i) {
            QVERIFY(found[i].breadth->live <= found[i - 1].breadth->live);
        }
    }

    void size_tells_position_and_distance() {
        // The drawing in greedy_by_size_assignment.h: m = 40 20 8.
        const Records records = {record(40, 0, 0), record(16, 0, 0), record(36, 1, 1),
                                 record(20, 1, 2), record(8, 1, 2),  record(30, 2, 2)};
        const auto assignment = greedy_by_size_assignment(UsageRecords<Bytes>(records), Meter());
        const auto found = choices(records, assignment);
        std::vector<std::uint32_t> positions;
        for (const ObjectChoice& choice : found) {
            positions.push_back(*choice.position);
        }
        QCOMPARE(positions, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2}));
        QVERIFY(found[0].is_new());
        QCOMPARE(found[1].taken().distance, Duration(1));
    }

    void an_object_that_is_idle_for_longer_loses() {
        const Records records = {record(9, 0, 0), record(8, 0, 2), record(4, 0, 0), record(3, 3, 3)};
        const auto found = choices(records, greedy_by_size_assignment(UsageRecords<Bytes>(records), Meter()));
        QCOMPARE(outcomes(found[2]), (Outcomes{{1, Outcome::taken}, {0, Outcome::more_distant}}));
        QCOMPARE(found[2].candidates[1].distance, Duration(3));
    }

    void very_many_free_objects_are_counted_and_not_listed() {
        Records records;
        for (std::int64_t i = 0; i < 50; ++i) {
            records.push_back(record(100 + i, 0, 0));
        }
        records.push_back(record(200, 1, 1));
        const auto found = choices(records, greedy_in_order_assignment(UsageRecords<Bytes>(records), Meter()));
        QCOMPARE(found.back().candidates.size(), most_listed_objects + 1);
        QCOMPARE(found.back().lost(), std::size_t{49});
    }

    void a_stopped_run_explains_only_what_its_rule_chose() {
        const Records records = chain_records();
        ObjectsAssignment<Bytes> assignment(records.size(), ObjectRule::size);
        assignment.assign_new(RecordIndex(2), Bytes(64));
        assign_rest_in_order(records, assignment);
        QCOMPARE(choices(records, assignment).size(), std::size_t{1});
    }

    void the_explanation_ends_when_its_looks_are_spent() {
        const Records records = chain_records();
        const auto assignment = greedy_in_order_assignment(UsageRecords<Bytes>(records), Meter());
        QVERIFY(object_choices(UsageRecords<Bytes>(records), assignment, {}, 2).size() < records.size());
    }

    void choices_agree_with_a_literal_count_for_any_records_and_rule() {
        QVERIFY(rc::check([] {
            const Records records = random_records();
            const UsageRecords<Bytes> span(records);
            assert_right_assignment(records, naive_assignment(span));
            assert_right_assignment(records, equality_assignment(span, EqualityChoice::freed_latest, Meter()));
            assert_right_assignment(records, equality_assignment(span, EqualityChoice::lowest_id, Meter()));
            assert_right_assignment(records, greedy_in_order_assignment(span, Meter()));
            assert_right_assignment(records, greedy_by_breadth_assignment(span, Meter()));
            assert_right_assignment(records, greedy_by_size_assignment(span, Meter()));
            assert_right_assignment(records, greedy_best_assignment(span, Meter()));
            assert_right_assignment(records, min_cost_flow_assignment(span, Meter()));
            Takeovers edges(records.size());
            for (auto& list : edges) {
                for (std::size_t i = 0, most = *rc::gen::inRange<std::size_t>(0, 5); i < most; ++i) {
                    list.emplace_back(*rc::gen::inRange<std::size_t>(0, records.size()));
                }
            }
            assert_right_assignment(records, greedy_in_order_assignment(span, edges, Meter()), edges);
        }));
    }
};

ARENASCOPE_TEST(ObjectChoicesTest)
#include "object_choices_test.moc"
