#include "core/picture/plan/note_marks.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/error/utf8.h"
#include "core/base/text/amount.h"
#include "core/model/memory/tail.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

constexpr TextStyle number_style{10, true};
constexpr double flag_height = 14;
constexpr double digit_width = 6.5;  ///< at most, of the bold digits of `number_style`
constexpr double flag_sides = 7;
constexpr double between_flags = 2;
constexpr double stem = 6;  ///< pixels between the flag of a place or a step and its tip
constexpr double dot = 4;   ///< side of the square at a place

double flag_width(std::size_t note) {
    return flag_sides + digit_width * static_cast<double>(std::to_string(note + 1).size());
}

bool is_above_threshold(const Container& container, const Placement& placement, const Buffer& buffer) {
    return tail_of(buffer, placement.offset).value() > container.threshold.value();
}

/// Finds what notes are pinned to, and gives each a flag that covers no other one.
class FlagRows {
public:
    FlagRows(const Problem& problem, const Layout& layout, const std::vector<Container>& stack,
             const Viewport& viewport, std::span<const Box> keep_clear)
        : problem_(problem),
          layout_(layout),
          stack_(stack),
          box_(viewport.box),
          across_(step_scale(viewport)),
          up_(byte_scale(viewport)),
          taken_(keep_clear.begin(), keep_clear.end()) {
        std::ranges::sort(taken_, {}, &Box::left);
    }

    /// The flag of a note where it would like to be; empty: it is out of view.
    [[nodiscard]] std::optional<NoteMark> wanted(std::size_t note, const NoteAnchor& anchor) const {
        if (const auto* const buffer = std::get_if<BufferIndex>(&anchor)) {
            return of_buffer(note, *buffer);
        }
        if (const auto* const place = std::get_if<BytePlace>(&anchor)) {
            return of_place(note, *place);
        }
        return of_step(note, std::get<Step>(anchor));
    }

    /// Moves a flag to where it covers no flag that was added before. Linear in these.
    void add(NoteMark& mark) {
        mark.flag = within_view(mark.flag);
        // To the right and below, then in whole rows below, then anywhere.
        const Point starts[] = {{mark.flag.left, mark.flag.top}, {box_.left, mark.flag.top}, {box_.left, box_.top}};
        for (const Point start : starts) {
            if (const auto free = free_place(start, width(mark.flag))) {
                mark.flag = *free;
                break;
            }
        }
        const auto at = std::ranges::upper_bound(taken_, mark.flag.left, {}, &Box::left);
        taken_.insert(at, mark.flag);
    }

private:
    [[nodiscard]] double height_of(const Container& container, Offset offset) const {
        return up_(checked_add(container.shift, offset.value()).value_or(offset.value()));
    }

    [[nodiscard]] double column_of(Step step) const {
        return (across_(step.value()) + across_(checked_add(step.value(), 1).value_or(step.value()))) / 2;
    }

    [[nodiscard]] std::optional<NoteMark> of_buffer(std::size_t note, BufferIndex index) const {
        if (index.value() >= layout_.placements.size() || !layout_.placements[index]) {
            return std::nullopt;
        }
        const Buffer& buffer = problem_.buffers[index];
        const Placement& placement = *layout_.placements[index];
        const Container* container = open_container_of(stack_, placement.region);
        if (container == nullptr) {
            return std::nullopt;
        }
        const Box whole{across_(buffer.lifetime.begin.value()), height_of(*container, placement.offset + buffer.size),
                        across_(buffer.lifetime.end.value()), height_of(*container, placement.offset)};
        const Box seen{std::max(whole.left, box_.left), std::max(whole.top, box_.top),
                       std::min(whole.right, box_.right), std::min(whole.bottom, box_.bottom)};
        if (seen.left > seen.right || seen.top > seen.bottom) {
            return std::nullopt;
        }
        const double across = flag_width(note);
        const bool has_room = width(seen) >= across + 2 && height(seen) >= flag_height + 2;
        const bool is_inside = has_room && !is_above_threshold(*container, placement, buffer);
        const double top = is_inside ? seen.top + 1 : seen.top - flag_height;
        const double left = seen.left + (is_inside ? 1 : 0);
        return NoteMark{note, {left, top, left + across, top + flag_height}, {seen.left, seen.top}};
    }

    [[nodiscard]] std::optional<NoteMark> of_place(std::size_t note, const BytePlace& place) const {
        const Container* container = open_container_of(stack_, place.region);
        if (container == nullptr) {
            return std::nullopt;
        }
        const Point tip{column_of(place.step), height_of(*container, place.byte)};
        return contains(box_, tip) ? std::optional(above(note, tip)) : std::nullopt;
    }

    [[nodiscard]] std::optional<NoteMark> of_step(std::size_t note, Step step) const {
        const Point tip{column_of(step), box_.top + flag_height + stem};
        return box_.left <= tip.x && tip.x < box_.right ? std::optional(above(note, tip)) : std::nullopt;
    }

    [[nodiscard]] static NoteMark above(std::size_t note, Point tip) {
        const double half = flag_width(note) / 2;
        return {note, {tip.x - half, tip.y - stem - flag_height, tip.x + half, tip.y - stem}, tip};
    }

    [[nodiscard]] Box within_view(Box flag) const {
        const double right = std::max(std::min(flag.right, box_.right), box_.left + width(flag)) - flag.right;
        flag = {flag.left + right, flag.top, flag.right + right, flag.bottom};
        const double in = std::max(box_.left - flag.left, 0.0);
        const double down = std::max(box_.top - flag.top, 0.0);
        return {flag.left + in, flag.top + down, flag.right + in, flag.bottom + down};
    }

