#include "core/planner/scratch/scratch_planner.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/counted_option.h"
#include "core/planner/placement_frames.h"
#include "core/planner/scratch/heap_bound.h"
#include "core/planner/scratch/scratch_choices.h"
#include "core/planner/scratch/scratch_trial.h"
#include "core/planner/scratch/tensor_plan.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

/// Limit on the choices that are kept of all trials together: 16 MB.
constexpr std::size_t most_noted_choices = std::size_t{1} << 22U;

class ScratchRun {
public:
    explicit ScratchRun(const PlanRequest& request)
        : request_(request),
          problem_(request.problem),
          poll_(request.stop),
          is_scratch_(scratch_of_layers(request.problem)) {}

    Expected<PlanResult> run() {
        const auto waiting = std::count(is_scratch_.begin(), is_scratch_.end(), true);
        if (auto valid = check_choices(request_.options, static_cast<std::size_t>(waiting)); !valid) {
            return tl::unexpected(valid.error());
        }
        auto tensors = place_tensors(request_, is_scratch_);
        if (!tensors) {
            return tl::unexpected(tensors.error());
        }
        tensors_ = std::move(*tensors);
        result_.work = tensors_.work;
        result_.reproducible = tensors_.reproducible;
        auto queue = queue_of(problem_, tensors_.layout, is_scratch_);
        if (!queue) {
            return tl::unexpected(queue.error());
        }
        queue_ = std::move(*queue);
        if (auto tried = try_all(); !tried) {
            return tl::unexpected(tried.error());
        }
        prove_heap();
        lay_out();
        // The sizes of variable scratch in many steps may add up to more than a file can hold.
        if (auto valid = validate(planned_); !valid) {
            return tl::unexpected(valid.error());
        }
        sum_up();
        add_notes();
        record_trace();
        // A layout with chosen sizes or regions does not belong to the problem as given, so it is not reported.
        const bool is_layout_of_problem = result_.sizes.empty() && result_.regions.empty();
        report_to(request_.progress, {result_.work, 0, peak(planned_, result_.layout),
                                      is_layout_of_problem ? &result_.layout : nullptr, result_.lower_bound});
        return std::move(result_);
    }

private:
    /// The first trial is short. It is completed even if the run is stopped, so that there is a layout.
    Expected<void> try_all() {
        const auto criterion = scratch_criterion_named(request_.options.text("criterion"));
        const ScratchTrials trials(request_.options, queue_.entries.size(), queue_.may_spill,
                                   static_cast<std::uint64_t>(request_.options.integer("trials")), request_.seed);
        bool is_cut = false;
        for (std::uint64_t i = 0; i < trials.count() && !is_cut; ++i) {
            auto trial = place_scratch(queue_, trials.choices(i), trials.open());
            ++result_.iterations;
            if (trial) {
                result_.work += trial->work;
                note_trial(i + 1, trial->choices, trial->measure);
                if (!found_ || is_better_trial(*trial, criterion, trials.parts_are_open())) {
                    best_ = std::move(*trial);
                    best_trial_ = i;
                    found_ = true;
                }
            }
            is_cut = poll_.check_at(result_.work, [this, &trials] {
                report_to(request_.progress, {result_.iterations, trials.count(), Offset(), nullptr, Bytes(0)});
            });
            is_cut = is_cut && i + 1 < trials.count();
        }
        if (!found_) {
            return failure("the heap would grow beyond 2^63 bytes for its scratch", "give smaller sizes");
        }
        if (is_cut) {
            result_.goal = Goal::stopped;
            result_.reproducible = false;
        }
        keep_chosen_trial();
        parts_are_open_ = trials.parts_are_open();
        result_.choices = {{"tensors", tensors_.made_by}, {"trial", std::to_string(best_trial_ + 1)}};
        std::ranges::move(choice_settings(best_.choices, queue_.may_spill), std::back_inserter(result_.choices));
        return {};
    }

    /// A trial that fits is better than one that does not. Then, unless the parts are open, the one with fewer scratch
    /// buffers outside the part that they ask for. Then the criterion decides.
    [[nodiscard]] bool is_better_trial(const ScratchTrial& trial, ScratchCriterion criterion,
                                       bool parts_are_open) const {
        if (trial.measure.fits != best_.measure.fits) {
            return trial.measure.fits;
        }
        if (!parts_are_open && trial.elsewhere != best_.elsewhere) {
            return trial.elsewhere < best_.elsewhere;
        }
        return is_better(trial.measure, best_.measure, criterion);
    }

