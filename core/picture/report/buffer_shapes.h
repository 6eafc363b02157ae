#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/viewport.h"
#include "core/picture/report/picture_frame.h"
#include "core/picture/report/report_content.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

/// An image as the bytes of a PNG file. `colors`: 0xAARRGGBB, row by row from the top. The same image gives the same
/// bytes. Error: there is not enough memory.
[[nodiscard]] Expected<std::string> encoded_png(std::int32_t columns, std::int32_t rows,
                                                const std::vector<std::uint32_t>& colors);

/// The placed buffers of a report's picture as SVG.
struct BufferShapes {
    std::string svg;             ///< in steps and bytes: for a group with plan_matrix()
    std::vector<bool> is_shape;  ///< by buffer: it is a shape, so that zooming shows it exactly and it has a tooltip
    std::size_t too_small = 0;   ///< buffers that are only pixels of an image
    std::string image;           ///< the buffers that are too small, in pixels of the picture; empty: there are none
};

/// The most buffers that are shapes, and the most bytes that these take. Beyond, those that are smallest in the picture
/// become an image, so that a report of a million buffers is no larger than one of ten thousand.
inline constexpr std::size_t most_report_shapes = 10'000;
inline constexpr std::size_t most_report_shape_bytes = 1'700'000;

/// A class is a group, the most urgent on top. In a class, larger buffers are below smaller ones. Each has its words as
/// a title, which browsers show under the pointer. O(n log n). Error: the image needs too much memory.
[[nodiscard]] Expected<BufferShapes> buffer_shapes(const ReportContent& content, const PictureFrame& frame,
                                                   const std::vector<MemoryRectangle>& rectangles, ThemeColors& colors,
                                                   HatchTable& hatches);

/// What the picture says of a buffer: name, size, lifetime, offset, tail, tier and cause.
///
///   conv1
///   size 4,096 B, lifetime [3, 7), offset 1,024, tail 5,120
///   tier high: over the threshold
[[nodiscard]] std::string words_of_buffer(const ReportContent& content, BufferIndex buffer);

/// "high: over the threshold", "low".
[[nodiscard]] std::string tier_text(Risk risk);

/// The value of `transform` for shapes in steps (from the first step of the frame) and bytes of the stack, inside a box
/// of pixels with the same size as the containers. Upwards in the plan is upwards in the picture.
[[nodiscard]] std::string plan_matrix(const PictureFrame& frame);

/// The labels of the buffers in the whole plan as SVG, in pixels inside the box of the containers: name and size where
/// both fit, else the name, and the letter of the tier. Only buffers that are shapes have one, at most a few thousand.
/// `is_shape`: by buffer. `keep_clear`: areas in pixels of the picture that labels avoid. O(n log n).
[[nodiscard]] std::string buffer_labels(const ReportContent& content, const PictureFrame& frame,
                                        const std::vector<MemoryRectangle>& rectangles,
                                        const std::vector<bool>& is_shape, std::vector<Box> keep_clear,
                                        ThemeColors& colors);

}  // namespace arenascope
