#include "core/planner/many_core/many_core.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"
#include "core/planner/many_core/core_placement.h"
#include "core/planner/many_core/run_scale.h"
#include "core/planner/placement_frames.h"
#include "core/planner/random.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

struct Core {
    std::unique_ptr<CorePlacer> placer;
    std::unique_ptr<ChoosingMethod> method;
    std::unique_ptr<ChoosingMethod> by_chance;  ///< what the method must not lose to; null: nothing
    Bytes threshold;
    CorePlacement best;
    Generation generation;  ///< placements since the last point of the learning curve
    std::size_t tried = 0;  ///< placements before that
    bool is_placed = false;

    [[nodiscard]] std::size_t allocations() const { return placer->allocations().order.size(); }
    [[nodiscard]] bool is_done() const {
        return best.misfits.empty() &&
               (best.score.criterion == PlacementCriterion::peak ? best.score.peak.value() <= threshold.value()
                                                                 : best.score.fragmentation == 0);
    }
    /// Whether another placement may be better: only what is not pinned can move.
    [[nodiscard]] bool can_improve() const { return method->varies() && allocations() > 0 && !is_done(); }
};

/// A learning curve has at most so many points for each core.
constexpr std::size_t most_points = 100;

class ManyCoreRun {
public:
    explicit ManyCoreRun(const PlanRequest& request)
        : request_(request),
          problem_(request.problem),
          scale_(scale_of(request)),
          criterion_(request.options.text("criterion") == "fragmentation" ? PlacementCriterion::fragmentation
                                                                          : PlacementCriterion::peak),
          poll_(request.stop),
          offsets_(problem_.buffers.size(), unplaced_offset),
          traced_offsets_(problem_.buffers.size(), unplaced_offset) {
        Random seeds(request.seed);
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            Core core;
            const CandidateLimits limits{.context = scale_.context, .areas = scale_.areas};
            core.placer = std::make_unique<CorePlacer>(problem_, RegionIndex(i), limits, criterion_);
            core.threshold = live_profile(problem_, RegionIndex(i)).threshold;
            const CoreTask task{.allocations = core.allocations(),
                                .threshold = core.threshold,
                                .seed = seeds.next(),
                                .criterion = criterion_,
                                .placings = scale_.steps / std::max<std::size_t>(1, problem_.buffers.size()),
                                .problem = &problem_,
                                .order = &core.placer->allocations()};
            core.method = choosing_method(request.options.text("method"), task);
            if (core.method->varies() && request.options.text("method") != "random") {
                core.by_chance = choosing_method("random", task);
            }
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
        result.notes = notes();
        const bool all_done = std::ranges::all_of(cores_, [](const Core& core) { return core.is_done(); });
        result.goal = poll_.stopped()  ? Goal::stopped
                      : all_done       ? Goal::at_threshold
                      : cut_short_ > 0 ? Goal::work_spent
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

    /// Polls the run's stop token during the searches of a core. The core must outlive it.
    [[nodiscard]] CandidateStop stop_during(const Core& core) {
        std::uint64_t elsewhere = 0;
        for (const Core& other : cores_) {
            elsewhere += &other == &core ? 0 : other.placer->search().effort();
        }
        return [this, elsewhere](std::uint64_t here) {
            return poll_.check_at(elsewhere + here, [this] { report_progress(nullptr); });
        };
    }

    /// Places a core again and keeps the placement if it is the best one so far. True: it is. Empty: stopped.
    std::optional<bool> place(Core& core, ChoosingMethod& method, double progress, std::size_t combinations) {
        method.begin(progress);
        auto placement = core.placer->place(method, offsets_, stop_during(core), combinations);
        if (!placement) {
            return std::nullopt;
        }
        method.end(*placement);
        if (method.generation() > 0) {
            core.generation.add(*placement);
        }
        const bool is_better = !core.is_placed || placement->score < core.best.score;
        if (is_better) {
            core.best = std::move(*placement);
            core.is_placed = true;
        }
        return is_better;
    }

    /// Places every core by the heuristic, from which all methods start but random choice. False: stopped before all
    /// cores were placed.
    bool place_once() {
        const bool is_random = request_.options.text("method") == "random";
        for (Core& core : cores_) {
            const auto heuristic = heuristic_choice(criterion_);
            ChoosingMethod& first = is_random ? *core.method : *heuristic;
            do {
                if (!place(core, first, 0.0, is_random ? scale_.further_combinations : scale_.first_combinations)) {
                    return false;
                }
            } while (heuristic->varies() && !is_random);
        }
        is_placed_ = true;
        report_best();
        return true;
    }

    void learn() {
        std::size_t waiting = 0;
        for (const Core& core : cores_) {
            waiting += core.can_improve() ? core.allocations() : 0;
        }
        std::size_t steps = scale_.steps;
        for (std::size_t i = 0; i < cores_.size() && !poll_.stopped(); ++i) {
            Core& core = cores_[i];
            if (!core.can_improve()) {
                continue;
            }
            // Each core gets its share of the remaining steps by allocations. Unused steps go to the cores that follow.
            // The share is rounded, perhaps upwards.
            const double part = static_cast<double>(core.allocations()) / static_cast<double>(waiting);
            const std::size_t share = std::min(steps, static_cast<std::size_t>(static_cast<double>(steps) * part));
            const std::size_t placings = share / core.allocations();
            waiting -= core.allocations();
            steps -= learn(RegionIndex(i), placings) * core.allocations();
            cut_short_ += core.can_improve() && !poll_.stopped() ? 1 : 0;
        }
    }

    /// Places a core up to so many times, and returns how often.
    std::size_t learn(RegionIndex index, std::size_t placings) {
        Core& core = cores_[index.value()];
        const std::size_t generation = core.method->generation();
        const std::size_t for_point = generation == 1 ? 1 + placings / most_points : generation;
        for (std::size_t k = 0; k < placings && core.can_improve(); ++k) {
            const auto better = place(core, *core.method, static_cast<double>(k + 1) / static_cast<double>(placings),
                                      scale_.further_combinations);
            if (!better) {
                return k;
            }
            ++placings_;
            if (*better) {
                report_best();
                record_improvement(in_quotes(problem_.regions[index].name) + ", placement " + std::to_string(k + 1) +
                                   ": peak " + std::to_string(core.best.score.peak.value()));
            }
            const bool is_last = k + 1 == placings || core.is_done();
            if (generation > 0 && (core.generation.attempts() >= for_point || is_last)) {
                record_generation(index);
            }
        }
        return chance(index, placings) ? placings : 0;
    }

    /// Places a core as often as its method did, by random choices, which a good method seldom needs. False: stopped.
    bool chance(RegionIndex index, std::size_t placings) {
        Core& core = cores_[index.value()];
        for (std::size_t k = 0; core.by_chance && k <= placings && !core.is_done(); ++k) {
            const auto better = place(core, *core.by_chance, 0.0, scale_.further_combinations);
            if (!better) {
                return false;
            }
            ++placings_;
            if (*better) {
                report_best();
                record_improvement(in_quotes(problem_.regions[index].name) + ", random placement " +
                                   std::to_string(k + 1) + ": peak " + std::to_string(core.best.score.peak.value()));
            }
        }
        return true;
    }

    /// What a limit cut off, for people.
    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        std::map<std::size_t, std::size_t> by_combinations;  // allocations by the limit that left out combinations
        std::size_t by_areas = 0;
        std::size_t count = 0;
        for (const Core& core : cores_) {
            count += core.allocations();
            by_areas += core.best.cut_by_areas;
            if (core.best.cut_by_combinations > 0) {
                by_combinations[core.best.combinations] += core.best.cut_by_combinations;
            }
        }
        const auto of_all = [count](std::size_t allocations) {
            return "for " + std::to_string(allocations) + " of " + std::to_string(count) +
                   " allocations a limit left out combinations: ";
        };
        for (const auto& [limit, allocations] : by_combinations) {
            const bool is_first = limit == scale_.first_combinations;
            notes.push_back(of_all(allocations) + "at most " + std::to_string(limit) + " of up to " +
                            std::to_string(possible_combinations(scale_.context)) + " were tried; the option " +
                            (is_first ? "combinations" : "further-combinations") + " raises it");
        }
        if (by_areas > 0) {
            notes.push_back(of_all(by_areas) + "after " + std::to_string(scale_.areas) +
                            " visited areas no further one was tried; the option areas raises it");
        }
        if (cut_short_ > 0) {
            notes.push_back("the limit of " + std::to_string(scale_.steps) + " steps ended the search on " +
                            std::to_string(cut_short_) + (cut_short_ == 1 ? " core" : " cores") +
                            " before its goal; the option steps raises it");
        }
        return notes;
    }

