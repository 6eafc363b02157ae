#include "core/compare/layout_comparison.h"

#include <string_view>
#include <unordered_map>

namespace arenascope {
namespace {

using Positions = std::unordered_map<std::string_view, std::size_t>;

Positions positions_by_name(const Problem& problem) {
    Positions positions;
    positions.reserve(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        positions.emplace(problem.buffers[i].name, i);
    }
    return positions;
}

bool same_place(const Comparand& first, std::size_t a, const Comparand& second, std::size_t b) {
    const auto& x = first.layout.placements[a];
    const auto& y = second.layout.placements[b];
    if (!x || !y) {
        return x.has_value() == y.has_value();
    }
    return x->offset == y->offset && first.problem.regions[x->region].name == second.problem.regions[y->region].name;
}

}  // namespace

LayoutComparison compare(const Comparand& first, const Comparand& second) {
    LayoutComparison comparison;
    const Positions of_first = positions_by_name(first.problem);
    const Positions of_second = positions_by_name(second.problem);
    for (std::size_t i = 0; i < first.problem.buffers.size(); ++i) {
        const Buffer& before = first.problem.buffers[i];
        const auto found = of_second.find(before.name);
        if (found == of_second.end()) {
            comparison.removed.push_back(before.name);
            continue;
        }
        const Buffer& after = second.problem.buffers[found->second];
        if (!same_place(first, i, second, found->second)) {
            comparison.moved.push_back(before.name);
        }
        if (before.size != after.size) {
            comparison.resized.push_back(before.name);
        }
        if (before.lifetime != after.lifetime || before.gaps != after.gaps) {
            comparison.retimed.push_back(before.name);
        }
    }
    for (const Buffer& after : second.problem.buffers) {
        if (!of_first.contains(after.name)) {
            comparison.added.push_back(after.name);
        }
    }
    return comparison;
}

bool same_buffers(const LayoutComparison& comparison) {
    return comparison.added.empty() && comparison.removed.empty() && comparison.resized.empty() &&
           comparison.retimed.empty();
}

}  // namespace arenascope
