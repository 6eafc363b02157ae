#include "core/planner/scratch/scratch_trial.h"

#include <algorithm>
#include <utility>

#include "core/planner/scratch/part_trial.h"

namespace arenascope {
namespace {

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

}  // namespace

std::optional<ScratchTrial> place_scratch(const ScratchQueue& queue, std::vector<ScratchChoice> choices,
                                          OpenChoices open) {
    return WholeTrial(queue, std::move(choices), open).run();
}

}  // namespace arenascope
