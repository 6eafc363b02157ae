#include "core/picture/report/buffer_shapes.h"

#include <algorithm>
#include <functional>
#include <span>

#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/picture/plan/raster.h"
#include "core/picture/plan/scene.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/png_image.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

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

}  // namespace

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
    words += "\nsize " + grouped(buffer.size.value()) + " B, lifetime [" + grouped(buffer.lifetime.begin.value()) +
             ", " + grouped(buffer.lifetime.end.value()) + ")";
    if (const auto& placement = content.page.layout->placements[index]) {
        const Offset tail = placement->offset + buffer.size;
        words += ", offset " + grouped(placement->offset.value()) + ", tail " + grouped(tail.value());
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

}  // namespace arenascope