    /// The first free place in the rows from a point down, each from the left side of the point; empty: there is none.
    [[nodiscard]] std::optional<Box> free_place(Point start, double across) const {
        for (double top = start.y; top + flag_height <= box_.bottom; top += flag_height + between_flags) {
            const Box free = moved_right({start.x, top, start.x + across, top + flag_height});
            if (free.right <= box_.right) {
                return free;
            }
        }
        return std::nullopt;
    }

    /// What is taken stands in the order of its left sides, so one pass is enough but behind a wide label.
    [[nodiscard]] Box moved_right(Box flag) const {
        const double across = width(flag);
        for (bool is_moved = true; is_moved;) {
            is_moved = false;
            for (const Box& other : taken_) {
                if (intersects(flag, other)) {
                    flag.left = other.right + between_flags;
                    flag.right = flag.left + across;
                    is_moved = true;
                }
            }
        }
        return flag;
    }

    const Problem& problem_;
    const Layout& layout_;
    const std::vector<Container>& stack_;
    Box box_;
    PixelScale across_;
    PixelScale up_;
    std::vector<Box> taken_;  ///< by their left sides
};

void draw_flag(Drawing& drawing, const NoteMark& mark, bool is_chosen, const Palette& tokens) {
    const Point foot{std::clamp(mark.tip.x, mark.flag.left + 1, mark.flag.right - 1), mark.flag.bottom};
    const Color color = is_chosen ? tokens.accent : tokens.ink;
    if (mark.tip.y > mark.flag.bottom) {
        drawing.add(StraightLine{foot, mark.tip, color, 1.25});
        drawing.add(
            filled({mark.tip.x - dot / 2, mark.tip.y - dot / 2, mark.tip.x + dot / 2, mark.tip.y + dot / 2}, color));
    }
    drawing.add(FilledBox{mark.flag, is_chosen ? tokens.accent : tokens.panel, color});
    drawing.add(DrawnText{middle(mark.flag), std::to_string(mark.note + 1), number_style,
                          is_chosen ? tokens.accent_ink : tokens.ink, DrawnText::Align::center});
}

constexpr std::size_t lines_of_note = 2;

std::string more_text(std::size_t count) {
    return "… and " + grouped(count) + (count == 1 ? " more note" : " more notes");
}

}  // namespace

std::vector<NoteMark> note_marks(std::span<const PinnedNote> notes, const Problem& problem, const Layout& layout,
                                 const std::vector<Container>& stack, const Viewport& viewport,
                                 std::span<const Box> keep_clear) {
    FlagRows rows(problem, layout, stack, viewport, keep_clear);
    std::vector<NoteMark> marks;
    for (std::size_t i = 0; i < notes.size() && marks.size() < most_note_marks; ++i) {
        if (auto mark = rows.wanted(i, notes[i].anchor)) {
            rows.add(*mark);
            marks.push_back(*mark);
        }
    }
    return marks;
}

std::optional<std::size_t> note_at(std::span<const NoteMark> marks, Point point) {
    for (std::size_t i = marks.size(); i > 0; --i) {
        if (contains(marks[i - 1].flag, point)) {
            return marks[i - 1].note;
        }
    }
    return std::nullopt;
}

void draw(Drawing& drawing, std::span<const NoteMark> marks, std::optional<std::size_t> chosen, const Palette& tokens) {
    for (const NoteMark& mark : marks) {
        if (mark.note != chosen) {
            draw_flag(drawing, mark, false, tokens);
        }
    }
    for (const NoteMark& mark : marks) {
        if (mark.note == chosen) {
            draw_flag(drawing, mark, true, tokens);
        }
    }
}

std::string anchor_text(const NoteAnchor& anchor, const Problem& problem) {
    if (const auto* const buffer = std::get_if<BufferIndex>(&anchor)) {
        return shown(problem.buffers[*buffer].name);
    }
    if (const auto* const place = std::get_if<BytePlace>(&anchor)) {
        const std::string region = problem.regions.size() > 1 ? shown(problem.regions[place->region].name) + ", " : "";
        return region + "step " + grouped(place->step) + ", offset " + grouped(place->byte);
    }
    return "step " + grouped(std::get<Step>(anchor));
}

std::string first_part(std::string_view text, std::size_t most_bytes) {
    if (text.size() <= most_bytes) {
        return std::string(text);
    }
    std::size_t end = 0;
    while (end < most_bytes) {
        end += std::max<std::size_t>(character_length(text.substr(end)), 1);
    }
    return std::string(text.substr(0, end)) + "…";
}

std::string note_line(std::size_t note, const PinnedNote& pinned, const Problem& problem) {
    constexpr std::size_t longest = 1'000;
    std::string text = first_part(pinned.text, longest);
    std::ranges::replace(text, '\n', ' ');
    return std::to_string(note + 1) + "  " + anchor_text(pinned.anchor, problem) + ": " + visible(text);
}

std::vector<std::string> listed_notes(std::span<const PinnedNote> notes, const Problem& problem, double room,
                                      std::size_t most_lines, TextStyle style, const MeasureText& measure) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        auto own = wrapped(note_line(i, notes[i], problem), room, lines_of_note, style, measure);
        const std::size_t kept_free = i + 1 < notes.size() ? 1 : 0;
        if (lines.size() + own.size() + kept_free > most_lines) {
            if (lines.size() < most_lines) {
                lines.push_back(more_text(notes.size() - i));
            }
            break;
        }
        std::ranges::move(own, std::back_inserter(lines));
    }
    return lines;
}

}  // namespace arenascope
