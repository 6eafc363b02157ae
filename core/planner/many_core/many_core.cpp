#include "core/planner/many_core/many_core.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/error/quotation.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/live_profile.h"
#include "core/planner/many_core/core_placement.h"
#include "core/planner/placement_frames.h"
#include "core/planner/random.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

struct Core {
    std::unique_ptr<CorePlacer> placer;
    std::unique_ptr<ChoosingMethod> method;
    Bytes threshold;
    CorePlacement best;

    [[nodiscard]] std::size_t allocations() const { return placer->allocations().order.size(); }
    [[nodiscard]] bool is_done() const { return best.misfits.empty() && best.score.peak.value() <= threshold.value(); }
};

class ManyCoreRun {
public:
    explicit ManyCoreRun(const PlanRequest& request)
        : request_(request),
          problem_(request.problem),
          poll_(request.stop),
          offsets_(problem_.buffers.size(), unplaced_offset),
          traced_offsets_(problem_.buffers.size(), unplaced_offset) {
        const CandidateLimits limits{static_cast<std::size_t>(request.options.integer("context")),
                                     static_cast<std::size_t>(request.options.integer("combinations"))};
        Random seeds(request.seed);
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            Core core;
            core.placer = std::make_unique<CorePlacer>(problem_, RegionIndex(i), limits);
            core.threshold = live_profile(problem_, RegionIndex(i)).threshold;
            core.method =
                choosing_method(request.options.text("method"), {core.allocations(), core.threshold, seeds.next()});
            cores_.push_back(std::move(core));
        }
    }

    PlanResult run() {
        PlanResult result;
        for (const Core& core : cores_) {
            result.threshold = std::max(result.threshold, core.threshold);
        }
        result.lower_bound = result.threshold;
        const bool is_placed = place_once();
        if (is_placed) {
            record_improvement("first placement of all cores");
            learn();
            record_placements();
        }
        result.layout = is_placed ? layout() : empty_layout(problem_);
        for (const Core& core : cores_) {
            if (is_placed) {
                result.misfits.insert(result.misfits.end(), core.best.misfits.begin(), core.best.misfits.end());
            }
        }
        result.iterations = placings_;
        result.work = work();
        result.reproducible = !poll_.stopped();
        const bool all_done =
            std::all_of(cores_.begin(), cores_.end(), [](const Core& core) { return core.is_done(); });
        result.goal = poll_.stopped()   ? Goal::stopped
                      : all_done        ? Goal::at_threshold
                      : has_spent_work_ ? Goal::work_spent
                                        : Goal::complete;
        return result;
    }

