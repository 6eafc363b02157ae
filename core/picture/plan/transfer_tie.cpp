#include "core/picture/plan/transfer_tie.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {
namespace {

constexpr double places = 7;  ///< positions for arrows within the width of a step
constexpr double tie_head_length = 6;
constexpr double tie_head_width = 5;
constexpr double least_marked_part = 2;  ///< in pixels; smaller parts of a rectangle have no outline
constexpr std::size_t few_ties = 40;

class TieMaker {
public:
    TieMaker(const Problem& problem, const Layout& layout, IndexedSpan<RegionIndex, const std::int64_t> shifts,
             const Viewport& viewport)
        : problem_(problem),
          layout_(layout),
          shifts_(shifts),
          box_(viewport.box),
          across_(step_scale(viewport)),
          up_(byte_scale(viewport)) {}

    [[nodiscard]] std::optional<TransferTie> tie_of(std::size_t position) const {
        const Transfer& transfer = problem_.transfers[position];
        const Step step = problem_.buffers[transfer.copy].lifetime.begin;
        const auto source = part_of(transfer.source, step);
        const auto copy = part_of(transfer.copy, step);
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
        const bool is_in_view =
            source->right >= box_.left && source->left <= box_.right && lower >= box_.top && upper <= box_.bottom;
        return is_in_view ? std::optional(tie) : std::nullopt;
    }

private:
    /// The box of a buffer in one step; empty if it is not placed or not shown.
    [[nodiscard]] std::optional<Box> part_of(BufferIndex buffer, Step step) const {
        const auto bytes = stacked_bytes(problem_, layout_, buffer, shifts_);
        const auto end = checked_add(step.value(), 1);
        if (!bytes || !end) {
            return std::nullopt;
        }
        return Box{across_(step.value()), up_(bytes->second), across_(*end), up_(bytes->first)};
    }

    const Problem& problem_;
    const Layout& layout_;
    IndexedSpan<RegionIndex, const std::int64_t> shifts_;
    const Box& box_;
    PixelScale across_;
    PixelScale up_;
};

void draw_tie(Drawing& drawing, const TransferTie& tie, Color color, double line) {
    for (const Box& part : {tie.source, tie.copy}) {
        if (width(part) >= least_marked_part && height(part) >= least_marked_part) {
            drawing.primitives.emplace_back(FilledBox{part, {}, color, line, Pattern::plain, {}});
        }
    }
    const double way = tie.to.y > tie.from.y ? 1 : -1;
    const double length = std::min(tie_head_length, std::abs(tie.to.y - tie.from.y));
    drawing.primitives.emplace_back(
        StraightLine{tie.from, {tie.to.x, tie.to.y - way * length}, color, line, Dash::solid});
    drawing.primitives.emplace_back(Path{{tie.to,
                                          {tie.to.x - tie_head_width / 2, tie.to.y - way * length},
                                          {tie.to.x + tie_head_width / 2, tie.to.y - way * length}},
                                         color,
                                         {},
                                         1});
}

}  // namespace

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
    const TieMaker maker(problem, layout, shifts, viewport);
    std::vector<TransferTie> ties;
    for (std::size_t i = 0; i < problem.transfers.size(); ++i) {
        if (auto tie = maker.tie_of(i)) {
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
    drawing.primitives.emplace_back(ClipBegin{viewport.box});
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
    drawing.primitives.emplace_back(ClipEnd{});
}

}  // namespace arenascope
