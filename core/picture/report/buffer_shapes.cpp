#include "core/picture/report/buffer_shapes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <png.h>
#include <span>

#include "core/base/error/quotation.h"
#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/canvas.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/picture/plan/raster.h"
#include "core/picture/plan/scene.h"
#include "core/picture/plan/sharing_frame.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/svg_drawing.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

/// Pixels as positions in a table of few colours, which takes far less room than the colours themselves.
struct Indexed {
    std::vector<std::uint8_t> pixels;
    std::vector<std::uint8_t> table;  ///< red, green, blue, alpha of each colour
};

/// Empty if there are more colours than a table holds.
Indexed indexed(const std::vector<std::uint32_t>& colors) {
    constexpr std::size_t most_colors = 256;
    Indexed result;
    std::map<std::uint32_t, std::uint8_t> positions;
    result.pixels.reserve(colors.size());
    for (const std::uint32_t color : colors) {
        const auto [found, is_new] = positions.try_emplace(color, static_cast<std::uint8_t>(positions.size()));
        if (is_new && positions.size() > most_colors) {
            return {};
        }
        if (is_new) {
            for (const unsigned shift : {16U, 8U, 0U, 24U}) {
                result.table.push_back(static_cast<std::uint8_t>(color >> shift));
            }
        }
        result.pixels.push_back(found->second);
    }
    return result;
}

/// A buffer with its rectangles, all pieces together.
struct PlacedBuffer {
    std::span<const MemoryRectangle> pieces;
    double area = 0;  ///< in pixels
    std::uint8_t color_class = 0;
};

/// Groups the rectangles by buffer.
std::vector<PlacedBuffer> placed_buffers(const PictureFrame& frame, std::span<const MemoryRectangle> rectangles) {
    const double across = step_scale(frame.containers).pixels_per_unit();
    const double up = -byte_scale(frame.containers).pixels_per_unit();
    std::vector<PlacedBuffer> buffers;
    for (std::size_t begin = 0; begin < rectangles.size();) {
        std::size_t end = begin;
        double area = 0;
        for (; end < rectangles.size() && rectangles[end].buffer == rectangles[begin].buffer; ++end) {
            const MemoryRectangle& piece = rectangles[end];
            area += (static_cast<double>(piece.end) - static_cast<double>(piece.begin)) * across *
                    (static_cast<double>(piece.to) - static_cast<double>(piece.from)) * up;
        }
        buffers.push_back(
            {rectangles.subspan(begin, end - begin), area, frame.light.class_of[rectangles[begin].buffer]});
        begin = end;
    }
    std::ranges::stable_sort(buffers, std::greater{}, &PlacedBuffer::area);
    return buffers;
}

std::uint64_t difference(std::int64_t to, std::int64_t from) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

/// The shape of one buffer: one path with all pieces.
std::string shape_of(const ReportContent& content, const PictureFrame& frame, const PlacedBuffer& placed) {
    std::string text = "<path d=\"";
    for (const MemoryRectangle& piece : placed.pieces) {
        append_exact_path(text, difference(piece.begin, frame.first_step), piece.from,
                          difference(piece.end, piece.begin), difference(piece.to, piece.from));
    }
    text += "\"><title>";
    const std::string words = words_of_buffer(content, placed.pieces.front().buffer);
    // Lines of a title are its own; a name cannot have any, because append_html shows them.
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find('\n', begin), words.size());
        text += begin == 0 ? "" : "\n";
        append_html(text, std::string_view(words).substr(begin, end - begin));
        begin = end + 1;
    }
    return text + "</title></path>\n";
}