private:
    [[nodiscard]] std::uint64_t work() const {
        std::uint64_t work = 0;
        for (const Core& core : cores_) {
            work += core.placer->search().work();
        }
        return work;
    }

    /// Places a core again. True: the best placement of the core so far. Empty: stopped.
    std::optional<bool> place(Core& core, double progress) {
        const std::uint64_t elsewhere = work() - core.placer->search().work();
        core.method->begin(progress);
        auto placement = core.placer->place(*core.method, offsets_, [&](std::uint64_t here) {
            return poll_.check_at(elsewhere + here, [&] { report_progress(nullptr); });
        });
        if (!placement) {
            return std::nullopt;
        }
        core.method->end(placement->score);
        const bool is_better = !is_placed_ || placement->score < core.best.score;
        if (is_better) {
            core.best = std::move(*placement);
        }
        return is_better;
    }

    /// Places every core once. False: stopped before all cores were placed.
    bool place_once() {
        for (Core& core : cores_) {
            if (!place(core, 0.0)) {
                return false;
            }
        }
        is_placed_ = true;
        report_best();
        return true;
    }

    void learn() {
        std::size_t waiting = 0;
        for (const Core& core : cores_) {
            waiting += core.method->varies() && !core.is_done() ? core.allocations() : 0;
        }
        auto steps = static_cast<std::size_t>(request_.options.integer("steps"));
        for (std::size_t i = 0; i < cores_.size() && !poll_.stopped(); ++i) {
            Core& core = cores_[i];
            if (!core.method->varies() || core.is_done()) {
                continue;
            }
            // Each core gets its share of the remaining steps by allocations. Unused steps go to the cores that follow.
            const double part = static_cast<double>(core.allocations()) / static_cast<double>(waiting);
            const auto placings = static_cast<std::size_t>(static_cast<double>(steps) * part) / core.allocations();
            waiting -= core.allocations();
            for (std::size_t k = 0; k < placings && !core.is_done(); ++k) {
                const auto better = place(core, static_cast<double>(k + 1) / static_cast<double>(placings));
                if (!better) {
                    return;
                }
                ++placings_;
                steps -= core.allocations();
                if (*better) {
                    report_best();
                    record_improvement(in_quotes(problem_.regions[i].name) + ", placement " + std::to_string(k + 1) +
                                       ": peak " + std::to_string(core.best.score.peak.value()));
                }
            }
            has_spent_work_ = has_spent_work_ || !core.is_done();
        }
    }

    [[nodiscard]] Offset peak() const {
        Offset highest;
        for (const Core& core : cores_) {
            highest = std::max(highest, core.best.score.peak);
        }
        return highest;
    }

    /// Writes the offsets of a core's best placement.
    void write_best(const Core& core, IndexedVector<BufferIndex, std::int64_t>& offsets) const {
        const CoreAllocations& allocations = core.placer->allocations();
        for (const BufferIndex index : allocations.pinned) {
            offsets[index] = problem_.buffers[index].pin->value();
        }
        for (std::size_t i = 0; i < allocations.order.size(); ++i) {
            offsets[allocations.order[i]] = core.best.offsets[i];
        }
    }

    [[nodiscard]] Layout layout() const {
        IndexedVector<BufferIndex, std::int64_t> offsets(problem_.buffers.size(), unplaced_offset);
        for (const Core& core : cores_) {
            write_best(core, offsets);
        }
        Layout layout = empty_layout(problem_);
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            if (offsets[i] != unplaced_offset) {
                layout.placements[i] = Placement{Offset(offsets[i]), problem_.buffers[i].region};
            }
        }
        return layout;
    }

    void report_progress(const Layout* improved) const {
        if (request_.progress) {
            request_.progress({.work = work(), .best_peak = is_placed_ ? peak() : Offset(), .improved = improved});
        }
    }

    void report_best() const {
        if (!request_.progress) {
            return;
        }
        const Layout best = layout();
        report_progress(is_complete(best) ? &best : nullptr);
    }

    /// Records an improved placement of a core, for methods that make several.
    void record_improvement(const std::string& note) {
        const bool has_several =
            std::any_of(cores_.begin(), cores_.end(), [](const Core& core) { return core.method->varies(); });
        if (request_.trace == nullptr || !has_several || !request_.trace->has_room()) {
            return;
        }
        for (const Core& core : cores_) {
            write_best(core, traced_offsets_);
        }
        request_.trace->enter(FrameKind::improvement, note, {});
        request_.trace->leave({.offsets = traced_offsets_, .order = {}, .risks = {}, .peak = peak(), .work = work()});
        request_.trace->mark_result();
    }

    /// Records the best placement of each core, allocation by allocation.
    void record_placements() {
        if (request_.trace == nullptr) {
            return;
        }
        const std::size_t count = problem_.buffers.size();
        const std::size_t together = placements_per_frame(count, count);
        const IndexedVector<BufferIndex, std::string> makers = operators_that_write();
        std::fill(traced_offsets_.begin(), traced_offsets_.end(), unplaced_offset);
        std::vector<BufferIndex> order;
        Offset highest;
        std::optional<PlacementStep> step;
        std::size_t told = 0;
        for (const Core& core : cores_) {
            const CoreAllocations& allocations = core.placer->allocations();
            core.placer->replay(
                core.best, offsets_,
                [&](std::size_t position, std::span<const Candidate> candidates, const Candidate* chosen) {
                    const BufferIndex index = allocations.order[position];
                    for (const BufferIndex pinned : allocations.pinned) {
                        traced_offsets_[pinned] = problem_.buffers[pinned].pin->value();
                    }
                    if (chosen != nullptr) {
                        traced_offsets_[index] = chosen->offset.value();
                        order.push_back(index);
                        highest = std::max(highest, chosen->offset + problem_.buffers[index].size);
                        step = step_of(core.placer->search(), index, candidates, *chosen);
                    }
                    if (++told % together != 0 && told != count) {
                        return;
                    }
                    request_.trace->enter(FrameKind::placement,
                                          note_of(allocations.core, index, makers, candidates, chosen), {});
                    request_.trace->leave({.offsets = traced_offsets_,
                                           .order = order,
                                           .risks = {},
                                           .peak = highest,
                                           .work = work(),
                                           .step = step ? &*step : nullptr});
                    request_.trace->mark_result();
                    step.reset();
                });
        }
    }

    [[nodiscard]] static PlacementStep step_of(const CandidateSearch& search, BufferIndex index,
                                               std::span<const Candidate> candidates, const Candidate& chosen) {
        PlacementStep step{.buffer = index,
                           .candidates = {},
                           .chosen = static_cast<std::size_t>(&chosen - candidates.data()),
                           .ghosts = {}};
        for (const Candidate& candidate : candidates) {
            step.candidates.push_back(candidate.offset);
        }
        const auto context = search.context();
        const auto places = search.context_offsets(chosen);
        for (std::size_t i = 0; i < std::min(context.size(), places.size()); ++i) {
            step.ghosts.push_back({context[i], Offset(places[i])});
        }
        return step;
    }

    /// The name of the operator that writes each buffer; empty: none does.
    [[nodiscard]] IndexedVector<BufferIndex, std::string> operators_that_write() const {
        IndexedVector<BufferIndex, std::string> makers(problem_.buffers.size());
        if (problem_.graph) {
            for (const Operator& node : problem_.graph->operators) {
                for (const BufferIndex written : node.writes) {
                    makers[written] = node.name;
                }
            }
        }
        return makers;
    }

    [[nodiscard]] std::string note_of(RegionIndex core, BufferIndex index,
                                      const IndexedVector<BufferIndex, std::string>& makers,
                                      std::span<const Candidate> candidates, const Candidate* chosen) const {
        std::string note = in_quotes(problem_.regions[core].name) + ": " + in_quotes(problem_.buffers[index].name);
        if (const std::string& maker = makers[index]; !maker.empty()) {
            note += " of " + in_quotes(maker);
        } else if (const Transfer* transfer = transfer_into(problem_, index)) {
            note += " brought from " + in_quotes(problem_.buffers[transfer->source].name);
        }
        if (chosen == nullptr) {
            return note + ": no candidate";
        }
        const auto rank = static_cast<std::size_t>(chosen - candidates.data());
        note += ": candidate " + std::to_string(rank + 1) + " of " + std::to_string(candidates.size());
        if (chosen->taken_from != BufferIndex::none()) {
            note += ", takes over from " + in_quotes(problem_.buffers[chosen->taken_from].name);
        }
        return note;
    }

    const PlanRequest& request_;
    const Problem& problem_;
    StopPoll poll_;
    std::vector<Core> cores_;
    IndexedVector<BufferIndex, std::int64_t> offsets_;         ///< of the current placement
    IndexedVector<BufferIndex, std::int64_t> traced_offsets_;  ///< for the trace
    bool is_placed_ = false;
    bool has_spent_work_ = false;
    std::uint64_t placings_ = 0;  ///< without the first one of each core
};

}  // namespace

