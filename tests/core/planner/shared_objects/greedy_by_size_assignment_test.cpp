#include "core/planner/shared_objects/greedy_by_size_assignment.h"

#include <functional>
#include <limits>
#include <tuple>

#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "tests/core/planner/shared_objects/random_records.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

ObjectsAssignment<Bytes> by_size(const std::vector<UsageRecord<Bytes>>& records, Meter meter = Meter()) {
    return greedy_by_size_assignment(records, meter);
}

/// A literal version of m[p]: the sorted sizes of every task.
std::vector<std::int64_t> slow_maxima(UsageRecords<Bytes> records) {
    std::vector<std::int64_t> maxima;
    for (std::int64_t task = 0; task < 64; ++task) {
        std::vector<std::int64_t> profile;
        for (const auto& each : records) {
            if (each.first <= Step(task) && Step(task) <= each.last) {
                profile.push_back(each.size.value());
            }
        }
        std::sort(profile.begin(), profile.end(), std::greater<>());
        maxima.resize(std::max(maxima.size(), profile.size()));
        for (std::size_t p = 0; p < profile.size(); ++p) {
            maxima[p] = std::max(maxima[p], profile[p]);
        }
    }
    return maxima;
}

/// A literal version of the rule, with the distance of every tensor to every object.
class SlowBySize {
public:
    explicit SlowBySize(UsageRecords<Bytes> records) : records_(records), objects_(records), tensors_(records.size()) {}

    ObjectsAssignment<Bytes> run() {
        const std::vector<std::int64_t> maxima = slow_maxima(records_);
        for (std::size_t i = 0; i < records_.size(); ++i) {
            for (std::size_t p = 0; p < maxima.size(); ++p) {
                tensors_[i].position = maxima[p] >= records_[i].size.value() ? p : tensors_[i].position;
            }
        }
        for (std::size_t round = 0; round < records_.size(); ++round) {
            place(next());
        }
        return objects_.assignment;
    }

private:
    struct Tensor {
        std::size_t position = 0;
        std::vector<std::int64_t> distances;  ///< by object
        std::int64_t distance = infinite;
        std::size_t nearest = 0;
    };

    [[nodiscard]] std::size_t next() const {
        std::vector<std::tuple<std::size_t, std::int64_t, std::int64_t, std::size_t>> waiting;
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            if (!objects_.assignment.has(RecordIndex(i))) {
                waiting.emplace_back(tensors_[i].position, tensors_[i].distance, -records_[i].size.value(), i);
            }
        }
        return std::get<3>(*std::min_element(waiting.begin(), waiting.end()));
    }

    void place(std::size_t chosen) {
        const std::size_t object = tensors_[chosen].distance == infinite ? objects_.count() : tensors_[chosen].nearest;
        objects_.give(chosen, object);
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            if (!objects_.assignment.has(RecordIndex(i))) {
                tell(tensors_[i], i, object);
            }
        }
    }

    /// Updates the distance after the object has got another tensor.
    void tell(Tensor& tensor, std::size_t index, std::size_t object) {
        std::int64_t distance = infinite;
        for (const std::size_t held : objects_.held_by(object)) {
            if (meet(records_[held], records_[index])) {
                distance = infinite;
                break;
            }
            const Duration gap = records_[held].last < records_[index].first
                                     ? records_[index].first - records_[held].last
                                     : records_[held].first - records_[index].last;
            distance = std::min(distance, gap.value());
        }
        tensor.distances.resize(objects_.count(), infinite);
        tensor.distances[object] = distance;
        if (distance == infinite && tensor.distance != infinite && tensor.nearest == object) {
            const auto least = std::min_element(tensor.distances.begin(), tensor.distances.end());
            tensor.distance = *least;
            tensor.nearest = static_cast<std::size_t>(least - tensor.distances.begin());
        } else if (distance < tensor.distance) {
            tensor.distance = distance;
            tensor.nearest = object;
        }
    }

    UsageRecords<Bytes> records_;
    SlowObjects objects_;
    std::vector<Tensor> tensors_;
};

}  // namespace

class GreedyBySizeAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void a_chain_fills_the_idle_time_of_its_largest() {
        const auto assignment = by_size(chain_records());
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
        QCOMPARE(sizes(assignment), (std::vector<std::int64_t>{64, 32}));
        // 64 opens an object. Of position 1, the near tensors follow, 16 before 8; then 32 and the tensors next to it.
        QCOMPARE(assignment.order,
                 (std::vector{RecordIndex(2), RecordIndex(0), RecordIndex(4), RecordIndex(3), RecordIndex(1)}));
    }

    void handles_no_record_and_one_record() {
        QVERIFY(by_size({}).object_sizes.empty());
        QCOMPARE(ids(by_size({record(16, 0, 1)})), (std::vector<std::uint32_t>{0}));
    }

    void maxima_are_by_position_in_the_sorted_tasks() {
        const std::vector<UsageRecord<Bytes>> records = {record(40, 0, 0), record(16, 0, 0), record(36, 1, 1),
                                                         record(20, 1, 2), record(8, 1, 1),  record(30, 2, 2)};
        QCOMPARE(positional_maxima(records), (std::vector{Bytes(40), Bytes(20), Bytes(8)}));
    }

    void takes_the_first_of_equally_near_objects() {
        // Both 9 open objects at task 0. The tensor at task 2 is 2 away from each, but reached that distance to object
        // 0 first.
        const auto assignment = by_size({record(9, 0, 0), record(9, 0, 0), record(3, 0, 0), record(2, 2, 2)});
        QCOMPARE(ids(assignment), (std::vector<std::uint32_t>{0, 1, 2, 0}));
    }

    void maxima_agree_with_the_literal_rule() {
        QVERIFY(rc::check([] {
            const auto records = random_records();
            std::vector<std::int64_t> maxima;
            for (const Bytes maximum : positional_maxima(records)) {
                maxima.push_back(maximum.value());
            }
            RC_ASSERT(maxima == slow_maxima(records));
        }));
    }

    void agrees_with_the_literal_rule_on_any_records() {
        // Few and many sizes, short and long lifetimes: ties of every kind.
        for (const RecordShape& shape : {RecordShape{}, RecordShape{30, 12, 3}, RecordShape{40, 30, 100}}) {
            QVERIFY(rc::check([&shape] {
                for (int i = 0; i < lists_a_case; ++i) {
                    const auto records = random_records(shape);
                    const auto assignment = by_size(records);
                    const auto slow = SlowBySize(records).run();
                    RC_ASSERT(assignment.order == slow.order);
                    RC_ASSERT(ids(assignment) == ids(slow));
                    RC_ASSERT(is_sound(records, assignment));
                }
            }));
        }
    }

    void best_is_by_size_unless_by_breadth_is_strictly_smaller() {
        QVERIFY(rc::check([] {
            const auto records = random_records();
            const auto size = by_size(records);
            const auto breadth = greedy_by_breadth_assignment(records, Meter());
            const auto best = greedy_best_assignment(records, Meter());
            RC_ASSERT(ids(best) == ids(total_size(breadth) < total_size(size) ? breadth : size));
        }));
    }

    void assigns_all_tensors_when_stopped() {
        const auto records = chain_records();
        QVERIFY(is_sound(records, by_size(records, Meter(1))));
        Meter meter(1);
        QVERIFY(is_sound(records, greedy_best_assignment(records, meter)));
    }
};

ARENASCOPE_TEST(GreedyBySizeAssignmentTest)

#include "greedy_by_size_assignment_test.moc"
