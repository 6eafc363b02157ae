#include "core/analysis/explain/core_use.h"

#include <algorithm>
#include <limits>

#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/wide.h"
#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/operator_work.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

Bytes bounded(Int128 sum) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return Bytes(sum > most ? most : static_cast<std::int64_t>(sum));
}

void add_work(const Problem& problem, IndexedVector<RegionIndex, CoreUse>& uses) {
    IndexedVector<RegionIndex, OperatorWork> work(uses.size());
    for (const Operator& node : problem.graph->operators) {
        if (node.core != RegionIndex::none()) {
            work[node.core].add(operator_work(problem, node));
        }
    }
    for (CoreUse& use : uses) {
        use.multiply_accumulates = bounded(work[use.core].multiply_accumulates).value();
        use.bytes_written = bounded(work[use.core].bytes);
        use.work = bounded(work[use.core].total()).value();
    }
}

}  // namespace

std::vector<CoreUse> core_uses(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, CoreUse> uses(problem.regions.size());
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    for (std::size_t i = 0; i < uses.size(); ++i) {
        uses[i].core = RegionIndex(i);
        uses[i].threshold = thresholds[i];
        uses[i].fragmentation = external_fragmentation(problem, layout, RegionIndex(i)).total;
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        CoreUse& use = uses[buffer.region];
        ++use.buffers;
        const auto& placement = layout.placements[i];
        if (!placement) {
            ++use.unplaced;
            continue;
        }
        CoreUse& where = uses[placement->region];
        if (!takes_bytes(buffer)) {
            continue;
        }
        const Offset tail = tail_of(buffer, placement->offset);
        const bool is_higher = !where.peak_step || tail > where.peak;
        if (is_higher || tail == where.peak) {
            where.peak_step = is_higher ? buffer.lifetime.begin : std::min(*where.peak_step, buffer.lifetime.begin);
            where.peak = tail;
        }
    }
    if (problem.graph) {
        add_work(problem, uses);
    }
    return uses;
}

Bytes traffic(const Problem& problem) {
    Int128 bytes = 0;
    for (const Transfer& transfer : problem.transfers) {
        bytes += problem.buffers[transfer.copy].size.value();
    }
    return bounded(bytes);
}

bool has_cores(const Problem& problem) {
    const bool has_second =
        std::any_of(problem.regions.begin(), problem.regions.end(), [](const Region& region) { return region.second; });
    return (!problem.transfers.empty() && !has_second) ||
           (problem.graph && std::any_of(problem.graph->operators.begin(), problem.graph->operators.end(),
                                         [](const Operator& node) { return node.core != RegionIndex::none(); }));
}

OperatorIndex operator_of(const Problem& problem, BufferIndex buffer) {
    OperatorIndex reader = OperatorIndex::none();
    for (std::size_t i = 0; problem.graph && i < problem.graph->operators.size(); ++i) {
        const Operator& node = problem.graph->operators[i];
        if (std::find(node.writes.begin(), node.writes.end(), buffer) != node.writes.end()) {
            return OperatorIndex(i);
        }
        const bool reads = std::find(node.reads.begin(), node.reads.end(), buffer) != node.reads.end();
        reader = reads && reader == OperatorIndex::none() ? OperatorIndex(i) : reader;
    }
    return reader;
}

}  // namespace arenascope
