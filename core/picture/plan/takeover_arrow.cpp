#include "core/picture/plan/takeover_arrow.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {
namespace {

constexpr double head_length = 7;
constexpr double head_width = 6;
constexpr std::size_t few_arrows = 20;

class ArrowMaker {
public:
    ArrowMaker(const Problem& problem, const Layout& layout, IndexedSpan<RegionIndex, const std::int64_t> shifts,
               const Viewport& viewport)
        : problem_(problem),
          layout_(layout),
          shifts_(shifts),
          box_(viewport.box),
          across_(step_scale(viewport)),
          up_(byte_scale(viewport)) {}

    /// The arrow of an edge; empty if it has no effect or is not in view.
    [[nodiscard]] std::optional<TakeoverArrow> arrow_of(BufferIndex a, BufferIndex b) const {
        const Lifetime one = problem_.buffers[a].lifetime;
        const Lifetime other = problem_.buffers[b].lifetime;
        if (one.end > other.begin && other.end > one.begin) {
            return std::nullopt;
        }
        const bool a_is_first = one.end <= other.begin;
        TakeoverArrow arrow{a_is_first ? a : b, a_is_first ? b : a, {}, {}};
        const auto from = middle_of(arrow.giver);
        const auto to = middle_of(arrow.taker);
        if (!from || !to) {
            return std::nullopt;
        }
        arrow.from = {across_(problem_.buffers[arrow.giver].lifetime.end.value()), *from};
        arrow.to = {across_(problem_.buffers[arrow.taker].lifetime.begin.value()), *to};
        const auto [upper, lower] = std::minmax(arrow.from.y, arrow.to.y);
        if (arrow.to.x < box_.left || arrow.from.x > box_.right || lower < box_.top || upper > box_.bottom) {
            return std::nullopt;
        }
        arrow.is_used = is_used(arrow);
        return arrow;
    }

private:
    /// The height of the middle of a buffer; empty if it is not placed or not shown.
    [[nodiscard]] std::optional<double> middle_of(BufferIndex buffer) const {
        const auto bytes = stacked_bytes(problem_, layout_, buffer, shifts_);
        return bytes ? std::optional((up_(bytes->first) + up_(bytes->second)) / 2) : std::nullopt;
    }

    [[nodiscard]] bool is_used(const TakeoverArrow& arrow) const {
        const auto& place = layout_.placements[arrow.giver];
        if (place != layout_.placements[arrow.taker]) {
            return false;
        }
        const Lifetime between{problem_.buffers[arrow.giver].lifetime.end,
                               problem_.buffers[arrow.taker].lifetime.begin};
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (layout_.placements[i] == place && overlap(problem_.buffers[i].lifetime, between)) {
                return false;
            }
        }
        return true;
    }

    const Problem& problem_;
    const Layout& layout_;
    IndexedSpan<RegionIndex, const std::int64_t> shifts_;
    const Box& box_;
    PixelScale across_;
    PixelScale up_;
};

std::size_t edges_of(const UsageGraph& graph) {
    std::size_t edges = 0;
    for (const auto& list : graph.may_take_over) {
        edges += list.size();
    }
    return edges;
}

/// Long lists are derived from a network, and those are ascending.
bool holds(const std::vector<BufferIndex>& list, BufferIndex giver) {
    constexpr std::size_t longest_written = 1024;
    return list.size() > longest_written ? std::ranges::binary_search(list, giver)
                                         : std::ranges::find(list, giver) != list.end();
}

/// Calls `use(a, b)` for each edge, or in a large graph for each edge of a selected buffer.
template <class Use>
void for_each_edge(const UsageGraph& graph, const std::vector<BufferIndex>& selected, bool are_few, Use&& use) {
    for (std::size_t i = 0; i < graph.may_take_over.size(); ++i) {
        const BufferIndex taker(i);
        const auto& list = graph.may_take_over[taker];
        if (are_few || std::ranges::binary_search(selected, taker)) {
            std::ranges::for_each(list, [&](BufferIndex giver) { use(giver, taker); });
            continue;
        }
        for (const BufferIndex giver : selected) {
            if (holds(list, giver)) {
                use(giver, taker);
            }
        }
    }
}

