#include "core/planner/shared_objects/usage_records.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

template <class Size, class SizeOf>
std::vector<UsageRecord<Size>> records_of(const Problem& problem, const RecordedBuffers& group, SizeOf&& size_of) {
    std::vector<UsageRecord<Size>> records;
    records.reserve(group.buffers.size());
    for (const BufferIndex index : group.buffers) {
        const Buffer& buffer = problem.buffers[index];
        records.push_back({size_of(buffer), Step((buffer.lifetime.begin - group.origin).value()),
                           Step((buffer.lifetime.end - group.origin).value() - 1)});
    }
    return records;
}

}  // namespace

std::vector<RecordedBuffers> recorded_buffers(const Problem& problem) {
    std::map<std::pair<RegionIndex, std::size_t>, std::vector<BufferIndex>> buffers;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (!takes_bytes(buffer)) {
            continue;
        }
        buffers[{buffer.region, std::max<std::size_t>(buffer.dimensions().size(), 1)}].emplace_back(i);
    }
    std::vector<RecordedBuffers> groups;
    for (auto& [key, members] : buffers) {
        std::ranges::stable_sort(members, {},
                                 [&problem](BufferIndex one) { return problem.buffers[one].lifetime.begin; });
        const Step origin = problem.buffers[members.front()].lifetime.begin;
        groups.push_back({key.first, key.second, std::move(members), origin});
    }
    return groups;
}

std::vector<UsageRecord<Bytes>> plain_records(const Problem& problem, const RecordedBuffers& group) {
    return records_of<Bytes>(problem, group, [](const Buffer& buffer) { return buffer.size; });
}

std::vector<UsageRecord<TextureSize>> texture_records(const Problem& problem, const RecordedBuffers& group) {
    return records_of<TextureSize>(problem, group, [](const Buffer& buffer) {
        TextureSize size;
        std::copy(buffer.dimensions().begin(), buffer.dimensions().end(), size.extent.begin());
        return size;
    });
}

std::vector<std::vector<RecordIndex>> usage_edges(const Problem& problem, const RecordedBuffers& group) {
    IndexedVector<RecordIndex, std::vector<RecordIndex>> edges;
    if (!problem.usage_graph) {
        return edges;
    }
    IndexedVector<BufferIndex, RecordIndex> record_of(problem.buffers.size(), RecordIndex::none());
    for (std::size_t i = 0; i < group.buffers.size(); ++i) {
        record_of[group.buffers[i]] = RecordIndex(i);
    }
    edges.resize(group.buffers.size());
    for (std::size_t i = 0; i < group.buffers.size(); ++i) {
        for (const BufferIndex other : problem.usage_graph->may_take_over[group.buffers[i]]) {
            if (const RecordIndex record = record_of[other]; record != RecordIndex::none()) {
                edges[i].push_back(record);
                edges[record].emplace_back(i);
            }
        }
    }
    return edges;
}

}  // namespace arenascope
