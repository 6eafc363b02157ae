#include "core/picture/report/note_marks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

namespace arenascope {
namespace {

constexpr TextStyle number_style{12, true};
constexpr double inset_of_mark = 9;  ///< pixels between a corner and the middle of a number
constexpr double half = 8;           ///< of the ground of a number

class MarkPlaces {
public:
    MarkPlaces(std::span<const MemoryRectangle> rectangles, IndexedSpan<RegionIndex, const std::int64_t> shifts,
               const Viewport& viewport)
        : rectangles_(rectangles),
          shifts_(shifts),
          box_(viewport.box),
          across_(step_scale(viewport)),
          up_(byte_scale(viewport)) {}

    [[nodiscard]] std::optional<Point> operator()(BufferIndex buffer) const {
        const auto pieces = rectangles_of_buffer(rectangles_, buffer);
        return pieces.empty() ? std::nullopt
                              : std::optional(Point{across_(pieces.front().begin) + inset_of_mark,
                                                    up_(pieces.front().to) + inset_of_mark});
    }
    [[nodiscard]] std::optional<Point> operator()(const BytePlace& place) const {
        const std::int64_t shift = shifts_[place.region];
        const auto byte = shift == not_shown ? std::nullopt : checked_add(shift, place.byte.value());
        return byte ? std::optional(Point{across_(place.step.value()), up_(*byte)}) : std::nullopt;
    }
    [[nodiscard]] std::optional<Point> operator()(Step step) const {
        return Point{across_(step.value()), box_.bottom - inset_of_mark};
    }

private:
    std::span<const MemoryRectangle> rectangles_;
    IndexedSpan<RegionIndex, const std::int64_t> shifts_;
    Box box_;
    PixelScale across_;
    PixelScale up_;
};

}  // namespace

void draw_note_marks(Drawing& drawing, std::span<const PinnedNote> notes, std::span<const MemoryRectangle> rectangles,
                     IndexedSpan<RegionIndex, const std::int64_t> shifts, const Viewport& viewport,
                     const Palette& tokens) {
    constexpr std::size_t most = 500;
    const MarkPlaces place(rectangles, shifts, viewport);
    for (std::size_t i = 0; i < std::min(notes.size(), most); ++i) {
        if (const auto at = std::visit(place, notes[i].anchor)) {
            drawing.primitives.emplace_back(FilledBox{
                {at->x - half, at->y - half, at->x + half, at->y + half}, tokens.plot, {}, 1, Pattern::plain, {}});
            drawing.primitives.emplace_back(
                DrawnText{*at, std::to_string(i + 1), number_style, tokens.accent, DrawnText::Align::center, false});
        }
    }
}

}  // namespace arenascope
