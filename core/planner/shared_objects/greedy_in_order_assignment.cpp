#include "core/planner/shared_objects/greedy_in_order_assignment.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

/// The distinct sizes, rising.
template <class Size>
std::vector<Size> distinct_sizes(UsageRecords<Size> records) {
    std::vector<Size> sizes;
    sizes.reserve(records.size());
    for (const UsageRecord<Size>& record : records) {
        sizes.push_back(record.size);
    }
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

template <class Size>
ObjectsAssignment<Size> assign(UsageRecords<Size> records, EqualityChoice choice, RunMeter& meter) {
    const std::vector<Size> sizes = distinct_sizes(records);
    std::vector<std::vector<ObjectIndex>> free(sizes.size());
    IndexedVector<ObjectIndex, std::size_t> class_of_object;
    ObjectsInUse in_use;
    ObjectsAssignment<Size> assignment(
        records.size(), choice == EqualityChoice::lowest_id ? ObjectRule::equality_scan : ObjectRule::equality);
    const auto release = [&](ObjectIndex object) {
        std::vector<ObjectIndex>& own = free[class_of_object[object]];
        own.push_back(object);
        if (choice == EqualityChoice::lowest_id) {
            std::push_heap(own.begin(), own.end(), std::greater<>());
        }
    };
    for (std::size_t i = 0; i < records.size() && !meter.spend(1); ++i) {
        const UsageRecord<Size>& record = records[i];
        in_use.release_before(record.first, release);
        const auto size_class =
            static_cast<std::size_t>(std::lower_bound(sizes.begin(), sizes.end(), record.size) - sizes.begin());
        std::vector<ObjectIndex>& own = free[size_class];
        if (own.empty()) {
            in_use.add(assignment.assign_new(RecordIndex(i), record.size), record.last);
            class_of_object.push_back(size_class);
            continue;
        }
        if (choice == EqualityChoice::lowest_id) {
            std::pop_heap(own.begin(), own.end(), std::greater<>());
        }
        assignment.assign(RecordIndex(i), own.back());
        in_use.add(own.back(), record.last);
        own.pop_back();
    }
    assign_rest_naively(records, assignment);
    return assignment;
}

/// Free objects by size, then id.
using Pool = std::set<std::pair<Bytes, ObjectIndex>>;

/// The free object for a tensor of that size; end(): no object is free.
Pool::iterator nearest_in(const Pool& pool, Bytes size) {
    const auto sufficient = pool.lower_bound({size, ObjectIndex()});
    if (sufficient == pool.begin()) {
        return sufficient;
    }
    const auto insufficient = std::prev(sufficient);
    const bool is_nearer = sufficient == pool.end() || size - insufficient->first < sufficient->first - size;
    return is_nearer ? insufficient : sufficient;
}

/// The last record that uses each object.
class LastTensors {
public:
    void set(ObjectIndex object, RecordIndex record) {
        last_.resize(std::max<std::size_t>(last_.size(), object.value() + 1));
        last_[object] = record;
    }
    [[nodiscard]] RecordIndex of(ObjectIndex object) const { return last_[object]; }

private:
    IndexedVector<ObjectIndex, RecordIndex> last_;
};

}  // namespace

ObjectsAssignment<Bytes> equality_assignment(UsageRecords<Bytes> records, EqualityChoice choice, RunMeter& meter) {
    return assign(records, choice, meter);
}

ObjectsAssignment<TextureSize> equality_assignment(UsageRecords<TextureSize> records, EqualityChoice choice,
                                                   RunMeter& meter) {
    return assign(records, choice, meter);
}

ObjectsAssignment<Bytes> greedy_in_order_assignment(UsageRecords<Bytes> records, RunMeter& meter) {
    ObjectsAssignment<Bytes> assignment(records.size(), ObjectRule::in_order);
    ObjectsInUse in_use;
    Pool pool;
    const auto release = [&](ObjectIndex object) { pool.emplace(assignment.object_sizes[object], object); };
    for (std::size_t i = 0; i < records.size() && !meter.spend(1); ++i) {
        const UsageRecord<Bytes>& record = records[i];
        const RecordIndex index(i);
        in_use.release_before(record.first, release);
        const auto place = nearest_in(pool, record.size);
        if (place == pool.end()) {
            assignment.assign_new(index, record.size);
        } else {
            assignment.assign_growing(index, place->second, record.size);
            pool.erase(place);
        }
        in_use.add(assignment.object_of_record[i], record.last);
    }
    assign_rest_naively(records, assignment);
    return assignment;
}

