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

/// Where the buffers of a layout lie in a viewport.
struct PlacedPixels {
    const Problem& problem;
    const Layout& layout;
    IndexedSpan<RegionIndex, const std::int64_t> shifts;
    const Viewport& viewport;
    const Box& box = viewport.box;
    PixelScale across = step_scale(viewport);
    PixelScale up = byte_scale(viewport);
};

/// The height of the middle of a buffer; empty if it is not placed or not shown.
std::optional<double> middle_of(const PlacedPixels& pixels, BufferIndex buffer) {
    const auto bytes = stacked_bytes(pixels.problem, pixels.layout, buffer, pixels.shifts);
    return bytes ? std::optional((pixels.up(bytes->first) + pixels.up(bytes->second)) / 2) : std::nullopt;
}

bool is_used(const PlacedPixels& pixels, const TakeoverArrow& arrow) {
    const auto& buffers = pixels.problem.buffers;
    const auto& place = pixels.layout.placements[arrow.giver];
    if (place != pixels.layout.placements[arrow.taker]) {
        return false;
    }
    const Lifetime between{buffers[arrow.giver].lifetime.end, buffers[arrow.taker].lifetime.begin};
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (pixels.layout.placements[i] == place && overlap(buffers[i].lifetime, between)) {
            return false;
        }
    }
    return true;
}

/// The arrow of an edge; empty if it has no effect or is not in view.
std::optional<TakeoverArrow> arrow_of(const PlacedPixels& pixels, BufferIndex a, BufferIndex b) {
    const auto& buffers = pixels.problem.buffers;
    const Lifetime one = buffers[a].lifetime;
    const Lifetime other = buffers[b].lifetime;
    if (one.end > other.begin && other.end > one.begin) {
        return std::nullopt;
    }
    const bool a_is_first = one.end <= other.begin;
    TakeoverArrow arrow{a_is_first ? a : b, a_is_first ? b : a, {}, {}};
    const auto from = middle_of(pixels, arrow.giver);
    const auto to = middle_of(pixels, arrow.taker);
    if (!from || !to) {
        return std::nullopt;
    }
    arrow.from = {pixels.across(buffers[arrow.giver].lifetime.end.value()), *from};
    arrow.to = {pixels.across(buffers[arrow.taker].lifetime.begin.value()), *to};
    const auto [upper, lower] = std::minmax(arrow.from.y, arrow.to.y);
    const Box& box = pixels.box;
    if (arrow.to.x < box.left || arrow.from.x > box.right || lower < box.top || upper > box.bottom) {
        return std::nullopt;
    }
    arrow.is_used = is_used(pixels, arrow);
    return arrow;
}

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
    drawing.add(StraightLine{arrow.from, neck, color, line, arrow.is_used ? Dash::solid : Dash::dashed});
    drawing.add(Path{{arrow.to, {neck.x + side.x, neck.y + side.y}, {neck.x - side.x, neck.y - side.y}}, color, {}});
}

constexpr double places = 7;  ///< positions for arrows within the width of a step
constexpr double tie_head_length = 6;
constexpr double tie_head_width = 5;
constexpr double least_marked_part = 2;  ///< in pixels; smaller parts of a rectangle have no outline
constexpr std::size_t few_ties = 40;

/// The box of a buffer in one step; empty if it is not placed or not shown.
std::optional<Box> part_of(const PlacedPixels& pixels, BufferIndex buffer, Step step) {
    const auto bytes = stacked_bytes(pixels.problem, pixels.layout, buffer, pixels.shifts);
    const auto end = checked_add(step.value(), 1);
    if (!bytes || !end) {
        return std::nullopt;
    }
    return Box{pixels.across(step.value()), pixels.up(bytes->second), pixels.across(*end), pixels.up(bytes->first)};
}

std::optional<TransferTie> tie_of(const PlacedPixels& pixels, std::size_t position) {
    const Transfer& transfer = pixels.problem.transfers[position];
    const Step step = pixels.problem.buffers[transfer.copy].lifetime.begin;
    const auto source = part_of(pixels, transfer.source, step);
    const auto copy = part_of(pixels, transfer.copy, step);
    if (!source || !copy) {
        return std::nullopt;
    }
    TransferTie tie{transfer, *source, *copy, {}, {}};
    const double x =
        source->left + width(*source) * (std::fmod(static_cast<double>(position), places) + 1) / (places + 1);
    const bool goes_up = copy->bottom <= source->top;
    tie.from = {x, goes_up ? source->top : source->bottom};
    tie.to = {x, goes_up ? copy->bottom : copy->top};
    const auto [upper, lower] = std::minmax({source->top, source->bottom, copy->top, copy->bottom});
    const Box& box = pixels.box;
    const bool is_in_view =
        source->right >= box.left && source->left <= box.right && lower >= box.top && upper <= box.bottom;
    return is_in_view ? std::optional(tie) : std::nullopt;
}