    [[nodiscard]] Offset peak() const {
        Offset highest;
        for (const Core& core : cores_) {
            highest = std::max(highest, core.best.score.peak);
        }
        return highest;
    }

    /// Writes the offsets of a placement of a core.
    void write_placement(const Core& core, const CorePlacement& placement,
                         IndexedVector<BufferIndex, std::int64_t>& offsets) const {
        const CoreAllocations& allocations = core.placer->allocations();
        for (const BufferIndex index : allocations.pinned) {
            offsets[index] = fixed_offset(problem_.buffers[index])->value();
        }
        for (std::size_t i = 0; i < allocations.order.size(); ++i) {
            offsets[allocations.order[i]] = placement.offsets[i];
        }
    }

    [[nodiscard]] Layout layout() const {
        IndexedVector<BufferIndex, std::int64_t> offsets(problem_.buffers.size(), unplaced_offset);
        for (const Core& core : cores_) {
            write_placement(core, core.best, offsets);
        }
        return layout_at(problem_, offsets);
    }

    void report_progress(const Layout* improved) const {
        report_to(request_.progress,
                  {.work = work(), .best_peak = is_placed_ ? peak() : Offset(), .improved = improved});
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
        const bool has_several = std::ranges::any_of(cores_, [](const Core& core) { return core.method->varies(); });
        if (request_.trace == nullptr || !has_several || !request_.trace->has_room()) {
            return;
        }
        for (const Core& core : cores_) {
            write_placement(core, core.best, traced_offsets_);
        }
        leave_frame(FrameKind::improvement, note, {}, peak(), nullptr);
    }

