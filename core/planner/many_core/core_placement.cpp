#include "core/planner/many_core/core_placement.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/tail.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

/// By position: the fragmentation from the begin of the allocation on. The order is by begin.
std::vector<double> fragmentation_from(const FragmentationProfile& profile, const Problem& problem,
                                       const std::vector<BufferIndex>& order) {
    std::vector<double> sums(order.size(), 0.0);
    double after = 0;
    std::size_t next = profile.steps.size();
    for (std::size_t i = order.size(); i-- > 0;) {
        const Step begin = problem.buffers[order[i]].lifetime.begin;
        for (; next > 1 && profile.steps[next - 2] >= begin; --next) {
            after += static_cast<double>(profile.free[next - 2].value()) *
                     static_cast<double>((profile.steps[next - 1] - profile.steps[next - 2]).value());
        }
        sums[i] = after;
    }
    return sums;
}

}  // namespace

CorePlacer::CorePlacer(const Problem& problem, RegionIndex core, CandidateLimits limits, PlacementCriterion criterion)
    : problem_(problem),
      allocations_(core_allocations(problem, core)),
      search_(problem, allocations_, limits),
      criterion_(criterion) {}

void CorePlacer::put_pins(IndexedVector<BufferIndex, std::int64_t>& offsets) const {
    for (const BufferIndex index : allocations_.order) {
        offsets[index] = unplaced_offset;
    }
    for (const BufferIndex index : allocations_.pinned) {
        offsets[index] = fixed_offset(problem_.buffers[index])->value();
    }
}

std::optional<CorePlacement> CorePlacer::place(ChoosingMethod& method,
                                               IndexedVector<BufferIndex, std::int64_t>& offsets,
                                               const CandidateStop& stop, std::size_t combinations) {
    put_pins(offsets);
    search_.limit_combinations(combinations);
    CorePlacement placement{
        .offsets = std::vector<std::int64_t>(allocations_.order.size(), unplaced_offset), .misfits = {}, .score = {}};
    placement.combinations = combinations;
    for (std::size_t position = 0; position < allocations_.order.size(); ++position) {
        if (stop(search_.effort())) {
            return std::nullopt;
        }
        const auto candidates = search_.find(position, offsets, method.offer(position), stop);
        if (search_.is_stopped()) {
            return std::nullopt;
        }
        placement.cut_by_combinations += search_.cut() == SearchCut::combinations ? 1 : 0;
        placement.cut_by_areas += search_.cut() == SearchCut::areas ? 1 : 0;
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
    judge(placement);
    return placement;
}

void CorePlacer::judge(CorePlacement& placement) const {
    CoreScore& score = placement.score;
    score.criterion = criterion_;
    for (const Misfit& misfit : placement.misfits) {
        score.misfits = score.misfits + problem_.buffers[misfit.buffer].size;
    }
    std::vector<PlacedPiece> pieces;
    const auto add = [&](BufferIndex index, Offset offset) {
        score.peak = std::max(score.peak, tail_of(problem_.buffers[index], offset));
        for_each_placed_piece(problem_, index, offset, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
    };
    for (const BufferIndex index : allocations_.pinned) {
        add(index, *fixed_offset(problem_.buffers[index]));
    }
    for (std::size_t i = 0; i < placement.offsets.size(); ++i) {
        if (placement.offsets[i] != unplaced_offset) {
            add(allocations_.order[i], Offset(placement.offsets[i]));
        }
    }
    const FragmentationProfile profile = external_fragmentation(std::move(pieces));
    score.fragmentation = profile.total;
    placement.fragmentation_from = fragmentation_from(profile, problem_, allocations_.order);
}

void CorePlacer::replay(const CorePlacement& placement, IndexedVector<BufferIndex, std::int64_t>& offsets,
                        const Tell& tell, const CandidateStop& stop) {
    put_pins(offsets);
    search_.limit_combinations(placement.combinations);
    for (std::size_t position = 0; position < allocations_.order.size(); ++position) {
        const Offset target(placement.offsets[position]);
        const bool is_placed = target.value() != unplaced_offset;
        const auto candidates = search_.find(position, offsets, is_placed ? std::optional(target) : std::nullopt, stop);
        const auto chosen = std::find_if(candidates.begin(), candidates.end(),
                                         [target](const Candidate& each) { return each.offset == target; });
        tell(position, candidates, chosen == candidates.end() ? nullptr : &*chosen);
        offsets[allocations_.order[position]] = placement.offsets[position];
    }
}

}  // namespace arenascope
