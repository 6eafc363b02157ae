#include "core/analysis/explain/placing_reason.h"

#include <algorithm>
#include <limits>

#include "core/model/memory/quantity.h"
#include "core/model/memory/tail.h"
#include "core/planner/greedy/greedy_strategy.h"

namespace arenascope {
namespace {

using Rule = PlacingReason::Rule;
using Among = PlacingReason::Among;

/// Offsets strictly between `above` and `below` are not possible because of `by`; see Forbidden.
struct Obstacle {
    std::int64_t above;
    std::int64_t below;
    BufferIndex by;
};

bool share_time(const Lifetime& a, const Lifetime& b) {
    return a.begin < b.end && b.begin < a.end;
}

/// By buffer: whether it shares memory with the given one on purpose.
std::vector<bool> mates_of(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    std::vector<bool> mates(problem.buffers.size());
    for (const SharingGroup& group : layout.sharing) {
        if (std::ranges::find(group.members, buffer) == group.members.end()) {
            continue;
        }
        for (const BufferIndex member : group.members) {
            mates[member.value()] = true;
        }
    }
    return mates;
}

/// What is in the way of one buffer.
class Surroundings {
public:
    Surroundings(const Problem& problem, const Layout& layout, BufferIndex buffer)
        : problem_(problem),
          layout_(layout),
          buffer_(buffer),
          own_(problem.buffers[buffer]),
          mates_(mates_of(problem, layout, buffer)) {
        for_each_piece(own_, [this](const Piece& piece) { pieces_.push_back(piece); });
    }

    void add(BufferIndex other) {
        const Buffer& subject = problem_.buffers[other];
        const auto& placed = layout_.placements[other];
        if (other == buffer_ || mates_[other.value()] || !placed || subject.region != own_.region ||
            !share_time(own_.lifetime, subject.lifetime)) {
            return;
        }
        const std::size_t before = obstacles_.size();
        auto mine = pieces_.begin();
        for_each_piece(subject, [&](const Piece& theirs) {
            // Both are in time order. A piece that lasts longer meets the next one, too.
            while (mine != pieces_.end() && mine->steps.end <= theirs.steps.begin) {
                ++mine;
            }
            for (auto each = mine; each != pieces_.end() && each->steps.begin < theirs.steps.end; ++each) {
                const Offset base = placed->offset;
                obstacles_.push_back({(base + theirs.bytes.from).value() - each->bytes.to.value(),
                                      (base + theirs.bytes.to).value() - each->bytes.from.value(), other});
            }
        });
        others_ += obstacles_.size() > before ? 1 : 0;
    }

    [[nodiscard]] PlacingReason reason() {
        std::ranges::sort(obstacles_, {}, [](const Obstacle& each) { return std::pair(each.above, each.below); });
        PlacingReason found;
        found.buffer = buffer_;
        found.offset = layout_.placements[buffer_]->offset;
        found.others = others_;
        find_places(found);
        find_blocked(found);
        return found;
    }

private:
    void find_places(PlacingReason& found) const {
        const Bytes alignment = alignment_of(problem_, own_);
        std::int64_t reached = 0;
        BufferIndex below = BufferIndex::none();
        const auto add_place = [&](std::int64_t highest, BufferIndex above) {
            const Offset lowest = aligned_up(Offset(reached), alignment);
            if (lowest.value() > highest) {
                return;
            }
            const bool is_open = above == BufferIndex::none();
            const Offset end = Offset(is_open ? lowest.value() : highest) + own_.size;
            const bool is_taken = found.offset >= Offset(reached) && found.offset.value() <= highest;
            found.places.push_back({lowest, {Offset(reached), end}, below, above, is_taken});
        };
        for (const Obstacle& each : obstacles_) {
            if (reached <= each.above) {
                add_place(each.above, each.by);
            }
            if (each.below > reached) {
                reached = each.below;
                below = each.by;
            }
        }
        add_place(std::numeric_limits<std::int64_t>::max(), BufferIndex::none());
        for (FreePlace& place : found.places) {
            if (place.is_taken && place.above == BufferIndex::none()) {
                place.bytes.to = std::max(place.bytes.to, found.offset + own_.size);
            }
        }
    }

    /// The offsets that lowest fit tries: the bottom, then above what was in the way.
    void find_blocked(PlacingReason& found) const {
        const Bytes alignment = alignment_of(problem_, own_);
        std::int64_t offset = 0;
        while (Offset(offset) < found.offset) {
            // Of those in the way, the one that leads highest: the search goes on above it.
            const Obstacle* in_the_way = nullptr;
            for (const Obstacle& each : obstacles_) {
                if (each.above >= offset) {
                    break;
                }
                if (each.below > offset && (in_the_way == nullptr || each.below > in_the_way->below)) {
                    in_the_way = &each;
                }
            }
            if (in_the_way == nullptr) {
                return;  // a free place below the buffer: no rule of the lowest fit placed it
            }
            found.blocked.push_back({Offset(offset), in_the_way->by});
            offset = aligned_up(Offset(in_the_way->below), alignment).value();
        }
    }