    /// Records the best of the placements of a core since the last time, as a point of its learning curve.
    void record_generation(RegionIndex index) {
        Core& core = cores_[index.value()];
        const std::size_t generation = core.method->generation();
        core.tried += core.generation.attempts();
        const LearningPoint point = core.generation.point(index, (core.tried + generation - 1) / generation);
        const CorePlacement best = core.generation.take();
        if (request_.trace == nullptr || !request_.trace->has_room()) {
            return;
        }
        for (const Core& each : cores_) {
            write_placement(each, &each == &core ? best : each.best, traced_offsets_);
        }
        Offset highest;
        for (const Core& each : cores_) {
            highest = std::max(highest, &each == &core ? best.score.peak : each.best.score.peak);
        }
        request_.trace->enter(generation == 1 ? FrameKind::episode : FrameKind::generation,
                              in_quotes(problem_.regions[index].name) + ", " + text_of(point, generation), {});
        request_.trace->leave({.offsets = traced_offsets_, .peak = highest, .work = work(), .learning = &point});
    }

    [[nodiscard]] static std::string text_of(const LearningPoint& point, std::size_t generation) {
        const auto peak = [](Offset offset) { return std::to_string(offset.value()); };
        return std::string(generation == 1 ? "episode " : "generation ") + std::to_string(point.number) + ": " +
               std::to_string(point.attempts) + (point.attempts == 1 ? " layout" : " layouts") + ", peak from " +
               peak(point.best) + " to " + peak(point.worst) + ", mean " + peak(point.mean) + ", fragmentation " +
               std::to_string(point.fragmentation);
    }

    /// Records the best placement of each core, allocation by allocation. What is pinned stands from the begin on.
    void record_placements() {
        if (request_.trace == nullptr) {
            return;
        }
        const std::size_t together = placements_per_frame(problem_.buffers.size(), problem_.buffers.size());
        const IndexedVector<BufferIndex, std::string> makers = operators_that_write();
        std::ranges::fill(traced_offsets_, unplaced_offset);
        std::vector<BufferIndex> order;
        Offset highest = place_traced_pins();
        std::optional<PlacementStep> step;
        std::size_t told = 0;
        const auto count = static_cast<std::size_t>(std::ranges::count(traced_offsets_, unplaced_offset));
        if (count == 0 && !problem_.buffers.empty()) {
            leave_frame(FrameKind::placement, "every buffer is pinned", order, highest, nullptr);
        }
        for (const Core& core : cores_) {
            const CoreAllocations& allocations = core.placer->allocations();
            core.placer->replay(
                core.best, offsets_,
                [&](std::size_t position, std::span<const Candidate> candidates, const Candidate* chosen) {
                    const BufferIndex index = allocations.order[position];
                    if (chosen != nullptr) {
                        traced_offsets_[index] = chosen->offset.value();
                        order.push_back(index);
                        highest = std::max(highest, chosen->offset + problem_.buffers[index].size);
                        step = step_of(core.placer->search(), index, candidates, *chosen);
                    }
                    if (++told % together != 0 && told != count) {
                        return;
                    }
                    leave_frame(FrameKind::placement, note_of(allocations.core, index, makers, candidates, chosen),
                                order, highest, step ? &*step : nullptr);
                    step.reset();
                },
                stop_during(core));
        }
    }

