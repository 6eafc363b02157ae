#include "core/analysis/compare/change_list.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace arenascope {
namespace {

const Buffer* buffer_of(const ComparedSide& side, BufferIndex buffer) {
    return buffer == BufferIndex::none() ? nullptr : &side.problem->buffers[buffer];
}

FactValue size_fact(const ComparedSide& side, BufferIndex index) {
    const Buffer* const buffer = buffer_of(side, index);
    return buffer != nullptr ? FactValue(buffer->size.value()) : FactValue();
}

FactValue offset_fact(const ComparedSide& side, BufferIndex index) {
    if (index == BufferIndex::none() || !side.layout->placements[index]) {
        return {};
    }
    return side.layout->placements[index]->offset.value();
}

std::string name_of(const ComparedPlans& plans, const ComparedBuffer& change) {
    const Buffer* const of_a = buffer_of(plans.a, change.first);
    const Buffer* const of_b = buffer_of(plans.b, change.second);
    if (of_a == nullptr || of_b == nullptr) {
        return (of_a != nullptr ? of_a : of_b)->name.text();
    }
    return change.is_renamed ? of_a->name.text() + " → " + of_b->name.text() : of_a->name.text();
}

std::optional<std::int64_t> distance(const ComparedPlans& plans, const ComparedBuffer& change) {
    return offset_change(plans.a.comparand(), plans.b.comparand(), change);
}

}  // namespace

std::size_t difference_count(const PlanChanges& changes) {
    return static_cast<std::size_t>(std::ranges::count_if(changes.buffers, is_change));
}

std::string change_text(const ComparedBuffer& change) {
    const std::array<std::pair<bool, std::string_view>, 6> kinds = {{{is_added(change), "added"},
                                                                     {is_removed(change), "removed"},
                                                                     {change.is_renamed, "renamed"},
                                                                     {change.is_moved, "moved"},
                                                                     {change.is_resized, "resized"},
                                                                     {change.is_retimed, "retimed"}}};
    std::string text;
    for (const auto& [holds, word] : kinds) {
        if (holds) {
            text += (text.empty() ? "" : ", ") + std::string(word);
        }
    }
    return text;
}

FactTable change_facts(const ComparedPlans& plans, std::size_t most) {
    struct Listed {
        std::int64_t moved;  ///< without sign; −1: not known
        std::size_t position;
    };
    std::vector<Listed> listed;
    for (std::size_t i = 0; i < plans.changes.buffers.size(); ++i) {
        if (is_change(plans.changes.buffers[i])) {
            const auto by = distance(plans, plans.changes.buffers[i]);
            listed.push_back({by ? std::abs(*by) : -1, i});
        }
    }
    std::ranges::stable_sort(listed, [](const Listed& a, const Listed& b) { return a.moved > b.moved; });
    listed.resize(std::min(listed.size(), most));
    FactTable table{{"name", "change", "size_a", "size_b", "offset_a", "offset_b", "moved"}, {}};
    for (const Listed& each : listed) {
        const ComparedBuffer& change = plans.changes.buffers[each.position];
        const auto by = distance(plans, change);
        table.rows.push_back({name_of(plans, change), change_text(change), size_fact(plans.a, change.first),
                              size_fact(plans.b, change.second), offset_fact(plans.a, change.first),
                              offset_fact(plans.b, change.second), by ? FactValue(*by) : FactValue()});
    }
    return table;
}

}  // namespace arenascope