    const Problem& problem_;
    const Layout& layout_;
    BufferIndex buffer_;
    const Buffer& own_;
    std::vector<bool> mates_;
    std::vector<Piece> pieces_;  ///< of the buffer, in time order
    std::vector<Obstacle> obstacles_;
    std::size_t others_ = 0;
};

bool is_before(std::span<const BufferIndex> order, BufferIndex buffer, std::vector<bool>& before) {
    for (const BufferIndex each : order) {
        if (each == buffer) {
            return true;
        }
        before[each.value()] = true;
    }
    return false;
}

/// The offset that a rule gives among the free places; `top`: the highest tail of everything placed before.
std::optional<Offset> offset_by(Rule rule, const PlacingReason& reason, Offset top, Bytes size, Bytes alignment) {
    const auto room = [size](const FreePlace& place) {
        return place.above == BufferIndex::none() ? std::numeric_limits<std::int64_t>::max()
                                                  : (place.bytes.to - size).value() - place.lowest.value();
    };
    switch (rule) {
        case Rule::lowest_fit:
            return reason.places.front().lowest;
        case Rule::best_fit:
            return std::ranges::min_element(reason.places, {}, room)->lowest;
        case Rule::stacked:
            return reason.places.back().lowest;
        case Rule::above_all:
            return aligned_up(top, alignment);
        case Rule::none:
        case Rule::pinned:
            break;
    }
    return std::nullopt;
}

std::optional<PlacingRule> container_rule(Rule rule) {
    switch (rule) {
        case Rule::lowest_fit:
            return PlacingRule::lowest_fit;
        case Rule::best_fit:
            return PlacingRule::best_fit;
        case Rule::stacked:
            return PlacingRule::stacked;
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<Rule> placing_rule(const Provenance& provenance) {
    for (const GreedyStrategy& strategy : greedy_strategies()) {
        if (strategy.name == provenance.planner) {
            return !strategy.rule                              ? Rule::above_all
                   : *strategy.rule == PlacingRule::lowest_fit ? Rule::lowest_fit
                   : *strategy.rule == PlacingRule::best_fit   ? Rule::best_fit
                                                               : Rule::stacked;
        }
    }
    if (provenance.planner == "hill-climb") {
        return Rule::lowest_fit;
    }
    if (provenance.planner == "peak-suppression") {
        const bool is_stacked =
            std::ranges::find(provenance.options, std::pair<std::string, std::string>("placement", "stacked")) !=
            provenance.options.end();
        return is_stacked ? Rule::stacked : Rule::lowest_fit;
    }
    return std::nullopt;
}

std::optional<PlacingReason> placing_reason(const Problem& problem, const Layout& layout,
                                            std::span<const BufferIndex> order, std::optional<Rule> rule,
                                            BufferIndex buffer) {
    if (!layout.placements[buffer]) {
        return std::nullopt;
    }
    const Buffer& own = problem.buffers[buffer];
    const std::size_t count = problem.buffers.size();
    std::vector<bool> before(count);
    if (own.pin || (rule && is_before(order, buffer, before))) {
        Surroundings surroundings(problem, layout, buffer);
        Offset top;
        for (std::size_t i = 0; i < count; ++i) {
            const BufferIndex other(i);
            const Buffer& subject = problem.buffers[other];
            if (other != buffer && subject.region == own.region && layout.placements[other] &&
                (before[i] || subject.pin)) {
                surroundings.add(other);
                top = std::max(top, tail_of(subject, layout.placements[other]->offset));
            }
        }
        PlacingReason found = surroundings.reason();
        found.among = Among::placed_before;
        if (own.pin) {
            found.rule = Rule::pinned;
            return found;
        }
        if (offset_by(*rule, found, top, own.size, alignment_of(problem, own)) == found.offset) {
            found.rule = *rule;
            return found;
        }
    }
    Surroundings surroundings(problem, layout, buffer);
    for (std::size_t i = 0; i < count; ++i) {
        surroundings.add(BufferIndex(i));
    }
    return surroundings.reason();
}

Layout placed_otherwise(const Problem& problem, const Layout& layout, std::span<const BufferIndex> order,
                        const PlacingReason& reason, Offset offset) {
    Layout other = layout;
    const RegionIndex region = problem.buffers[reason.buffer].region;
    other.placements[reason.buffer] = Placement{offset, region};
    const bool places_again = reason.among == Among::placed_before && reason.rule != Rule::pinned;
    if (!places_again) {
        return other;
    }
    RectangleContainer container(problem, region);
    Offset top = put_pins(container, problem, region);
    const std::optional<PlacingRule> rule = container_rule(reason.rule);
    bool is_after = false;
    for (const BufferIndex each : order) {
        const Buffer& subject = problem.buffers[each];
        if (subject.region != region || subject.pin) {
            continue;
        }
        if (each == reason.buffer) {
            container.put(each, offset);
            is_after = true;
        } else if (!is_after) {
            container.put(each, layout.placements[each]->offset);
        } else if (rule) {
            container.place(each, *rule);
        } else {
            container.put(each, aligned_up(top, alignment_of(problem, subject)));
        }
        other.placements[each] = Placement{Offset(container.offsets()[each]), region};
        top = std::max(top, tail_of(subject, other.placements[each]->offset));
    }
    return other;
}

}  // namespace arenascope