Planner many_core() {
    return {
        {.name = "many-core",
         .family = PlannerFamily::cores_and_scratch,
         .kind = PlannerKind::offsets,
         .summary = "each region is a core's memory, filled in order of allocation, each at one of its candidate areas",
         .options = {{.key = "method",
                      .type = OptionType::choice,
                      .default_value = "heuristic",
                      .meaning = "the method that chooses among the candidates; random is a baseline",
                      .choices = {"heuristic", "pool", "evolutionary", "reinforcement", "random"}},
                     {.key = "context",
                      .type = OptionType::integer,
                      .default_value = "4",
                      .meaning = "number of later allocations considered with each one",
                      .maximum = most_context,
                      .unit = "allocations"},
                     {.key = "combinations",
                      .type = OptionType::integer,
                      .default_value = "64",
                      .meaning = "number of combinations tried for an allocation with its context",
                      .minimum = 1,
                      .maximum = 100'000,
                      .unit = "combinations"},
                     {.key = "steps",
                      .type = OptionType::integer,
                      .default_value = "20000",
                      .meaning = "number of allocations that a learning method may place after the first layout",
                      .unit = "allocations"}}},
        [](const PlanRequest& request) -> Expected<PlanResult> { return ManyCoreRun(request).run(); }};
}

}  // namespace arenascope
