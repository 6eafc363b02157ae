#include "core/picture/report/table_picture.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/palette.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

constexpr double small_width = 160;
constexpr double small_height = 64;
constexpr std::size_t most_small_shapes = 300;
constexpr double least_visible = 0.3;  ///< pixels

/// A rectangle in pixels.
struct SmallShape {
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;
    bool is_above = false;  ///< it ends above the threshold
};

void append_small(std::string& path, const SmallShape& shape) {
    path += "M" + decimal_text(shape.left, 1) + " " + decimal_text(shape.top, 1) + "h" + decimal_text(shape.width, 1) +
            "v" + decimal_text(shape.height, 1) + "H" + decimal_text(shape.left, 1) + "z";
}

}  // namespace

std::string table_picture(const Problem& problem, const Layout& layout) {
    const std::vector<Container> stack = containers(problem, layout);
    const std::vector<MemoryRectangle> rectangles = memory_rectangles(problem, layout, shifts(problem, stack));
    if (rectangles.empty() || stack.empty()) {
        return {};
    }
    auto begin = static_cast<double>(rectangles.front().begin);
    double end = begin;
    double bottom = 0;
    double top = 1;
    for (const Container& container : stack) {
        const auto shift = static_cast<double>(container.shift);
        bottom = std::min(bottom, shift + static_cast<double>(container.lowest));
        top = std::max({top, shift + static_cast<double>(container.peak.value()),
                        shift + static_cast<double>(container.threshold.value())});
    }
    for (const MemoryRectangle& one : rectangles) {
        begin = std::min(begin, static_cast<double>(one.begin));
        end = std::max(end, static_cast<double>(one.end));
    }
    const double across = small_width / std::max(end - begin, 1.0);
    const double up = small_height / std::max(top - bottom, 1.0);
    std::vector<SmallShape> shapes;
    for (const MemoryRectangle& one : rectangles) {
        const auto from = static_cast<double>(one.from);
        const auto to = static_cast<double>(one.to);
        const SmallShape shape{(static_cast<double>(one.begin) - begin) * across, (top - to) * up,
                               (static_cast<double>(one.end) - static_cast<double>(one.begin)) * across,
                               (to - from) * up, ends_above_threshold(stack, one)};
        if (shape.width >= least_visible && shape.height >= least_visible) {
            shapes.push_back(shape);
        }
    }
    std::ranges::stable_sort(shapes, std::greater{}, [](const SmallShape& one) { return one.width * one.height; });
    shapes.resize(std::min(shapes.size(), most_small_shapes));
    std::string below;
    std::string above;
    for (const SmallShape& shape : shapes) {
        append_small(shape.is_above ? above : below, shape);
    }
    std::string lines;
    for (const Container& container : stack) {
        if (container.threshold.value() > 0 && !container.is_band) {
            const double height =
                static_cast<double>(container.shift) + static_cast<double>(container.threshold.value());
            lines += "M0 " + decimal_text((top - height) * up, 1) + "H" + decimal_text(small_width, 0);
        }
    }
    return below + "|" + above + "|" + lines;
}

std::string table_picture_svg(std::string_view picture, ThemeColors& colors) {
    if (picture.empty() || picture.find_first_not_of("0123456789.- MHhvz|") != std::string_view::npos ||
        std::ranges::count(picture, '|') != 2) {
        return {};
    }
    const std::size_t first = picture.find('|');
    const std::size_t second = picture.find('|', first + 1);
    std::string svg = "<svg width=\"" + decimal_text(small_width, 0) + "\" height=\"" + decimal_text(small_height, 0) +
                      "\" viewBox=\"0 0 " + decimal_text(small_width, 0) + " " + decimal_text(small_height, 0) +
                      "\" aria-hidden=\"true\">";
    const auto add = [&](const std::string& classes, std::string_view path) {
        if (!path.empty()) {
            svg += "<path class=\"" + classes + "\" stroke-width=\".5\" d=\"" + std::string(path) + "\"/>";
        }
    };
    const Palette& light = palette(Theme::light);
    const Palette& dark = palette(Theme::dark);
    const auto style_classes = [&](const ThemedStyle& style) {
        return colors.fill(fill_of(style)) + " " + colors.stroke(edge_of(style));
    };
    add(style_classes({light.low, dark.low}), picture.substr(0, first));
    add(style_classes({light.high_over, dark.high_over}), picture.substr(first + 1, second - first - 1));
    add(colors.stroke(&Palette::accent) + " none", picture.substr(second + 1));
    return svg + "</svg>";
}

}  // namespace arenascope
