#include "core/model/network/spill/spilled_problem.h"

#include <algorithm>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/model/memory/heap_part.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/spill/second_traffic.h"
#include "core/model/network/spill/spill_copies.h"
#include "core/model/network/spill/spill_ground.h"

namespace arenascope {
namespace {

constexpr std::size_t most_shown_names = 8;
/// Of each search for a limit that can be kept.
constexpr SpillLimits probe = {.work = 1'000'000, .most_states = 2'048};
constexpr int most_probes = 20;
/// The capacity of a second memory without one, small enough for sums.
constexpr Bytes unlimited(std::int64_t{1} << 60U);

std::string some_of(const std::vector<std::string>& names) {
    const std::size_t shown = std::min(names.size(), most_shown_names);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += (i == 0 ? "" : ", ") + in_quotes(names[i]);
    }
    return names.size() > shown ? text + " and " + std::to_string(names.size() - shown) + " more" : text;
}

class Spiller {
public:
    Spiller(Problem problem, const SpillWish& wish, std::optional<Bytes> capacity, const SpillLimits& limits)
        : capacity_(capacity), limits_(limits) {
        spilled_.problem = std::move(problem);
        spilled_.wish = wish;
    }

    Expected<SpilledProblem> run() {
        if (auto found = find_memories(); !found) {
            return tl::unexpected(found.error());
        }
        const SpillGround ground(spilled_.problem, first_, second_);
        ground_ = &ground;
        spilled_.threshold_before = ground.threshold();
        if (auto chosen = choose(); !chosen) {
            return tl::unexpected(chosen.error());
        }
        apply();
        if (auto valid = validate(spilled_.problem); !valid) {
            return tl::unexpected(valid.error());
        }
        note_result();
        return std::move(spilled_);
    }

private:
    [[nodiscard]] const Problem& problem() const { return spilled_.problem; }
    [[nodiscard]] bool has_operators() const { return problem().graph && !problem().graph->operators.empty(); }

    Expected<void> find_memories() {
        Problem& changed = spilled_.problem;
        if (changed.history) {
            return failure("spill: the file records an allocator, whose operators are not known",
                           "leave out spill, or give the model itself");
        }
        const bool has_cores = changed.graph && std::ranges::any_of(changed.graph->operators, [](const Operator& node) {
                                   return node.core != RegionIndex::none();
                               });
        if (has_cores || !changed.transfers.empty()) {
            return failure("spill: the file already copies tensors between memories", "leave out spill");
        }
        const std::string& name = spilled_.wish.memory;
        const auto found = std::ranges::find(changed.regions, name, &Region::name);
        second_ = RegionIndex(static_cast<std::size_t>(found - changed.regions.begin()));
        if (found == changed.regions.end()) {
            if (!spilled_.wish.capacity) {
                std::vector<std::string> names;
                for (const Region& one : changed.regions) {
                    names.push_back(one.name);
                }
                return failure(
                    "spill: the file has no region " + in_quotes(name) + "; its memories are " + some_of(names),
                    "name one of them, or give a capacity, such as spill=" + name + ":8MiB");
            }
            if (changed.regions.size() >= most_regions) {
                return failure("spill: there are too many regions for another one", "leave out spill");
            }
            Region made;
            made.name = name;
            changed.regions.push_back(std::move(made));
        } else if (changed.regions.size() == 1) {
            return failure("spill: " + in_quotes(name) + " is the only memory of the file",
                           "give another name and a capacity, such as spill=sdram:8MiB");
        }
        Region& second = changed.regions[second_];
        if (spilled_.wish.capacity) {
            second.capacity = spilled_.wish.capacity;
        }
        first_ = first_memory();
        second.second = true;
        return {};
    }

    /// The fast part of the heap that the second memory is the slow part of; else the first other region.
    [[nodiscard]] RegionIndex first_memory() const {
        RegionIndex other = RegionIndex::none();
        for (std::size_t i = 0; i < problem().regions.size(); ++i) {
            const RegionIndex region(i);
            if (region == second_) {
                continue;
            }
            if (problem().regions[region].fast && heap_of_fast_part(problem(), region) == second_) {
                return region;
            }
            other = other == RegionIndex::none() ? region : other;
        }
        return other;
    }