void draw_tie(Drawing& drawing, const TransferTie& tie, Color color, double line) {
    for (const Box& part : {tie.source, tie.copy}) {
        if (width(part) >= least_marked_part && height(part) >= least_marked_part) {
            drawing.add(outlined(part, color, line));
        }
    }
    const double way = tie.to.y > tie.from.y ? 1 : -1;
    const double length = std::min(tie_head_length, std::abs(tie.to.y - tie.from.y));
    drawing.add(StraightLine{tie.from, {tie.to.x, tie.to.y - way * length}, color, line});
    drawing.add(Path{{tie.to,
                      {tie.to.x - tie_head_width / 2, tie.to.y - way * length},
                      {tie.to.x + tie_head_width / 2, tie.to.y - way * length}},
                     color,
                     {}});
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
    const PlacedPixels pixels{problem, layout, shifts, viewport};
    for_each_edge(*problem.usage_graph, selected, are_few, [&](BufferIndex giver, BufferIndex taker) {
        if (auto arrow = arrows.size() < most_arrows ? arrow_of(pixels, giver, taker) : std::nullopt) {
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
    drawing.add(ClipBegin{viewport.box});
    const bool has_selection = std::ranges::any_of(arrows, &TakeoverArrow::is_selected);
    const bool are_few = arrows.size() <= few_arrows && !has_selection;
    for (const bool used : {false, true}) {
        for (const TakeoverArrow& arrow : arrows) {
            if (!arrow.is_selected && arrow.is_used == used) {
                draw_arrow(drawing, arrow, used ? tokens.ink : tokens.dim, used || are_few ? 1 : 0.5);
            }
        }
    }
    drawing.add(ClipEnd{});
}

void draw_above(Drawing& drawing, const std::vector<TakeoverArrow>& arrows, const Viewport& viewport,
                const Palette& tokens) {
    if (std::ranges::none_of(arrows, &TakeoverArrow::is_selected)) {
        return;
    }
    drawing.add(ClipBegin{viewport.box});
    for (const TakeoverArrow& arrow : arrows) {
        if (arrow.is_selected) {
            draw_arrow(drawing, arrow, tokens.accent, 2);
        }
    }
    drawing.add(ClipEnd{});
}

std::vector<TransferTie> transfer_ties(const Problem& problem, const Layout& layout,
                                       IndexedSpan<RegionIndex, const std::int64_t> shifts, const Viewport& viewport,
                                       std::span<const BufferIndex> selection) {
    if (problem.transfers.empty()) {
        return {};  // a selection may be all of a million buffers
    }
    std::vector<BufferIndex> selected(selection.begin(), selection.end());
    std::sort(selected.begin(), selected.end());
    const auto is_selected = [&](BufferIndex buffer) {
        return std::binary_search(selected.begin(), selected.end(), buffer);
    };
    const PlacedPixels pixels{problem, layout, shifts, viewport};
    std::vector<TransferTie> ties;
    for (std::size_t i = 0; i < problem.transfers.size(); ++i) {
        if (auto tie = tie_of(pixels, i)) {
            tie->is_selected = is_selected(tie->transfer.source) || is_selected(tie->transfer.copy);
            ties.push_back(*tie);
        }
    }
    if (ties.size() > most_ties) {
        std::erase_if(ties, [](const TransferTie& tie) { return !tie.is_selected; });
    }
    return ties;
}

void draw(Drawing& drawing, const std::vector<TransferTie>& ties, const Viewport& viewport, const Palette& tokens) {
    drawing.add(ClipBegin{viewport.box});
    const bool has_selection =
        std::any_of(ties.begin(), ties.end(), [](const TransferTie& tie) { return tie.is_selected; });
    const bool are_few = ties.size() <= few_ties && !has_selection;
    for (const TransferTie& tie : ties) {
        if (!tie.is_selected) {
            draw_tie(drawing, tie, are_few ? tokens.dim : tokens.line, are_few ? 0.75 : 0.5);
        }
    }
    for (const TransferTie& tie : ties) {
        if (tie.is_selected) {
            draw_tie(drawing, tie, tokens.accent, 2);
        }
    }
    drawing.add(ClipEnd{});
}

}  // namespace arenascope