/// Small buffers as pixels, in one theme.
Expected<std::string> image_of(const PictureFrame& frame, std::span<const PlacedBuffer> small, Theme theme) {
    const Box& box = frame.containers.box;
    const auto columns = static_cast<std::int32_t>(width(box));
    const auto rows = static_cast<std::int32_t>(height(box));
    const CellMapper mapper(frame.containers.view, columns, rows);
    Raster raster(columns, rows);
    for (const PlacedBuffer& placed : small) {
        for (const MemoryRectangle& piece : placed.pieces) {
            if (const CellRange cells = mapper(piece); !is_empty(cells)) {
                raster.add(cells, layer_of(placed.color_class, CellPart::small));
            }
        }
    }
    PixelGrid grid{box, columns, rows, std::move(raster).codes(), {}, palette(theme).conflict, 1};
    for (const ColorClass& each : (theme == Theme::light ? frame.light : frame.dark).classes) {
        grid.styles.push_back(each.style);
    }
    return encoded_png(columns, rows, colors_of(grid)).map([&](const std::string& bytes) {
        std::string text = "<image class=\"in-" + std::string(theme == Theme::light ? "light" : "dark") + "\"";
        append_pixels(text, "width", width(box));
        append_pixels(text, "height", height(box));
        text += " preserveAspectRatio=\"none\" href=\"data:image/png;base64,";
        append_base64(text, bytes);
        return text + "\"/>\n";
    });
}

constexpr TextStyle style{11, false};
constexpr std::size_t most_shape_labels = 2000;
constexpr std::size_t most_overlaps_kept_clear = 200;

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

Expected<std::string> encoded_png(std::int32_t columns, std::int32_t rows, const std::vector<std::uint32_t>& colors) {
    const Indexed shown = indexed(colors);
    ::png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(columns);
    image.height = static_cast<png_uint_32>(rows);
    image.format = PNG_FORMAT_RGBA_COLORMAP;
    image.colormap_entries = static_cast<png_uint_32>(shown.table.size() / 4);
    png_alloc_size_t size = 0;
    std::string bytes;
    const auto write = [&](void* memory) {
        return png_image_write_to_memory(&image, memory, &size, 0, shown.pixels.data(), columns, shown.table.data());
    };
    if (write(nullptr) != 0) {
        bytes.resize(size);
        if (write(bytes.data()) != 0) {
            bytes.resize(size);
            return bytes;
        }
    }
    return failure("the picture of small buffers cannot be encoded: " + std::string(image.message),
                   "close other programs, and try again");
}

std::string tier_text(Risk risk) {
    std::string text(name_of(risk.tier));
    switch (risk.cause) {
        case Cause::over:
            return text + ": over the threshold";
        case Cause::at:
            return text + ": at the threshold";
        case Cause::beside:
            return text + ": beside";
        case Cause::none:
            break;
    }
    return text;
}

std::string words_of_buffer(const ReportContent& content, BufferIndex index) {
    const Problem& problem = *content.page.problem;
    const Buffer& buffer = problem.buffers[index];
    std::string words = report_name(buffer.name);
    words += "\nsize " + grouped(buffer.size) + " B, lifetime [" + grouped(buffer.lifetime.begin) + ", " +
             grouped(buffer.lifetime.end) + ")";
    if (const auto& placement = content.page.layout->placements[index]) {
        const Offset tail = placement->offset + buffer.size;
        words += ", offset " + grouped(placement->offset) + ", tail " + grouped(tail);
        if (problem.regions.size() > 1) {
            words += ", region " + report_name(problem.regions[placement->region].name);
        }
    }
    if (index.value() < content.page.risks.size() && can_color_by(problem, ColorBy::risk)) {
        words += "\ntier " + tier_text(content.page.risks[index.value()]);
    }
    if (const StackFrame* maker = maker_of(problem, index)) {
        words += "\nmade by " + report_name(label_of(*maker));
    }
    return words;
}

std::string plan_matrix(const PictureFrame& frame) {
    const double across = step_scale(frame.containers).pixels_per_unit();
    const double up = -byte_scale(frame.containers).pixels_per_unit();
    const auto bottom = static_cast<double>(frame.containers.view.bytes.from);
    return "matrix(" + precise_text(across) + " 0 0 " + precise_text(-up) + " 0 " +
           precise_text(height(frame.containers.box) + bottom * up) + ")";
}

