#include "core/picture/report/buffer_labels.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/picture/plan/canvas.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/sharing_frame.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/hatch_table.h"
#include "core/picture/report/svg_drawing.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

constexpr TextStyle style{11, false};
constexpr std::size_t most_labels = 2000;
constexpr std::size_t most_kept_clear = 200;

/// The rectangle of a label: of members that share memory, the part that no other member covers.
MemoryRectangle label_area(const MemoryRectangle& rectangle, const std::vector<MemoryRectangle>& bare) {
    const auto position = [](const MemoryRectangle& each) { return std::pair(each.buffer, each.begin); };
    const auto found = std::ranges::lower_bound(bare, position(rectangle), {}, position);
    return found != bare.end() && found->buffer == rectangle.buffer && found->begin < rectangle.end ? *found
                                                                                                    : rectangle;
}

class LabelWriter {
public:
    LabelWriter(const PictureFrame& frame, ThemeColors& colors) : frame_(frame), colors_(colors) {}

    void write(const Label& label, const Box& box, std::size_t color_class, const std::vector<Box>& keep_clear) {
        const ThemedStyle style_of_class{frame_.light.classes[color_class].style,
                                         frame_.dark.classes[color_class].style};
        const Point shift{frame_.containers.box.left, frame_.containers.box.top};
        const double y = middle(label.ground).y;
        const DrawnText text{label.upwards ? Point{middle(label.ground).x - shift.x, y - shift.y}
                                           : Point{label.ground.left - shift.x, y - shift.y},
                             label.text,
                             style,
                             {},
                             label.upwards ? DrawnText::Align::center : DrawnText::Align::left,
                             label.upwards};
        append(text, label.ground, style_of_class);
        const char letter = style_of_class.light.letter;
        const double right = box.right - 4;
        const Box place{right - style.size, label.ground.top, right + 2, label.ground.bottom};
        const bool is_free = std::ranges::none_of(keep_clear, [&](const Box& kept) { return intersects(kept, place); });
        if (letter != 0 && !label.upwards && is_free && box.right - label.ground.right > 3 * style.size) {
            append({{right - shift.x, y - shift.y},
                    std::string(1, letter),
                    {style.size, true},
                    {},
                    DrawnText::Align::right,
                    false},
                   place, style_of_class);
        }
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    /// `ground`: of the text. A pattern below it would hide the letters, so it is covered.
    void append(const DrawnText& text, const Box& ground, const ThemedStyle& look) {
        if (look.light.pattern != Pattern::plain) {
            const Point shift{frame_.containers.box.left, frame_.containers.box.top};
            text_ += "<path class=\"" + colors_.fill(fill_of(look)) + "\" d=\"";
            append_box_path(text_, {ground.left - shift.x - 2, ground.top - shift.y, ground.right - shift.x + 2,
                                    ground.bottom - shift.y});
            text_ += "\"/>\n";
        }
        append_svg_text(text_, text, text_of(look), std::nullopt, colors_);
    }

    const PictureFrame& frame_;
    ThemeColors& colors_;
    std::string text_;
};

}  // namespace

std::string buffer_labels(const ReportContent& content, const PictureFrame& frame,
                          const std::vector<MemoryRectangle>& rectangles, const std::vector<bool>& is_shape,
                          std::vector<Box> keep_clear, ThemeColors& colors) {
    const MeasureText measure = browser_text_measure();
    const SharingFrames frames = sharing_frames(*content.page.layout, rectangles);
    const Canvas canvas(frame.containers, 1);
    const Box& view = frame.containers.box;
    const auto pairs = overlap_rectangles(
        *content.page.layout, content.page.overlaps.first(std::min(content.page.overlaps.size(), most_kept_clear)),
        frame.shifts);
    std::ranges::transform(pairs, std::back_inserter(keep_clear),
                           [&](const MemoryRectangle& pair) { return canvas.exact_box(pair); });
    const Unit unit = frame.unit == Unit::hexadecimal ? Unit::bytes : frame.unit;
    LabelWriter writer(frame, colors);
    std::size_t labels = 0;
    for (const MemoryRectangle& rectangle : rectangles) {
        const Box exact = canvas.exact_box(label_area(rectangle, frames.bare));
        const Box box{std::max(exact.left, view.left), std::max(exact.top, view.top), std::min(exact.right, view.right),
                      std::min(exact.bottom, view.bottom)};
        if (!is_shape[rectangle.buffer.value()] || height(box) < line_height(style) || labels >= most_labels) {
            continue;
        }
        const Buffer& buffer = content.page.problem->buffers[rectangle.buffer];
        const std::string name = visible(frame.names(buffer.name));
        if (const auto label =
                label_in(box, name, amount_text(buffer.size.value(), unit), style, measure, keep_clear)) {
            ++labels;
            if (!pairs.empty()) {
                keep_clear.push_back(label->ground);
            }
            writer.write(*label, box, frame.light.class_of[rectangle.buffer], keep_clear);
        }
    }
    return writer.take();
}

}  // namespace arenascope
