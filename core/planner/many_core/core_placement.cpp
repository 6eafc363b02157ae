#include "core/planner/many_core/core_placement.h"

#include <algorithm>

#include "core/memory/external_fragmentation.h"
#include "core/memory/indexed_vector.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

CorePlacer::CorePlacer(const Problem& problem, RegionIndex core, CandidateLimits limits)
    : problem_(problem), allocations_(core_allocations(problem, core)), search_(problem, allocations_, limits) {}

void CorePlacer::put_pins(IndexedVector<BufferIndex, std::int64_t>& offsets) const {
    for (const BufferIndex index : allocations_.order) {
        offsets[index] = unplaced_offset;
    }
    for (const BufferIndex index : allocations_.pinned) {
        offsets[index] = problem_.buffers[index].pin->value();
    }
}

std::optional<CorePlacement> CorePlacer::place(ChoosingMethod& method,
                                               IndexedVector<BufferIndex, std::int64_t>& offsets, const Stop& stop) {
    put_pins(offsets);
    CorePlacement placement{
        .offsets = std::vector<std::int64_t>(allocations_.order.size(), unplaced_offset), .misfits = {}, .score = {}};
    for (std::size_t position = 0; position < allocations_.order.size(); ++position) {
        if (stop(search_.work())) {
            return std::nullopt;
        }
        const auto candidates = search_.find(position, offsets);
        if (candidates.empty()) {
            placement.misfits.push_back(search_.misfit());
            continue;
        }
        const BufferIndex index = allocations_.order[position];
        const std::size_t target = method.choose({.position = position,
                                                  .size = problem_.buffers[index].size,
                                                  .candidates = candidates,
                                                  .peak = search_.peak()});
        placement.offsets[position] = candidates[target].offset.value();
        offsets[index] = placement.offsets[position];
    }
    placement.score = score_of(placement);
    return placement;
}

CoreScore CorePlacer::score_of(const CorePlacement& placement) const {
    CoreScore score;
    for (const Misfit& misfit : placement.misfits) {
        score.misfits = score.misfits + problem_.buffers[misfit.buffer].size;
    }
    std::vector<PlacedPiece> pieces;
    const auto add = [&](BufferIndex index, Offset offset) {
        score.peak = std::max(score.peak, offset + problem_.buffers[index].size);
        for_each_placed_piece(problem_, index, offset, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
    };
    for (const BufferIndex index : allocations_.pinned) {
        add(index, *problem_.buffers[index].pin);
    }
    for (std::size_t i = 0; i < placement.offsets.size(); ++i) {
        if (placement.offsets[i] != unplaced_offset) {
            add(allocations_.order[i], Offset(placement.offsets[i]));
        }
    }
    score.fragmentation = external_fragmentation(std::move(pieces)).total;
    return score;
}

void CorePlacer::replay(const CorePlacement& placement, IndexedVector<BufferIndex, std::int64_t>& offsets,
                        const Tell& tell) {
    put_pins(offsets);
    for (std::size_t position = 0; position < allocations_.order.size(); ++position) {
        const auto candidates = search_.find(position, offsets);
        const Offset target(placement.offsets[position]);
        const auto chosen = std::find_if(candidates.begin(), candidates.end(),
                                         [target](const Candidate& each) { return each.offset == target; });
        tell(position, candidates, chosen == candidates.end() ? nullptr : &*chosen);
        offsets[allocations_.order[position]] = placement.offsets[position];
    }
}

}  // namespace arenascope
