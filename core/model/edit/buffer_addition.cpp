#include "core/model/edit/buffer_addition.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

/// Adds a buffer to every list by BufferIndex, without a place and without takeovers.
BufferIndex append_buffer(EditedPlan& plan, Buffer buffer) {
    const BufferIndex index(plan.problem.buffers.size());
    plan.problem.buffers.push_back(std::move(buffer));
    plan.layout.placements.emplace_back();
    if (plan.problem.usage_graph) {
        plan.problem.usage_graph->may_take_over.emplace_back();
    }
    if (plan.problem.graph && !plan.problem.graph->tensors.empty()) {
        plan.problem.graph->tensors.emplace_back();
    }
    plan.changed.push_back(index);
    return index;
}

void add_takeovers_by_time(Problem& problem, BufferIndex added) {
    auto& lists = problem.usage_graph->may_take_over;
    const Buffer& own = problem.buffers[added];
    for (std::size_t i = 0; i < added.value(); ++i) {
        const Buffer& other = problem.buffers[i];
        if (other.region != own.region) {
            continue;
        }
        if (other.lifetime.end <= own.lifetime.begin) {
            lists[added].emplace_back(i);
        } else if (own.lifetime.end <= other.lifetime.begin) {
            lists[i].push_back(added);
        }
    }
}

/// Gives the twin the takeovers of the original, in both directions.
void add_takeovers_of_twin(UsageGraph& graph, BufferIndex original, BufferIndex twin) {
    auto& lists = graph.may_take_over;
    lists[twin] = lists[original];
    for (std::size_t i = 0; i < twin.value(); ++i) {
        if (std::ranges::find(lists[i], original) != lists[i].end()) {
            lists[i].push_back(twin);
        }
    }
}

std::string facts_text(const Buffer& buffer) {
    return std::to_string(buffer.size.value()) + " B, [" + std::to_string(buffer.lifetime.begin.value()) + ", " +
           std::to_string(buffer.lifetime.end.value()) + ")";
}

void list_addition(EditedPlan& plan, BufferIndex added, const std::string& how) {
    const Buffer& buffer = plan.problem.buffers[added];
    plan.hand_edits.push_back({"buffer " + in_quotes(buffer.name), {}, how + ", " + facts_text(buffer)});
}

}  // namespace

Expected<EditedPlan> with_buffer(const Problem& problem, const Layout& layout, Buffer buffer) {
    if (auto editable = check_editable(problem); !editable) {
        return failure(std::move(editable.error()));
    }
    if (buffer.name.empty()) {
        return failure("the buffer has no name", "give it a name that no other buffer has");
    }
    EditedPlan plan{problem, layout, {}, {}};
    const BufferIndex added = append_buffer(plan, std::move(buffer));
    if (auto valid = validate(plan.problem); !valid) {
        return failure(std::move(valid.error()));
    }
    if (plan.problem.usage_graph) {
        add_takeovers_by_time(plan.problem, added);
    }
    const Buffer& own = plan.problem.buffers[added];
    if (own.pin) {
        plan.layout.placements[added] = Placement{*own.pin, own.region};
    } else {
        place_lowest(plan.problem, plan.layout, added);
    }
    list_addition(plan, added, "added");
    return mended(std::move(plan));
}

Expected<EditedPlan> with_duplicates(const Problem& problem, const Layout& layout,
                                     std::span<const BufferIndex> buffers) {
    if (auto editable = check_editable(problem); !editable) {
        return failure(std::move(editable.error()));
    }
    UniqueNames names;
    for (const Buffer& each : problem.buffers) {
        (void)names.add(each.name);
    }
    EditedPlan plan{problem, layout, {}, {}};
    for (const BufferIndex original : buffers) {
        Buffer twin = problem.buffers[original];
        twin.name = names.add(std::move(twin.name));
        twin.set_hint({});
        twin.pin.reset();
        const BufferIndex added = append_buffer(plan, std::move(twin));
        if (plan.problem.usage_graph) {
            add_takeovers_of_twin(*plan.problem.usage_graph, original, added);
        }
        if (plan.problem.graph && !plan.problem.graph->tensors.empty()) {
            plan.problem.graph->tensors[added] = TensorFacts(plan.problem.graph->tensors[original]);
        }
        if (const ScratchRequest* request = scratch_request_of(problem, original)) {
            ScratchRequest own = *request;
            own.buffer = added;
            plan.problem.scratch.push_back(own);
        }
        list_addition(plan, added, "copied from " + in_quotes(problem.buffers[original].name));
    }
    if (auto valid = validate(plan.problem); !valid) {
        return failure(std::move(valid.error()));
    }
    for (const BufferIndex added : plan.changed) {
        place_lowest(plan.problem, plan.layout, added);
    }
    return mended(std::move(plan));
}

}  // namespace arenascope
