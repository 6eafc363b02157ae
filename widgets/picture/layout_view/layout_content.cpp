#include "widgets/picture/layout_view/layout_content.h"

#include <algorithm>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/conflict.h"

namespace arenascope {
namespace {

constexpr std::size_t most_selected_for_conflicts = 16;

}  // namespace

std::optional<Step> free_areas_step(const LayoutContent& content) {
    if (!content.shows_free_areas) {
        return std::nullopt;
    }
    return content.time_cursor ? content.time_cursor : content.pointed_step;
}

bool is_selected(const LayoutContent& content, BufferIndex buffer) {
    return std::find(content.selection.begin(), content.selection.end(), buffer) != content.selection.end();
}

bool can_drag(const LayoutContent& content, BufferIndex buffer) {
    return content.is_editable && !has_recorded_places(content) && is_selected(content, buffer);
}

bool has_recorded_places(const LayoutContent& content) {
    return content.problem && has_segment_regions(*content.problem);
}

std::vector<std::uint8_t> dimmed_buffers(const LayoutContent& content) {
    if (!content.problem || (content.filter.empty() && content.selection.empty())) {
        return {};
    }
    const Problem& problem = *content.problem;
    const std::size_t count = problem.buffers.size();
    std::vector<std::uint8_t> dimmed(count, 0);
    if (content.filter.empty() && content.selection.size() <= most_selected_for_conflicts) {
        dimmed.assign(count, 1);
        for (const BufferIndex buffer : content.selection) {
            dimmed[buffer.value()] = 0;
            for (const BufferIndex other : conflicts_of(problem, buffer)) {
                dimmed[other.value()] = 0;
            }
        }
        // The source and the copy of a transfer are the same tensor in two memories.
        for (const Transfer& transfer : problem.transfers) {
            if (is_selected(content, transfer.source) || is_selected(content, transfer.copy)) {
                dimmed[transfer.source.value()] = dimmed[transfer.copy.value()] = 0;
            }
        }
    }
    for (std::size_t i = 0; i < std::min(count, content.filter.size()); ++i) {
        if (!content.filter[i]) {
            dimmed[i] = 1;
        }
    }
    for (const BufferIndex buffer : content.selection) {
        dimmed[buffer.value()] = 0;
    }
    return dimmed;
}

}  // namespace arenascope
