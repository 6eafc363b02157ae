#include "core/planner/scratch/scratch_note.h"

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

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