    void note_trial(std::uint64_t number, std::vector<ScratchChoice> choices, const HeapMeasure& measure) {
        HeapTrials& noted = trials();
        smallest_ = noted.list.empty() ? measure.heap : std::min(smallest_, measure.heap);
        if ((noted.list.size() + 1) * std::max<std::size_t>(choices.size(), 1) > most_noted_choices &&
            !noted.list.empty()) {
            ++noted.left_out;
            return;
        }
        noted.list.push_back({number, std::move(choices), measure});
    }

    /// The list always has the trial that became the layout.
    void keep_chosen_trial() {
        HeapTrials& noted = trials();
        noted.chosen = best_trial_ + 1;
        noted.may_spill = queue_.may_spill;
        for (const QueuedScratch& entry : queue_.entries) {
            noted.queue.push_back(entry.buffer);
        }
        if (noted.list.back().number < noted.chosen) {
            noted.list.push_back({noted.chosen, best_.choices, best_.measure});
            --noted.left_out;
        }
    }

    HeapTrials& trials() { return result_.heap_trials ? *result_.heap_trials : result_.heap_trials.emplace(); }

    void prove_heap() {
        bool is_cut = false;
        const HeapBound bound = heap_bound(queue_, smallest_, [&](std::uint64_t work) {
            is_cut = poll_.check_at(result_.work + work);
            return is_cut;
        });
        result_.work += bound.work;
        trials().bound = bound.size;
        trials().bound_is_reachable = bound.is_reachable;
        if (is_cut) {
            result_.goal = Goal::stopped;
            result_.reproducible = false;
        }
    }

    /// The bytes by which all offsets in a part are raised.
    [[nodiscard]] Bytes shift_of(std::size_t part) const {
        return queue_.parts[part].bottom_unit > Bytes(0) ? Offset() - best_.heaps[part].from : Bytes(0);
    }

    void lay_out() {
        planned_ = problem_;
        shifts_.resize(problem_.regions.size());
        Layout& layout = result_.layout;
        layout = tensors_.layout;
        for (std::size_t i = 0; i < queue_.parts.size(); ++i) {
            const HeapPart& part = queue_.parts[i];
            shifts_[part.region] = shift_of(i);
            layout.heaps.push_back({part.region, part.before, best_.heaps[i]});
        }
        for (auto& placement : layout.placements) {
            if (placement) {
                placement->offset = placement->offset + shifts_[placement->region];
            }
        }
        for (std::size_t i = 0; i < queue_.entries.size(); ++i) {
            const QueuedScratch& scratch = queue_.entries[i];
            const ScratchPlace& place = best_.places[i];
            const std::size_t index = scratch.buffer.value();
            const RegionIndex region = queue_.parts[place.part].region;
            layout.placements[index] = Placement{place.offset + shifts_[region], region};
            layout.scratch.push_back({scratch.buffer, place.rule});
            Buffer& buffer = planned_.buffers[index];
            if (scratch.variable) {
                result_.sizes.push_back({scratch.buffer, place.size});
                buffer.size = place.size;
                buffer.set_dimensions({});
            }
            if (buffer.region != region) {
                result_.regions.push_back({scratch.buffer, region});
                buffer.region = region;
            }
        }
        std::ranges::sort(layout.scratch, {}, &ScratchPlacement::buffer);
        declare_overlays();
    }

    /// Declares a group for each set of buffers that lie over each other, named by its lowest buffer.
    void declare_overlays() {
        std::map<BufferIndex, BufferIndex> ground;  // by overlay: the lowest buffer below it
        std::map<BufferIndex, std::vector<BufferIndex>> groups;
        for (std::size_t i = 0; i < queue_.entries.size(); ++i) {
            const BufferIndex over = best_.places[i].over;
            if (over != BufferIndex::none()) {
                const auto deeper = ground.find(over);
                const BufferIndex lowest = deeper == ground.end() ? over : deeper->second;
                ground.emplace(queue_.entries[i].buffer, lowest);
                groups[lowest].push_back(queue_.entries[i].buffer);
            }
        }
        for (auto& [lowest, members] : groups) {
            members.push_back(lowest);
            std::sort(members.begin(), members.end());
            result_.layout.sharing.push_back({SharingGroup::Kind::overlay, std::move(members)});
        }
    }