Expected<BufferShapes> buffer_shapes(const ReportContent& content, const PictureFrame& frame,
                                     const std::vector<MemoryRectangle>& rectangles, ThemeColors& colors,
                                     HatchTable& hatches) {
    const std::vector<PlacedBuffer> buffers = placed_buffers(frame, rectangles);
    BufferShapes result;
    result.is_shape.resize(content.page.problem->buffers.size(), false);
    std::vector<std::string> groups(frame.light.classes.size());
    std::size_t bytes = 0;
    std::size_t shapes = 0;
    while (shapes < buffers.size() && shapes < most_report_shapes) {
        const std::string shape = shape_of(content, frame, buffers[shapes]);
        bytes += shape.size();
        if (bytes > most_report_shape_bytes) {
            break;
        }
        groups[buffers[shapes].color_class] += shape;
        result.is_shape[buffers[shapes].pieces.front().buffer.value()] = true;
        ++shapes;
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].empty()) {
            continue;
        }
        const ThemedStyle style{frame.light.classes[i].style, frame.dark.classes[i].style};
        const bool is_plain = style.light.pattern == Pattern::plain;
        result.svg += "<g class=\"buffers " + (is_plain ? colors.fill(fill_of(style)) + " " : std::string()) +
                      colors.stroke(edge_of(style)) + "\"";
        if (!is_plain) {
            result.svg += " fill=\"" +
                          hatches.fill(style.light.pattern, fill_of(style), mark_of(style), HatchTable::In::plan) +
                          "\"";
        }
        if (style.light.letter != 0) {
            result.svg += " data-letter=\"" + std::string(1, style.light.letter) + "\"";
        }
        result.svg += ">\n" + groups[i] + "</g>\n";
    }
    result.too_small = buffers.size() - shapes;
    if (result.too_small > 0) {
        for (const Theme theme : colors.themes()) {
            const auto image = image_of(frame, std::span(buffers).subspan(shapes), theme);
            if (!image) {
                return tl::unexpected(image.error());
            }
            result.image += *image;
        }
    }
    return result;
}

std::string buffer_labels(const ReportContent& content, const PictureFrame& frame,
                          const std::vector<MemoryRectangle>& rectangles, const std::vector<bool>& is_shape,
                          std::vector<Box> keep_clear, ThemeColors& colors) {
    const MeasureText measure = browser_text_measure();
    const SharingFrames frames = sharing_frames(*content.page.layout, rectangles);
    const Canvas canvas(frame.containers, 1);
    const Box& view = frame.containers.box;
    const auto pairs = overlap_rectangles(
        *content.page.layout,
        content.page.overlaps.first(std::min(content.page.overlaps.size(), most_overlaps_kept_clear)), frame.shifts);
    std::ranges::transform(pairs, std::back_inserter(keep_clear),
                           [&](const MemoryRectangle& pair) { return canvas.exact_box(pair); });
    const Unit unit = size_unit(frame.unit);
    LabelWriter writer(frame, colors);
    std::size_t labels = 0;
    for (const MemoryRectangle& rectangle : rectangles) {
        const Box exact = canvas.exact_box(label_area(rectangle, frames.bare));
        const Box box{std::max(exact.left, view.left), std::max(exact.top, view.top), std::min(exact.right, view.right),
                      std::min(exact.bottom, view.bottom)};
        if (!is_shape[rectangle.buffer.value()] || height(box) < line_height(style) || labels >= most_shape_labels) {
            continue;
        }
        const Buffer& buffer = content.page.problem->buffers[rectangle.buffer];
        const std::string name = visible(frame.names(buffer.name));
        if (const auto label = label_in(box, name, amount_text(buffer.size, unit), style, measure, keep_clear,
                                        frame.names.parts.get())) {
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
