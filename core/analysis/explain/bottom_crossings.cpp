#include "core/analysis/explain/bottom_crossings.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "core/check/piece_sweep.h"

namespace arenascope {

/// By step, the highest tail of the pieces so far.
class BottomCrossings::Skyline {
public:
    /// A tail and the buffer that has it.
    struct Top {
        Offset tail{std::numeric_limits<std::int64_t>::min()};
        BufferIndex buffer = BufferIndex::none();
    };

    explicit Skyline(const std::vector<Step>& steps) : steps_(steps) {
        while (leaves_ + 1 < steps_.size()) {
            leaves_ *= 2;
        }
        nodes_.resize(2 * leaves_);
    }

    void raise(const PlacedPiece& piece) {
        raise_below(1, 0, leaves_, ranks(piece.steps), {piece.bytes.to, piece.buffer});
    }
    [[nodiscard]] Top highest(Lifetime steps) const {
        Top found;
        find_highest(1, 0, leaves_, ranks(steps), found);
        return found;
    }
    /// Every longest stretch of `steps` in which the tail is above `bottom`.
    void for_each_above(Lifetime steps, Offset bottom, const std::function<void(Lifetime)>& use) const {
        std::optional<Lifetime> stretch;
        const auto extend = [&](Lifetime part) {
            if (stretch && stretch->end == part.begin) {
                stretch->end = part.end;
                return;
            }
            if (stretch) {
                use(*stretch);
            }
            stretch = part;
        };
        find_above(1, 0, leaves_, {ranks(steps), bottom, Offset(std::numeric_limits<std::int64_t>::min())}, extend);
        if (stretch) {
            use(*stretch);
        }
    }

private:
    struct Ranks {
        std::size_t begin;
        std::size_t end;
    };
    struct Node {
        Top all;                                                  ///< the highest of what covers all steps of the node
        Top highest;                                              ///< of anything in the node
        Offset lowest{std::numeric_limits<std::int64_t>::min()};  ///< of the highest tails of its steps
    };
    struct Question {
        Ranks steps;
        Offset bottom;
        Offset above;  ///< the highest tail of what covers all steps of a node further up
    };

    [[nodiscard]] Ranks ranks(Lifetime steps) const {
        const auto rank = [this](Step step) {
            return static_cast<std::size_t>(std::ranges::lower_bound(steps_, step) - steps_.begin());
        };
        return {rank(steps.begin), rank(steps.end)};
    }
    [[nodiscard]] static bool contains_node(Ranks steps, std::size_t first, std::size_t width) {
        return steps.begin <= first && first + width <= steps.end;
    }
    [[nodiscard]] static bool misses_node(Ranks steps, std::size_t first, std::size_t width) {
        return first >= steps.end || first + width <= steps.begin;
    }

    void raise_below(std::size_t node, std::size_t first, std::size_t width, Ranks steps, const Top& top) {
        if (misses_node(steps, first, width)) {
            return;
        }
        Node& here = nodes_[node];
        if (top.tail > here.highest.tail) {
            here.highest = top;
        }
        if (contains_node(steps, first, width)) {
            if (top.tail > here.all.tail) {
                here.all = top;
            }
            here.lowest = std::max(here.lowest, top.tail);
            return;
        }
        raise_below(2 * node, first, width / 2, steps, top);
        raise_below(2 * node + 1, first + width / 2, width / 2, steps, top);
        here.lowest = std::max(here.all.tail, std::min(nodes_[2 * node].lowest, nodes_[2 * node + 1].lowest));
    }

    void find_highest(std::size_t node, std::size_t first, std::size_t width, Ranks steps, Top& found) const {
        const Node& here = nodes_[node];
        if (misses_node(steps, first, width) || here.highest.tail <= found.tail) {
            return;
        }
        if (contains_node(steps, first, width)) {
            found = here.highest;
            return;
        }
        if (here.all.tail > found.tail) {
            found = here.all;
        }
        find_highest(2 * node, first, width / 2, steps, found);
        find_highest(2 * node + 1, first + width / 2, width / 2, steps, found);
    }

    template <class Extend>
    void find_above(std::size_t node, std::size_t first, std::size_t width, Question asked, Extend& extend) const {
        const Node& here = nodes_[node];
        if (misses_node(asked.steps, first, width) || std::max(here.highest.tail, asked.above) <= asked.bottom) {
            return;
        }
        asked.above = std::max(asked.above, here.all.tail);
        if (std::max(here.lowest, asked.above) > asked.bottom || width == 1) {
            const std::size_t begin = std::max(first, asked.steps.begin);
            const std::size_t end = std::min({first + width, asked.steps.end, steps_.size() - 1});
            if (begin < end) {
                extend(Lifetime{steps_[begin], steps_[end]});
            }
            return;
        }
        find_above(2 * node, first, width / 2, asked, extend);
        find_above(2 * node + 1, first + width / 2, width / 2, asked, extend);
    }

    const std::vector<Step>& steps_;
    std::size_t leaves_ = 1;
    std::vector<Node> nodes_;
};

BottomCrossings::BottomCrossings(std::vector<PlacedPiece> pieces) {
    PieceSweep sweep(std::move(pieces));
    may_exist_ = !sweep.for_each_pair([](const PlacedPiece&, const PlacedPiece&) { return false; });
    if (!may_exist_) {
        return;
    }
    pieces_ = sweep.pieces();
    for (const PlacedPiece& piece : pieces_) {
        steps_.push_back(piece.steps.begin);
        steps_.push_back(piece.steps.end);
    }
    std::ranges::sort(steps_);
    steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
}

void BottomCrossings::sweep(const std::function<void(const PlacedPiece&, const Skyline&)>& ask) const {
    Skyline skyline(steps_);
    for (std::size_t first = 0; first < pieces_.size();) {
        std::size_t last = first;
        while (last < pieces_.size() && pieces_[last].bytes.from == pieces_[first].bytes.from) {
            ask(pieces_[last++], skyline);
        }
        for (; first < last; ++first) {
            skyline.raise(pieces_[first]);
        }
    }
}

void BottomCrossings::for_each_crossed(
    const std::function<void(const PlacedPiece& crossed, BufferIndex across)>& use) const {
    sweep([&](const PlacedPiece& piece, const Skyline& skyline) {
        if (const Skyline::Top top = skyline.highest(piece.steps); top.tail > piece.bytes.from) {
            use(piece, top.buffer);
        }
    });
}

void BottomCrossings::for_each_stretch(
    const std::function<bool(const PlacedPiece&)>& is_wanted,
    const std::function<void(const PlacedPiece& crossed, Lifetime steps)>& use) const {
    sweep([&](const PlacedPiece& piece, const Skyline& skyline) {
        if (is_wanted(piece)) {
            skyline.for_each_above(piece.steps, piece.bytes.from, [&](Lifetime steps) { use(piece, steps); });
        }
    });
}

}  // namespace arenascope