void draw_arrow(Drawing& drawing, const TakeoverArrow& arrow, Color color, double line) {
    const double across = arrow.to.x - arrow.from.x;
    const double down = arrow.to.y - arrow.from.y;
    const double length = std::hypot(across, down);
    if (length < 1) {
        return;
    }
    const Point along{across / length, down / length};
    const double head = std::min(head_length, length);
    const Point neck{arrow.to.x - along.x * head, arrow.to.y - along.y * head};
    const Point side{-along.y * head_width / 2, along.x * head_width / 2};
    drawing.primitives.emplace_back(
        StraightLine{arrow.from, neck, color, line, arrow.is_used ? Dash::solid : Dash::dashed});
    drawing.primitives.emplace_back(
        Path{{arrow.to, {neck.x + side.x, neck.y + side.y}, {neck.x - side.x, neck.y - side.y}}, color, {}, 1});
}

}  // namespace

std::vector<TakeoverArrow> takeover_arrows(const Problem& problem, const Layout& layout,
                                           IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                           const Viewport& viewport, std::span<const BufferIndex> selection) {
    std::vector<TakeoverArrow> arrows;
    if (!problem.usage_graph || layout.placements.size() != problem.buffers.size()) {
        return arrows;
    }
    std::vector<BufferIndex> selected(selection.begin(), selection.end());
    std::ranges::sort(selected);
    const bool are_few = edges_of(*problem.usage_graph) <= few_takeovers;
    const ArrowMaker maker(problem, layout, shifts, viewport);
    for_each_edge(*problem.usage_graph, selected, are_few, [&](BufferIndex giver, BufferIndex taker) {
        if (auto arrow = arrows.size() < most_arrows ? maker.arrow_of(giver, taker) : std::nullopt) {
            arrow->is_selected =
                std::ranges::binary_search(selected, giver) || std::ranges::binary_search(selected, taker);
            arrows.push_back(*arrow);
        }
    });
    return arrows;
}

bool shows_takeovers(const Problem& problem, std::span<const BufferIndex> selection) {
    if (!problem.usage_graph) {
        return false;
    }
    const std::size_t edges = edges_of(*problem.usage_graph);
    return edges > 0 && (edges <= few_takeovers || !selection.empty());
}

void draw_below(Drawing& drawing, const std::vector<TakeoverArrow>& arrows, const Viewport& viewport,
                const Palette& tokens) {
    if (std::ranges::all_of(arrows, &TakeoverArrow::is_selected)) {
        return;
    }
    drawing.primitives.emplace_back(ClipBegin{viewport.box});
    const bool has_selection = std::ranges::any_of(arrows, &TakeoverArrow::is_selected);
    const bool are_few = arrows.size() <= few_arrows && !has_selection;
    for (const bool used : {false, true}) {
        for (const TakeoverArrow& arrow : arrows) {
            if (!arrow.is_selected && arrow.is_used == used) {
                draw_arrow(drawing, arrow, used ? tokens.ink : tokens.dim, used || are_few ? 1 : 0.5);
            }
        }
    }
    drawing.primitives.emplace_back(ClipEnd{});
}

void draw_above(Drawing& drawing, const std::vector<TakeoverArrow>& arrows, const Viewport& viewport,
                const Palette& tokens) {
    if (std::ranges::none_of(arrows, &TakeoverArrow::is_selected)) {
        return;
    }
    drawing.primitives.emplace_back(ClipBegin{viewport.box});
    for (const TakeoverArrow& arrow : arrows) {
        if (arrow.is_selected) {
            draw_arrow(drawing, arrow, tokens.accent, 2);
        }
    }
    drawing.primitives.emplace_back(ClipEnd{});
}

}  // namespace arenascope
