#include "core/planner/scratch/heap_measure.h"

#include <array>

namespace arenascope {
namespace {

/// Below 0 where `one` is better, above where `other` is.
int compare(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion) {
    const auto order = [](const auto& a, const auto& b) { return a < b ? -1 : b < a ? 1 : 0; };
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
    if (one.fits != other.fits) {
        return one.fits;
    }
    if (const int own = compare(one, other, criterion); own != 0) {
        return own < 0;
    }
    constexpr std::array all = {ScratchCriterion::no_growth, ScratchCriterion::smallest,
                                ScratchCriterion::fragmentation, ScratchCriterion::fast};
    for (const ScratchCriterion next : all) {
        if (const int others = compare(one, other, next); others != 0) {
            return others < 0;
        }
    }
    return false;
}

}  // namespace arenascope