    void sum_up() {
        result_.misfits = tensors_.misfits;
        result_.threshold = threshold(planned_, result_.layout);
        if (!result_.layout.sharing.empty()) {
            result_.threshold_unshared = threshold(planned_);
        }
        result_.lower_bound = std::max(tensors_.lower_bound, threshold(least()));
        // The threshold would be the wrong bound: variable scratch fills free areas, so it always reaches it.
        const bool at_threshold =
            result_.misfits.empty() && peak(planned_, result_.layout).value() <= result_.lower_bound.value();
        result_.goal = result_.goal == Goal::stopped || !result_.reproducible ? Goal::stopped
                       : at_threshold                                         ? Goal::at_threshold
                                                                              : Goal::complete;
    }

    void add_notes() {
        if (queue_.unmet_requests > 0) {
            result_.notes.push_back(
                queue_.unmet_requests == 1
                    ? "1 scratch buffer stays in its own region: its heap has no part of the speed that it asks for"
                    : std::to_string(queue_.unmet_requests) +
                          " scratch buffers stay in their own regions: their heaps have no part of the speed that they "
                          "ask for");
        }
        for (std::size_t part = 0; part < queue_.parts.size(); ++part) {
            const HeapPart& asked = queue_.parts[part];
            const std::string fate = "are not in " + in_quotes(problem_.regions[asked.region].name) +
                                     ", the part of the heap that they ask for, because ";
            const auto is_missing_by = [this, part](bool choice) {
                return [this, part, choice](std::size_t i) {
                    const ScratchPlace& place = best_.places[i];
                    return queue_.entries[i].asked.part == part && place.part != part && place.left_by_choice == choice;
                };
            };
            add_note_on(fate + "it has no room for them below its capacity of " +
                            std::to_string(asked.capacity.value_or(Bytes(0)).value()) + " B",
                        is_missing_by(false));
            add_note_on(fate + (parts_are_open_ ? "the best trial by the criterion " +
                                                      request_.options.text("criterion") + " leaves it to others"
                                                : "the option part sends them to the other part"),
                        is_missing_by(true));
        }
        add_note_on("have no minimum and found no free area: their size is 0",
                    [this](std::size_t i) { return best_.places[i].rule == ScratchRule::no_area; });
    }

    /// A note that names the first few scratch buffers for which `is_meant` holds.
    template <class IsMeant>
    void add_note_on(const std::string& fate, IsMeant&& is_meant) {
        constexpr std::size_t most_names = 5;
        std::size_t count = 0;
        std::string names;
        for (std::size_t i = 0; i < queue_.entries.size(); ++i) {
            if (is_meant(i) && ++count <= most_names) {
                names += (count == 1 ? "" : ", ") + in_quotes(problem_.buffers[queue_.entries[i].buffer].name);
            }
        }
        if (count > 0) {
            result_.notes.push_back("scratch buffers that " + fate + ": " + names +
                                    (count > most_names ? " and " + std::to_string(count - most_names) + " more" : ""));
        }
    }

    /// The bytes that are needed in any case; variable scratch counts with its minimum. Of a layer's scratch that may
    /// overlap, only the largest buffer counts. If tensors share memory, no tensor counts.
    [[nodiscard]] Problem least() const {
        Problem least;
        least.regions = planned_.regions;
        std::map<std::pair<Step, RegionIndex>, std::size_t> largest;
        for (std::size_t i = 0; i < planned_.buffers.size(); ++i) {
            Buffer buffer = planned_.buffers[i];
            const ScratchRequest* request = scratch_request_of(planned_, BufferIndex(i));
            if (request != nullptr && request->variable) {
                buffer.size = request->minimum;
            }
            if (request != nullptr && request->overlay && buffer.kind == BufferKind::scratch) {
                const auto [place, is_new] =
                    largest.emplace(std::pair(buffer.lifetime.begin, buffer.region), least.buffers.size());
                if (is_new) {
                    least.buffers.push_back(buffer);
                } else if (least.buffers[place->second].size < buffer.size) {
                    least.buffers[place->second] = buffer;
                }
            } else if (is_scratch_[i] || tensors_.layout.sharing.empty()) {
                least.buffers.push_back(buffer);
            }
        }
        return least;
    }

