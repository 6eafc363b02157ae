#include "core/planner/scratch/scratch_trial.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/planner/scratch/part_trial.h"

namespace arenascope {
namespace {

template <class Amount>
int order(const Amount& a, const Amount& b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

/// Negative: `one` is better. Positive: `other` is better.
int criterion_order(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion) {
    switch (criterion) {
        case ScratchCriterion::no_growth:
            return one.growths != other.growths ? order(one.growths, other.growths) : order(one.grown, other.grown);
        case ScratchCriterion::smallest:
            return order(one.heap, other.heap);
        case ScratchCriterion::fragmentation:
            return order(one.scattered, other.scattered);
        case ScratchCriterion::fast:
            return order(other.fast, one.fast);
    }
    return 0;
}

class WholeTrial {
public:
    WholeTrial(const ScratchQueue& queue, std::vector<ScratchChoice> choices, OpenChoices open)
        : queue_(queue), waiting_(queue.parts.size()) {
        trial_.choices = std::move(choices);
        trial_.places.resize(queue.entries.size());
        trial_.order.reserve(queue.entries.size());
        parts_.reserve(queue.parts.size());
        for (std::size_t i = 0; i < queue.parts.size(); ++i) {
            parts_.emplace_back(queue, i, trial_.choices, open, trial_.places, trial_.order, trial_.work);
        }
    }

    std::optional<ScratchTrial> run() {
        const auto count = static_cast<std::uint32_t>(queue_.entries.size());
        for (std::uint32_t first = 0; first < count;) {
            std::uint32_t last = first;
            while (last < count && queue_.entries[last].layer == queue_.entries[first].layer) {
                ++last;
            }
            if (!place_layer(first, last)) {
                return std::nullopt;
            }
            first = last;
        }
        measure();
        return std::move(trial_);
    }

private:
    bool place_layer(std::uint32_t first, std::uint32_t last) {
        open_.clear();
        for (std::uint32_t position = first; position < last; ++position) {
            open(queue_.entries[position].asked);
            if (queue_.entries[position].other) {
                open(*queue_.entries[position].other);
            }
        }
        for (std::uint32_t position = first; position < last; ++position) {
            const QueuedScratch& scratch = queue_.entries[position];
            if (scratch.variable) {
                const PartPlace& place = preferred(position);
                waiting_[place.part].push_back({position, place.alignment});
            } else if (!place_fixed(position)) {
                return false;
            }
        }
        spilled_.clear();
        for (const std::size_t part : open_) {
            if (!parts_[part].place_variable(std::exchange(waiting_[part], {}), spilled_)) {
                return false;
            }
        }
        for (const std::uint32_t position : spilled_) {
            if (!place_spilled(position)) {
                return false;
            }
        }
        for (const std::size_t part : open_) {
            parts_[part].close();
        }
        return true;
    }

    void open(const PartPlace& place) {
        if (!parts_[place.part].is_open()) {
            parts_[place.part].open(queue_.parts[place.part].layers[place.layer]);
            open_.push_back(place.part);
        }
    }

    /// Only what asks for the fast part may leave it to others. Slow scratch must not take it from those who ask.
    [[nodiscard]] bool leaves_asked_part(std::uint32_t position) const {
        const QueuedScratch& scratch = queue_.entries[position];
        return scratch.other && scratch.asks_for_fast && !trial_.choices[position].asked_part;
    }

    [[nodiscard]] const PartPlace& preferred(std::uint32_t position) const {
        const QueuedScratch& scratch = queue_.entries[position];
        return leaves_asked_part(position) ? *scratch.other : scratch.asked;
    }

    bool place_fixed(std::uint32_t position) {
        const QueuedScratch& scratch = queue_.entries[position];
        const auto place = [&](const PartPlace& in, PartTrial::Limit limit) {
            return parts_[in.part].place_fixed(position, in.alignment, limit);
        };
        if (!scratch.other) {
            return place(scratch.asked, PartTrial::Limit::none);
        }
        const PartPlace& next = leaves_asked_part(position) ? scratch.asked : *scratch.other;
        return place(preferred(position), PartTrial::Limit::capacity) || place(next, PartTrial::Limit::capacity) ||
               place(scratch.asked, PartTrial::Limit::none);
    }

    /// The minimum of a variable buffer that found no room in the part that it prefers.
    bool place_spilled(std::uint32_t position) {
        const QueuedScratch& scratch = queue_.entries[position];
        const auto place = [&](const PartPlace& in, PartTrial::Limit limit) {
            return parts_[in.part].place_minimum(position, in.alignment, limit);
        };
        if (scratch.other) {
            const PartPlace& next = leaves_asked_part(position) ? scratch.asked : *scratch.other;
            if (place(next, PartTrial::Limit::capacity)) {
                return true;
            }
        }
        return place(scratch.asked, PartTrial::Limit::none);
    }

    void measure() {
        for (PartTrial& part : parts_) {
            part.measure(trial_.measure);
            trial_.heaps.push_back(part.heap());
        }
        for (std::uint32_t i = 0; i < trial_.places.size(); ++i) {
            ScratchPlace& place = trial_.places[i];
            const bool is_elsewhere = place.part != queue_.entries[i].asked.part;
            place.left_by_choice = is_elsewhere && leaves_asked_part(i);
            trial_.elsewhere += is_elsewhere ? 1 : 0;
            trial_.measure.growths += place.growth > Bytes(0) ? 1 : 0;
            trial_.measure.fast =
                sum_or_most(trial_.measure.fast, queue_.parts[place.part].fast ? place.size : Bytes(0));
        }
    }

    const ScratchQueue& queue_;
    ScratchTrial trial_;
    std::vector<PartTrial> parts_;
    std::vector<std::size_t> open_;                         ///< parts with scratch of the current layer
    std::vector<std::vector<PartTrial::Waiting>> waiting_;  ///< by part: variable buffers of the current layer
    std::vector<std::uint32_t> spilled_;
};

std::string range_text(AddressRange range, Bytes shift) {
    return "[" + std::to_string((range.from + shift).value()) + ", " + std::to_string((range.to + shift).value()) + ")";
}

std::string growth_text(const ScratchPlace& place, std::string_view end) {
    return place.growth > Bytes(0)
               ? "the " + std::string(end) + " of the heap moves by " + std::to_string(place.growth.value()) + " B"
               : "at the " + std::string(end) + " of the heap, where there is room already";
}

std::string place_text(const Problem& problem, const ScratchPlace& place, Bytes shift) {
    const std::string area = "the free area " + range_text(place.area, shift);
    const auto below = [&] { return in_quotes(problem.buffers[place.over].name); };
    switch (place.rule) {
        case ScratchRule::overlay:
            return "over " + below() + " at " + range_text(place.area, shift);
        case ScratchRule::overlay_below:
            return "over " + below() + " at " + range_text(place.area, shift) + " and the free area below";
        case ScratchRule::overlay_above:
            return "over " + below() + " at " + range_text(place.area, shift) + " and the free area above";
        case ScratchRule::free_top:
            return "at the top of " + area;
        case ScratchRule::free_bottom:
            return "at the bottom of " + area;
        case ScratchRule::grown_top:
            return "no free area holds it: " + growth_text(place, "top");
        case ScratchRule::grown_bottom:
            return "no free area holds it: " + growth_text(place, "bottom");
        case ScratchRule::whole_area:
            return "all of " + area;
        case ScratchRule::equal_share:
            return "an equal share of " + area;
        case ScratchRule::no_area:
            return "no free area is left, and it has no minimum: the heap does not grow for it";
        case ScratchRule::minimum_top:
            return "no free area holds its minimum: " + growth_text(place, "top");
        case ScratchRule::minimum_bottom:
            return "no free area holds its minimum: " + growth_text(place, "bottom");
    }
    return {};
}

}  // namespace

ScratchCriterion scratch_criterion_named(std::string_view name) {
    return name == "no-growth"       ? ScratchCriterion::no_growth
           : name == "fragmentation" ? ScratchCriterion::fragmentation
           : name == "fast"          ? ScratchCriterion::fast
                                     : ScratchCriterion::smallest;
}

bool is_better(const HeapMeasure& one, const HeapMeasure& other, ScratchCriterion criterion) {
    if (const int own = criterion_order(one, other, criterion); own != 0) {
        return own < 0;
    }
    const std::array others = {criterion_order(one, other, ScratchCriterion::no_growth),
                               criterion_order(one, other, ScratchCriterion::smallest),
                               order(one.lowered, other.lowered),
                               criterion_order(one, other, ScratchCriterion::fragmentation),
                               criterion_order(one, other, ScratchCriterion::fast)};
    const auto* const first = std::find_if(others.begin(), others.end(), [](int next) { return next != 0; });
    return first != others.end() && *first < 0;
}

std::optional<ScratchTrial> place_scratch(const ScratchQueue& queue, std::vector<ScratchChoice> choices,
                                          OpenChoices open) {
    return WholeTrial(queue, std::move(choices), open).run();
}

std::string scratch_note(const Problem& problem, const ScratchQueue& queue, std::size_t position,
                         const ScratchPlace& place, Bytes shift) {
    const QueuedScratch& scratch = queue.entries[position];
    const auto name_of_part = [&](std::size_t part) {
        return in_quotes(problem.regions[queue.parts[part].region].name);
    };
    std::string note = "layer " + std::to_string(scratch.layer.value()) + ", " +
                       in_quotes(problem.buffers[scratch.buffer].name) + ", " + std::to_string(place.size.value()) +
                       " B";
    if (place.part != scratch.asked.part) {
        note += ", in " + name_of_part(place.part) + " instead of " + name_of_part(scratch.asked.part) +
                (place.left_by_choice ? ", as chosen" : ", which has no room for it below its capacity");
    } else if (problem.regions.size() > 1) {
        note += ", " + name_of_part(place.part);
    }
    return note + ": " + place_text(problem, place, shift);
}

}  // namespace arenascope