ObjectsAssignment<Bytes> greedy_in_order_assignment(UsageRecords<Bytes> records, UsageEdges edges, RunMeter& meter) {
    ObjectsAssignment<Bytes> assignment(records.size(), ObjectRule::usage_graph);
    LastTensors last;
    for (std::size_t i = 0; i < records.size() && !meter.spend(1 + edges[i].size()); ++i) {
        const UsageRecord<Bytes>& record = records[i];
        const RecordIndex index(i);
        std::optional<std::tuple<std::int64_t, Bytes, ObjectIndex>> nearest;
        for (const RecordIndex before : edges[i]) {
            const ObjectIndex object = assignment.object_of_record[before];
            // If the last tensor of an object has ended, the object is free.
            if (object == ObjectIndex::none() || last.of(object) != before || records[before].last >= record.first) {
                continue;
            }
            const Bytes size = assignment.object_sizes[object];
            const std::tuple candidate(std::abs((size - record.size).value()), size, object);
            nearest = nearest ? std::min(*nearest, candidate) : candidate;
        }
        if (nearest) {
            assignment.assign_growing(index, std::get<ObjectIndex>(*nearest), record.size);
        } else {
            assignment.assign_new(index, record.size);
        }
        last.set(assignment.object_of_record[i], index);
    }
    assign_rest_naively(records, assignment);
    return assignment;
}

ObjectsAssignment<TextureSize> greedy_in_order_assignment(UsageRecords<TextureSize> records, UsageEdges edges,
                                                          RunMeter& meter) {
    ObjectsAssignment<TextureSize> assignment(records.size(),
                                              edges.empty() ? ObjectRule::in_order : ObjectRule::usage_graph);
    ObjectsInUse in_use;
    LastTensors last;
    std::vector<ObjectIndex> pool;  // in the order in which the objects became free
    const auto may_take_over = [&](std::size_t record, ObjectIndex object) {
        return edges.empty() || std::ranges::find(edges[record], last.of(object)) != edges[record].end();
    };
    for (std::size_t i = 0; i < records.size() && !meter.spend(1 + pool.size()); ++i) {
        const UsageRecord<TextureSize>& record = records[i];
        const RecordIndex index(i);
        in_use.release_before(record.first, [&](ObjectIndex object) { pool.push_back(object); });
        auto best = pool.end();
        std::int64_t least_waste = std::numeric_limits<std::int64_t>::max();
        for (auto place = pool.begin(); place != pool.end(); ++place) {
            const TextureSize& size = assignment.object_sizes[*place];
            if (covers(size, record.size) && elements(size) - elements(record.size) < least_waste &&
                may_take_over(i, *place)) {
                least_waste = elements(size) - elements(record.size);
                best = place;
            }
        }
        if (best == pool.end()) {
            assignment.assign_new(index, record.size);
        } else {
            assignment.assign(index, *best);
            pool.erase(best);
        }
        in_use.add(assignment.object_of_record[i], record.last);
        last.set(assignment.object_of_record[i], index);
    }
    assign_rest_naively(records, assignment);
    return assignment;
}

void assign_rest_in_order(UsageRecords<Bytes> records, ObjectsAssignment<Bytes>& assignment) {
    std::vector<UsageRecord<Bytes>> rest;
    IndexedVector<RecordIndex, RecordIndex> positions;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (!assignment.has(RecordIndex(i))) {
            rest.push_back(records[i]);
            positions.emplace_back(i);
        }
    }
    const StopToken never;
    const ProgressSink nobody;
    RunMeter meter(never, nobody);
    const ObjectsAssignment<Bytes> own = greedy_in_order_assignment(rest, meter);
    assignment.chosen_by_rule = assignment.order.size();
    const std::size_t first = assignment.object_sizes.size();
    assignment.object_sizes.insert(assignment.object_sizes.end(), own.object_sizes.begin(), own.object_sizes.end());
    for (const RecordIndex record : own.order) {
        assignment.assign(positions[record], ObjectIndex(first + own.object_of_record[record].value()));
    }
}

}  // namespace arenascope
