#include "core/planner/scratch/heap_measure.h"

#include <algorithm>
#include <array>

namespace arenascope {
namespace {

template <class Amount>
int order(const Amount& a, const Amount& b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

/// Negative: `one` is better. Positive: `other` is better.
int criterion_order(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion) {
    switch (criterion) {
        case ScratchCriterion::no_growth:
            return one.growths != other.growths ? order(one.growths, other.growths) : order(one.grown, other.grown);
        case ScratchCriterion::smallest:
            return order(one.heap, other.heap);
        case ScratchCriterion::fragmentation:
            return order(one.scattered, other.scattered);
        case ScratchCriterion::fast:
            return order(other.fast, one.fast);
    }
    return 0;
}

}  // namespace

ScratchCriterion scratch_criterion_named(std::string_view name) {
    return name == "no-growth"       ? ScratchCriterion::no_growth
           : name == "fragmentation" ? ScratchCriterion::fragmentation
           : name == "fast"          ? ScratchCriterion::fast
                                     : ScratchCriterion::smallest;
}

bool is_better(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion) {
    if (const int own = criterion_order(one, other, criterion); own != 0) {
        return own < 0;
    }
    const std::array others = {criterion_order(one, other, ScratchCriterion::no_growth),
                               criterion_order(one, other, ScratchCriterion::smallest),
                               order(one.lowered, other.lowered),
                               criterion_order(one, other, ScratchCriterion::fragmentation),
                               criterion_order(one, other, ScratchCriterion::fast)};
    const auto* const first = std::find_if(others.begin(), others.end(), [](int next) { return next != 0; });
    return first != others.end() && *first < 0;
}

}  // namespace arenascope