    /// Records the tensors, then the scratch in the order of placing; a frame covers several placements if there are
    /// very many. Offsets are the final ones, after the bottom has moved. The peak of a frame is the size of the heap
    /// at that time.
    void record_trace() const {
        if (request_.trace == nullptr) {
            return;
        }
        std::vector<std::int64_t> offsets(problem_.buffers.size(), unplaced_offset);
        IndexedVector<RegionIndex, Bytes> heaps(problem_.regions.size());
        Bytes largest;
        const auto grow = [&](RegionIndex region, Bytes by) {
            heaps[region] = heaps[region] + by;
            largest = std::max(largest, heaps[region]);
        };
        for (const HeapPart& part : queue_.parts) {
            grow(part.region, size(part.before));
        }
        const auto put = [&](std::size_t buffer) {
            if (const auto& placement = result_.layout.placements[buffer]) {
                offsets[buffer] = placement->offset.value();
            }
        };
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            if (!is_scratch_[i]) {
                put(i);
            }
        }
        std::vector<BufferIndex> order;
        const auto tell = [&](FrameKind kind, const std::string& note) {
            record_result(request_.trace, kind, note,
                          {.offsets = offsets, .order = order, .peak = Offset(largest.value()), .work = result_.work});
        };
        tell(FrameKind::iteration, "tensors by " + tensors_.made_by + "; " + std::to_string(result_.iterations) +
                                       (result_.iterations == 1 ? " trial" : " trials") + ", the best by " +
                                       request_.options.text("criterion") + " is trial " +
                                       std::to_string(best_trial_ + 1));
        const std::size_t together = placements_per_frame(queue_.entries.size(), offsets.size());
        for (const std::uint32_t i : best_.order) {
            const QueuedScratch& scratch = queue_.entries[i];
            put(scratch.buffer.value());
            const RegionIndex region = queue_.parts[best_.places[i].part].region;
            grow(region, best_.places[i].growth);
            order.push_back(scratch.buffer);
            if (order.size() % together == 0 || order.size() == queue_.entries.size()) {
                tell(FrameKind::placement, scratch_note(planned_, queue_, i, best_.places[i], shifts_[region]));
            }
        }
    }

    const PlanRequest& request_;
    const Problem& problem_;
    StopPoll poll_;
    IndexedVector<BufferIndex, bool> is_scratch_;  ///< by buffer
    TensorPlan tensors_;
    ScratchQueue queue_;
    ScratchTrial best_;
    std::uint64_t best_trial_ = 0;
    Bytes smallest_;  ///< heap of any trial
    bool found_ = false;
    bool parts_are_open_ = false;               ///< the trials chose the part of scratch that may spill
    IndexedVector<RegionIndex, Bytes> shifts_;  ///< by region: bytes by which its offsets are raised
    Problem planned_;                           ///< with the chosen sizes and regions
    PlanResult result_;
};

std::vector<OptionSpec> scratch_options() {
    std::vector<OptionSpec> options = {
        {"criterion",
         OptionType::choice,
         "smallest",
         "smallest: the smallest heap; no-growth: the fewest scratch buffers for which the heap grows, then the fewest "
         "bytes; fragmentation: the least; fast: the most scratch in the fast part",
         {"smallest", "no-growth", "fragmentation", "fast"}},
        counted_option("trials", "256", "placements", "limit of the placements, each with other choices",
                       {1, 1'000'000})};
    std::ranges::move(choice_options(), std::back_inserter(options));
    std::ranges::move(tensor_options(), std::back_inserter(options));
    options.push_back({.key = "report",
                       .type = OptionType::choice,
                       .default_value = "plain",
                       .meaning = "areas: the report also lists the free areas of each step",
                       .choices = {"plain", "areas"},
                       .is_for_report = true});
    return options;
}

}  // namespace

Planner scratch_planner() {
    return {{"scratch", PlannerFamily::cores_and_scratch, PlannerKind::offsets,
             "scratch buffers in the free areas between the tensors, the best of many trials", scratch_options(), true,
             true},
            [](const PlanRequest& request) -> Expected<PlanResult> { return ScratchRun(request).run(); }};
}

}  // namespace arenascope
