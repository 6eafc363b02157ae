#include "core/analysis/compare/plan_changes.h"

#include "core/model/memory/allocator_history.h"

namespace arenascope {
namespace {

const std::string& region_name(const Comparand& plan, const Placement& placement) {
    return plan.problem.regions[placement.region].name;
}

bool is_same_place(const Comparand& first, BufferIndex a, const Comparand& second, BufferIndex b) {
    const auto& x = first.layout.placements[a];
    const auto& y = second.layout.placements[b];
    if (!x || !y) {
        return x.has_value() == y.has_value();
    }
    return x->offset == y->offset && region_name(first, *x) == region_name(second, *y);
}

}  // namespace

bool is_added(const ComparedBuffer& change) {
    return change.first == BufferIndex::none();
}

bool is_removed(const ComparedBuffer& change) {
    return change.second == BufferIndex::none();
}

bool is_change(const ComparedBuffer& change) {
    return is_added(change) || is_removed(change) || change.is_renamed || change.is_moved || change.is_resized ||
           change.is_retimed;
}

PlanChanges plan_changes(const Comparand& first, const Comparand& second, const BufferPairing& pairing) {
    // The addresses of an allocator differ in each run of a program, so that they tell nothing.
    const bool have_places = !has_segment_regions(first.problem) || !has_segment_regions(second.problem);
    PlanChanges all;
    all.buffers.reserve(pairing.pairs.size() + pairing.only_in_first.size() + pairing.only_in_second.size());
    auto removed = pairing.only_in_first.begin();
    const auto remove_up_to = [&](BufferIndex end) {
        for (; removed != pairing.only_in_first.end() && *removed < end; ++removed) {
            all.buffers.push_back({.first = *removed});
        }
    };
    for (const BufferPair& pair : pairing.pairs) {
        remove_up_to(pair.first);
        const Buffer& before = first.problem.buffers[pair.first];
        const Buffer& after = second.problem.buffers[pair.second];
        const ComparedBuffer change{.first = pair.first,
                                    .second = pair.second,
                                    .is_renamed = pair.by == PairedBy::use,
                                    .is_moved = have_places && !is_same_place(first, pair.first, second, pair.second),
                                    .is_resized = before.size != after.size,
                                    .is_retimed = before.lifetime != after.lifetime || before.gaps() != after.gaps()};
        all.paired_by_name += change.is_renamed ? 0 : 1;
        all.renamed += change.is_renamed ? 1 : 0;
        all.moved += change.is_moved ? 1 : 0;
        all.resized += change.is_resized ? 1 : 0;
        all.retimed += change.is_retimed ? 1 : 0;
        all.buffers.push_back(change);
    }
    remove_up_to(BufferIndex(first.problem.buffers.size()));
    for (const BufferIndex added : pairing.only_in_second) {
        all.buffers.push_back({.second = added});
    }
    all.added = pairing.only_in_second.size();
    all.removed = pairing.only_in_first.size();
    return all;
}

std::optional<std::int64_t> offset_change(const Comparand& first, const Comparand& second,
                                          const ComparedBuffer& change) {
    if (is_added(change) || is_removed(change) ||
        (has_segment_regions(first.problem) && has_segment_regions(second.problem))) {
        return std::nullopt;
    }
    const auto& before = first.layout.placements[change.first];
    const auto& after = second.layout.placements[change.second];
    if (!before || !after || region_name(first, *before) != region_name(second, *after)) {
        return std::nullopt;
    }
    return (after->offset - before->offset).value();
}

LayoutComparison comparison_of(const Comparand& first, const Comparand& second, const PlanChanges& changes) {
    LayoutComparison comparison;
    for (const ComparedBuffer& change : changes.buffers) {
        if (is_added(change)) {
            comparison.added.push_back(second.problem.buffers[change.second].name);
            continue;
        }
        const Name& name = first.problem.buffers[change.first].name;
        if (is_removed(change)) {
            comparison.removed.push_back(name);
            continue;
        }
        if (change.is_renamed) {
            comparison.renamed.emplace_back(name, second.problem.buffers[change.second].name);
        }
        if (change.is_moved) {
            comparison.moved.push_back(name);
        }
        if (change.is_resized) {
            comparison.resized.push_back(name);
        }
        if (change.is_retimed) {
            comparison.retimed.push_back(name);
        }
    }
    return comparison;
}

LayoutComparison compare(const Comparand& first, const Comparand& second) {
    return comparison_of(first, second, plan_changes(first, second, pair_by_name(first.problem, second.problem)));
}

bool same_buffers(const LayoutComparison& comparison) {
    return comparison.added.empty() && comparison.removed.empty() && comparison.renamed.empty() &&
           comparison.resized.empty() && comparison.retimed.empty();
}

}  // namespace arenascope
