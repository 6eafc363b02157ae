#include "core/planner/scratch/tensor_plan.h"

#include <algorithm>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"
#include "core/planner/counted_option.h"
#include "core/planner/soundness.h"

namespace arenascope {
namespace {

class Remainder {
public:
    Remainder(const Problem& whole, const std::vector<bool>& left_out) : whole_(whole) {
        for (std::size_t i = 0; i < whole.buffers.size(); ++i) {
            index_.push_back(left_out[i] ? BufferIndex::none() : BufferIndex(result_.kept.size()));
            if (!left_out[i]) {
                result_.kept.emplace_back(i);
                result_.problem.buffers.push_back(whole.buffers[i]);
            }
        }
        result_.problem.regions = whole.regions;
        result_.problem.step_labels = whole.step_labels;
    }

    TensorProblem run() {
        if (whole_.graph) {
            keep_graph();
        }
        if (whole_.usage_graph) {
            UsageGraph& kept = result_.problem.usage_graph.emplace();
            for (const BufferIndex buffer : result_.kept) {
                kept.may_take_over.push_back(kept_of(whole_.usage_graph->may_take_over[buffer]));
            }
        }
        for (const Transfer& one : whole_.transfers) {
            if (is_kept(one.source) && is_kept(one.copy)) {
                result_.problem.transfers.push_back({now(one.source), now(one.copy)});
            }
        }
        for (ScratchRequest request : whole_.scratch) {
            if (is_kept(request.buffer)) {
                request.buffer = now(request.buffer);
                result_.problem.scratch.push_back(request);
            }
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] BufferIndex now(BufferIndex buffer) const { return index_[buffer]; }
    [[nodiscard]] bool is_kept(BufferIndex buffer) const { return now(buffer) != BufferIndex::none(); }

    [[nodiscard]] std::vector<BufferIndex> kept_of(const std::vector<BufferIndex>& buffers) const {
        std::vector<BufferIndex> kept;
        for (const BufferIndex buffer : buffers) {
            if (is_kept(buffer)) {
                kept.push_back(now(buffer));
            }
        }
        return kept;
    }

    void keep_graph() {
        Graph& graph = result_.problem.graph.emplace(*whole_.graph);
        for (Operator& one : graph.operators) {
            keep_operator(one);
        }
        if (!graph.tensors.empty()) {
            graph.tensors.clear();
            for (const BufferIndex buffer : result_.kept) {
                graph.tensors.push_back(whole_.graph->tensors[buffer]);
            }
        }
    }

    void keep_operator(Operator& one) const {
        std::vector<std::uint32_t> position(one.reads.size());
        bool shares_left_out = false;
        std::uint32_t kept = 0;
        for (std::size_t i = 0; i < one.reads.size(); ++i) {
            position[i] = kept;
            kept += is_kept(one.reads[i]) ? 1 : 0;
        }
        for (std::uint32_t& shared : one.shareable) {
            shares_left_out = shares_left_out || !is_kept(one.reads[shared]);
            shared = position[shared];
        }
        one.reads = kept_of(one.reads);
        const std::size_t written = one.writes.size();
        one.writes = kept_of(one.writes);
        if (shares_left_out || one.writes.size() != written) {
            one.feature = OperatorFeature::ordinary;
            one.shareable.clear();
            one.positions.clear();
        }
    }

    const Problem& whole_;
    IndexedVector<BufferIndex, BufferIndex> index_;  ///< by buffer of the whole problem; none(): left out
    TensorProblem result_;
};

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

TensorProblem without_buffers(const Problem& whole, const std::vector<bool>& left_out) {
    return Remainder(whole, left_out).run();
}

Layout whole_layout(const Problem& whole, const TensorProblem& tensors, const Layout& layout) {
    Layout result = empty_layout(whole);
    for (std::size_t i = 0; i < tensors.kept.size(); ++i) {
        result.placements[tensors.kept[i]] = layout.placements[i];
    }
    result.sharing = layout.sharing;
    for (SharingGroup& group : result.sharing) {
        for (BufferIndex& member : group.members) {
            member = tensors.kept[member];
        }
    }
    result.removed = layout.removed;
    result.copies = layout.copies;
    for (OperandCopy& copy : result.copies) {
        copy.operand = tensors.kept[copy.operand];
    }
    return result;
}

std::vector<OptionSpec> tensor_options() {
    return {{"tensors", OptionType::text, "auto",
             "the layout of the tensors: file, the name of a planner, or auto: the file's if it is complete and sound, "
             "else that of peak-suppression"},
            counted_option("work", "0", "visits", "work limit of the planner of the tensors, if it has one", {},
                           "its own default")};
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