    [[nodiscard]] Bytes second_capacity() const {
        return std::min(problem().regions[second_].capacity.value_or(unlimited), unlimited);
    }

    [[nodiscard]] SpillSearch searched(Bytes most, const SpillLimits& limits) {
        items_ = ground_->limited(std::min(most, unlimited), second_capacity(), buffers_);
        SpillSearch search = search_spill(items_, limits);
        spilled_.work += search.work;
        return search;
    }

    /// Finds the limit of the first memory and the choice.
    Expected<void> choose() {
        const std::optional<Bytes> own = capacity_ ? capacity_ : problem().regions[first_].capacity;
        if (!spilled_.wish.most && !own && !has_operators()) {
            return failure("spill: without operators, nothing says how much the first memory has to hold",
                           "give the limit, such as spill=" + spilled_.wish.memory + ":8MiB:256KiB");
        }
        Bytes most = spilled_.wish.most.value_or(own.value_or(ground_->used_at_once()));
        search_ = searched(most, limits_);
        if (!search_.best && spilled_.wish.most) {
            return impossible(most);
        }
        if (!search_.best) {
            spilled_.notes.push_back("spill: " + grouped(most.value()) + " bytes of the first memory are not enough");
            most = lowest_limit(most);
            search_ = searched(most, limits_);
            if (!search_.best) {
                search_ = searched(most, probe);
            }
            if (!search_.best) {
                return impossible(most);
            }
        }
        spilled_.wish.most = most;
        return {};
    }

    /// The lowest limit for which a short search finds a choice, above one for which none does.
    [[nodiscard]] Bytes lowest_limit(Bytes none) {
        std::int64_t low = none.value();
        std::int64_t high = std::max(low, ground_->threshold().value());
        for (int i = 0; i < most_probes && high - low > 1; ++i) {
            const std::int64_t middle = low + (high - low) / 2;
            (searched(Bytes(middle), probe).best ? high : low) = middle;
        }
        return Bytes(high);
    }

    /// Why no choice keeps to a limit.
    [[nodiscard]] tl::unexpected<Error> impossible(Bytes most) const {
        const std::string limit = grouped(most.value()) + " bytes";
        const Bytes second = second_capacity();
        if (ground_->fixed() > most) {
            const Step step = ground_->step_of_fixed();
            return failure("spill: at " + label_of(step) + ", " + grouped(ground_->fixed().value()) +
                               " bytes cannot leave the first memory, more than " + limit + largest_at(step, false),
                           "give the first memory more, or remove pins");
        }
        if (ground_->most_alive() > most + second) {
            const Step step = ground_->step_of_most();
            return failure("spill: at " + label_of(step) + ", " + grouped(ground_->most_alive().value()) +
                               " bytes are needed, more than " + limit + " and the " + grouped(second.value()) +
                               " of " + in_quotes(spilled_.wish.memory) + largest_at(step, true),
                           "give one of the memories more");
        }
        return failure("spill: no choice " + std::string(search_.is_impossible() ? "" : "was found that ") +
                           "keeps to " + limit + " and the " + grouped(second.value()) + " of " +
                           in_quotes(spilled_.wish.memory),
                       "give one of the memories more");
    }

    [[nodiscard]] std::string label_of(Step step) const {
        std::string text = "step " + std::to_string(step.value());
        if (problem().graph) {
            for (const Operator& node : problem().graph->operators) {
                if (node.step == step) {
                    return text + " (" + node.type + " " + in_quotes(node.name) + ")";
                }
            }
        }
        return text;
    }

