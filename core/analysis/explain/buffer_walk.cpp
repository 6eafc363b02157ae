#include "core/analysis/explain/buffer_walk.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace arenascope {
namespace {

/// The place of a buffer in the order of a walk.
struct WalkPlace {
    std::int64_t begin = 0;  ///< the same for all in a walk up or down
    std::size_t level = 0;   ///< of its region in the stack
    Offset from;             ///< its lowest byte in use
    Offset to;
    BufferIndex buffer;
    friend auto operator<=>(const WalkPlace&, const WalkPlace&) = default;
};

class Walk {
public:
    /// `step`: only buffers in use then are walked; empty: all are, by their first step.
    Walk(const Problem& problem, const Layout& layout, std::span<const RegionIndex> stack, std::optional<Step> step)
        : problem_(problem), layout_(layout), step_(step), levels_(problem.regions.size(), not_walked) {
        for (std::size_t level = 0; level < stack.size(); ++level) {
            levels_[stack[level]] = level;
        }
    }

    /// Empty: the buffer is not walked.
    [[nodiscard]] std::optional<WalkPlace> place_of(BufferIndex buffer) const {
        const auto& placement = layout_.placements[buffer];
        if (!placement || levels_[placement->region] == not_walked) {
            return std::nullopt;
        }
        std::optional<WalkPlace> place;
        for_each_piece(problem_.buffers[buffer], [&](const Piece& piece) {
            const bool is_it = !place && (!step_ || (piece.steps.begin <= *step_ && *step_ < piece.steps.end));
            if (is_it) {
                place = WalkPlace{step_ ? 0 : piece.steps.begin.value(), levels_[placement->region],
                                  placement->offset + piece.bytes.from, placement->offset + piece.bytes.to, buffer};
            }
        });
        return place;
    }

    template <class Use>
    void for_each_place(Use&& use) const {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (const auto place = place_of(BufferIndex(i))) {
                use(*place);
            }
        }
    }

private:
    static constexpr std::size_t not_walked = static_cast<std::size_t>(-1);

    const Problem& problem_;
    const Layout& layout_;
    std::optional<Step> step_;
    IndexedVector<RegionIndex, std::size_t> levels_;
};

}  // namespace

std::optional<Step> nearest_step_in_use(const Buffer& buffer, Step wanted) {
    std::optional<Step> nearest;
    const auto distance = [wanted](Step step) { return step < wanted ? wanted - step : step - wanted; };
    for_each_piece(buffer, [&](const Piece& piece) {
        const Step step = std::clamp(wanted, piece.steps.begin, piece.steps.end + Duration(-1));
        if (!nearest || distance(step) < distance(*nearest)) {
            nearest = step;
        }
    });
    return nearest;
}

BufferIndex next_in_walk(const Problem& problem, const Layout& layout, std::span<const RegionIndex> stack,
                         BufferIndex from, WalkDirection direction, Step step) {
    const bool is_upright = direction == WalkDirection::above || direction == WalkDirection::below;
    const bool goes_on = direction == WalkDirection::above || direction == WalkDirection::later;
    const Walk walk(problem, layout, stack, is_upright ? std::optional(step) : std::nullopt);
    const auto here = walk.place_of(from);
    if (!here) {
        return BufferIndex::none();
    }
    std::optional<WalkPlace> next;
    walk.for_each_place([&](const WalkPlace& place) {
        const bool is_ahead = goes_on ? *here < place : place < *here;
        if (is_ahead && (!next || (goes_on ? place < *next : *next < place))) {
            next = place;
        }
    });
    return next ? next->buffer : BufferIndex::none();
}

WalkEnds walk_ends(const Problem& problem, const Layout& layout, std::span<const RegionIndex> stack, Step step) {
    std::optional<WalkPlace> lowest;
    std::optional<WalkPlace> highest;
    Walk(problem, layout, stack, step).for_each_place([&](const WalkPlace& place) {
        lowest = lowest ? std::min(*lowest, place) : place;
        highest = highest ? std::max(*highest, place) : place;
    });
    return lowest ? WalkEnds{lowest->buffer, highest->buffer} : WalkEnds{};
}

}  // namespace arenascope