    /// Returns their highest tail.
    Offset place_traced_pins() {
        Offset highest;
        for (const Core& core : cores_) {
            for (const BufferIndex pinned : core.placer->allocations().pinned) {
                const Buffer& buffer = problem_.buffers[pinned];
                const Offset offset = *fixed_offset(buffer);
                traced_offsets_[pinned] = offset.value();
                highest = std::max(highest, tail_of(buffer, offset));
            }
        }
        return highest;
    }

    /// Records the traced offsets, which are the result if nothing follows.
    void leave_frame(FrameKind kind, const std::string& note, const std::vector<BufferIndex>& order, Offset highest,
                     const PlacementStep* step) const {
        record_result(request_.trace, kind, note,
                      {.offsets = traced_offsets_, .order = order, .peak = highest, .work = work(), .step = step});
    }

    [[nodiscard]] static PlacementStep step_of(const CandidateSearch& search, BufferIndex index,
                                               std::span<const Candidate> candidates, const Candidate& chosen) {
        PlacementStep step{.buffer = index,
                           .candidates = {},
                           .chosen = static_cast<std::size_t>(&chosen - candidates.data()),
                           .ghosts = {},
                           .taken_from = chosen.taken_from};
        const auto context = search.context();
        for (const Candidate& candidate : candidates) {
            const bool is_limited = candidate.above != unlimited_bytes;
            step.candidates.push_back(candidate.offset);
            step.figures.push_back({.height = candidate.height,
                                    .waste = Bytes(candidate.waste),
                                    .below = Bytes(candidate.below),
                                    .above = is_limited ? std::optional(Bytes(candidate.above)) : std::nullopt,
                                    .taken_from = candidate.taken_from});
            for (const std::int64_t offset : search.context_offsets(candidate)) {
                step.contexts.emplace_back(offset);
            }
        }
        const auto places = search.context_offsets(chosen);
        for (std::size_t i = 0; i < context.size(); ++i) {
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
    RunScale scale_;
    PlacementCriterion criterion_;
    StopPoll poll_;
    std::vector<Core> cores_;
    IndexedVector<BufferIndex, std::int64_t> offsets_;         ///< of the current placement
    IndexedVector<BufferIndex, std::int64_t> traced_offsets_;  ///< for the trace
    bool is_placed_ = false;
    std::size_t cut_short_ = 0;   ///< cores that the limit of steps kept from their goal
    std::uint64_t placings_ = 0;  ///< without the first one of each core
};

std::vector<OptionSpec> many_core_options() {
    std::vector<OptionSpec> options = {
        {"method",
         OptionType::choice,
         "heuristic",
         "the method that chooses among the candidates; random is a baseline",
         {"heuristic", "pool", "evolutionary", "reinforcement", "random"}},
        {"criterion",
         OptionType::choice,
         "peak",
         "what makes a layout of a core better: a lower peak, or less external fragmentation",
         {"peak", "fragmentation"}}};
    std::ranges::move(scale_options(), std::back_inserter(options));
    options.push_back({.key = "report",
                       .type = OptionType::choice,
                       .default_value = "layout",
                       .meaning = "what --json reports: the layout, or also every candidate of each allocation",
                       .choices = {"layout", "candidates"},
                       .is_for_report = true});
    return options;
}

}  // namespace

Planner many_core() {
    return {{"many-core", PlannerFamily::cores_and_scratch, PlannerKind::offsets,
             "each region is a core's memory, filled in order of allocation, each at one of its candidate areas",
             many_core_options()},
            [](const PlanRequest& request) -> Expected<PlanResult> { return ManyCoreRun(request).run(); }};
}

}  // namespace arenascope