    [[nodiscard]] std::string largest_at(Step step, bool may_move) const {
        const Buffer* largest = nullptr;
        for (std::size_t i = 0; i < problem().buffers.size(); ++i) {
            const Buffer& buffer = problem().buffers[i];
            const bool is_there = buffer.region == first_ || (may_move && buffer.region == second_);
            const bool counts = may_move || !std::ranges::binary_search(ground_->movable(), BufferIndex(i));
            if (is_there && counts && contains(buffer.lifetime, step) &&
                (largest == nullptr || buffer.size > largest->size)) {
                largest = &buffer;
            }
        }
        return largest == nullptr
                   ? std::string()
                   : "; the largest is " + in_quotes(largest->name.view()) + " of " + grouped(largest->size.value());
    }

    void apply() {
        Problem& changed = spilled_.problem;
        for (const BufferIndex buffer : ground_->movable()) {
            if (changed.buffers[buffer].region != first_ && std::ranges::find(buffers_, buffer) == buffers_.end()) {
                changed.buffers[buffer].region = first_;
                changed.buffers[buffer].set_hint({});
            }
        }
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            const auto& moves = search_.best->moves[i];
            const auto is_apart = [](const SpillMove& move) {
                return move.after != SpillPlace::first || !move.in_first;
            };
            const auto is_near = [](const SpillMove& move) { return move.after != SpillPlace::second; };
            const bool is_ever_near =
                std::ranges::any_of(moves, is_near) ||
                std::ranges::any_of(moves, [](const SpillMove& move) { return move.first_load > 0; });
            if (std::ranges::any_of(moves, is_apart)) {
                (is_ever_near ? spilled_.movers : spilled_.residents).push_back(changed.buffers[buffers_[i]].name);
            }
        }
        std::vector<Step> steps;
        for (std::size_t time = 0; time < items_.first_room.size(); ++time) {
            steps.push_back(ground_->step_of(time));
        }
        move_buffers(changed, first_, second_, buffers_, items_.items, *search_.best, steps);
        spilled_.traffic = search_.best->traffic;
        spilled_.lower_bound = std::min(search_.lower_bound, search_.best->traffic);
        const std::vector<Bytes> thresholds = region_thresholds(changed, Layout());
        spilled_.threshold = thresholds[first_.value()];
        spilled_.second_threshold = thresholds[second_.value()];
        spilled_.wish.capacity = spilled_.wish.capacity ? spilled_.wish.capacity : changed.regions[second_].capacity;
    }

    void note_result() {
        auto& notes = spilled_.notes;
        const std::string name = in_quotes(spilled_.wish.memory);
        if (spilled_.residents.empty() && spilled_.movers.empty()) {
            notes.push_back("spill: everything fits into the first memory; nothing moves to " + name);
            return;
        }
        if (!spilled_.residents.empty()) {
            notes.push_back("spill: always in " + name + ": " + some_of(spilled_.residents));
        }
        if (!spilled_.movers.empty()) {
            notes.push_back("spill: in " + name + " for a part of its life: " + some_of(spilled_.movers));
        }
        const bool is_least = spilled_.lower_bound == spilled_.traffic;
        notes.push_back("spill=" + text_of(spilled_.wish) + ": the threshold was " +
                        grouped(spilled_.threshold_before.value()) + " bytes and is " +
                        grouped(spilled_.threshold.value()) + ", with " + grouped(spilled_.second_threshold.value()) +
                        " in " + name + ", for " + grouped(spilled_.traffic) + " bytes of traffic in a run, " +
                        (is_least ? "the least" : "where at least " + grouped(spilled_.lower_bound) + " are needed"));
    }

    std::optional<Bytes> capacity_;
    SpillLimits limits_;
    SpilledProblem spilled_;
    RegionIndex first_;
    RegionIndex second_;
    const SpillGround* ground_ = nullptr;
    SpillProblem items_;
    std::vector<BufferIndex> buffers_;  ///< by item
    SpillSearch search_;
};

}  // namespace

Expected<SpilledProblem> spilled_problem(Problem problem, const SpillWish& wish, std::optional<Bytes> capacity,
                                         const SpillLimits& limits) {
    return Spiller(std::move(problem), wish, capacity, limits).run();
}

}  // namespace arenascope
