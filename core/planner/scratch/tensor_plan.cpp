#include "core/planner/scratch/tensor_plan.h"

#include <algorithm>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"
#include "core/planner/scratch/tensor_problem.h"
#include "core/planner/soundness.h"

namespace arenascope {
namespace {

constexpr std::string_view own_name = "scratch";
/// Fast enough to finish even if the run is stopped.
constexpr std::string_view greedy_name = "greedy-tflm";

/// The index of the first tensor without a place in the file; the number of buffers if all tensors have one.
std::size_t first_unplaced(const PlanRequest& request, const IndexedVector<BufferIndex, bool>& is_scratch) {
    std::size_t i = 0;
    while (i < is_scratch.size() && (is_scratch[i] || (request.given != nullptr && request.given->placements[i]))) {
        ++i;
    }
    return i;
}

/// By region: the growth of its heap at the bottom, as recorded in the file; 0 if it must not be taken back.
std::vector<Bytes> growth_at_bottom(const PlanRequest& request) {
    IndexedVector<RegionIndex, Bytes> growth(request.problem.regions.size());
    for (const HeapBounds& heap : request.given->heaps) {
        growth[heap.region] = heap.before.from - heap.after.from;
    }
    for (std::size_t i = 0; i < request.problem.buffers.size(); ++i) {
        const Buffer& buffer = request.problem.buffers[i];
        const auto& placement = request.given->placements[i];
        Bytes& own = growth[buffer.region];
        if (buffer.pin || own < Bytes(0) ||
            (placement && buffer.kind != BufferKind::scratch && placement->offset.value() < own.value())) {
            own = Bytes(0);
        }
    }
    return growth;
}

bool has_scratch(const IndexedVector<BufferIndex, bool>& is_scratch) {
    return std::find(is_scratch.begin(), is_scratch.end(), true) != is_scratch.end();
}

/// Whether the layout has no fault except the missing scratch.
bool is_sound(const Problem& problem, const Layout& layout) {
    CheckReport report = check(problem, layout, 1);
    report.unplaced.clear();
    report.contradictions.clear();  // about the operators, whatever the layout
    return is_clean(report);
}

TensorPlan plan_of_file(const PlanRequest& request, const IndexedVector<BufferIndex, bool>& is_scratch) {
    const Layout& given = *request.given;
    TensorPlan plan;
    plan.made_by = "file";
    plan.layout = {.placements = given.placements, .sharing = {}, .removed = given.removed, .copies = given.copies};
    const IndexedVector<RegionIndex, Bytes> growth = growth_at_bottom(request);
    for (std::size_t i = 0; i < is_scratch.size(); ++i) {
        auto& placement = plan.layout.placements[i];
        if (is_scratch[i]) {
            placement.reset();
        } else if (placement) {
            placement->offset = placement->offset - growth[placement->region];
        }
    }
    for (const SharingGroup& group : given.sharing) {
        const bool is_of_tensors = std::none_of(group.members.begin(), group.members.end(),
                                                [&](BufferIndex member) { return is_scratch[member]; });
        if (is_of_tensors) {
            plan.layout.sharing.push_back(group);
        }
    }
    return plan;
}

Expected<TensorPlan> plan_by(std::string_view name, const PlanRequest& request,
                             const IndexedVector<BufferIndex, bool>& is_scratch) {
    if (name == own_name) {
        return failure("planner 'scratch' cannot plan the tensors itself", "name another planner");
    }
    PartOrder order{.planner = std::string(name),
                    .work = request.options.integer("work"),
                    .seed = request.seed,
                    .threads = request.threads,
                    .stop = request.stop};
    if (request.progress) {
        // A layout of the tensors alone is not a layout of the whole problem.
        order.progress = [&request](const Progress& progress) {
            request.progress({progress.work, progress.work_limit, Offset(), nullptr, Bytes(0)});
        };
    }
    const TensorProblem tensors = without_buffers(request.problem, is_scratch);
    auto made = request.plan_by_name(tensors.problem, order);
    if (!made) {
        return tl::unexpected(made.error());
    }
    TensorPlan plan;
    plan.made_by = name;
    plan.reproducible = made->reproducible;
    if (!is_complete(made->layout) && made->misfits.empty()) {
        // The planner was stopped without a layout, but the scratch needs one.
        made = request.plan_by_name(tensors.problem, {.planner = std::string(greedy_name)});
        if (!made) {
            return tl::unexpected(made.error());
        }
        plan.made_by = greedy_name;
    }
    plan.layout = whole_layout(request.problem, tensors, made->layout);
    plan.lower_bound = made->lower_bound;
    plan.work = made->work;
    plan.misfits = std::move(made->misfits);
    for (Misfit& misfit : plan.misfits) {
        misfit.buffer = tensors.kept[misfit.buffer];
    }
    return plan;
}

}  // namespace

std::vector<OptionSpec> tensor_options() {
    return {{.key = "tensors",
             .type = OptionType::text,
             .default_value = "auto",
             .meaning = "the layout of the tensors: file, the name of a planner, or auto: the file's if it is "
                        "complete and sound, else that of peak-suppression"},
            {.key = "work",
             .type = OptionType::integer,
             .default_value = "0",
             .meaning = "work limit of the planner of the tensors, if it has one",
             .unit = "visits",
             .unset = "its own default"}};
}

Expected<TensorPlan> place_tensors(const PlanRequest& request, const IndexedVector<BufferIndex, bool>& is_scratch) {
    const std::string& by = request.options.text("tensors");
    const bool is_auto = by == "auto";
    if (!is_auto && by != "file") {
        return plan_by(by, request, is_scratch);
    }
    const std::size_t unplaced = first_unplaced(request, is_scratch);
    if (request.given != nullptr && unplaced == is_scratch.size()) {
        TensorPlan plan = plan_of_file(request, is_scratch);
        const std::string fault = is_auto ? std::string() : placement_fault(request.problem, plan.layout);
        if (!fault.empty()) {
            return failure("the file's layout of the tensors, which tensors=file needs, is wrong: " + fault,
                           "correct the file, or name a planner, such as tensors=peak-suppression");
        }
        if (!is_auto || (has_scratch(is_scratch) && is_sound(request.problem, plan.layout))) {
            return plan;
        }
    }
    if (!is_auto) {
        return failure(unplaced < is_scratch.size()
                           ? "the file has no placement of tensor " +
                                 in_quotes(request.problem.buffers[unplaced].name) + ", which tensors=file needs"
                           : "tensors=file needs a file with placed tensors",
                       "name a planner, such as tensors=peak-suppression");
    }
    return plan_by(default_planner, request, is_scratch);
}

}  // namespace arenascope
