#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <QByteArray>
#include <QImage>

#include "core/error/error.h"
#include "core/picture/page.h"

namespace arenascope {

enum class PictureFormat : std::uint8_t { png, svg, pdf };

/// The format that a file's suffix asks for; the error lists the suffixes there are.
[[nodiscard]] Expected<PictureFormat> picture_format_of(const std::string& path);

/// Size and look of an exported picture.
struct PictureSettings {
    double width = 1600;  ///< pixels before `scale`; in SVG and PDF at 96 to the inch
    double height = 1000;
    double scale = 1;  ///< 0.1 to 16: a PNG gets this many times the pixels, an SVG or PDF is that much larger
    Theme theme = Theme::light;
};

/// Whether the settings are within what can be drawn; the error says which is not.
[[nodiscard]] Expected<void> validate(const PictureSettings& settings);

/// A page as an image, for the clipboard and PNG. Needs a QGuiApplication; `settings` are valid. An error: there is not
/// enough memory.
[[nodiscard]] Expected<QImage> render_image(const PageContent& content, const PictureSettings& settings);

/// A page as the bytes of a file. The same content and settings give the same bytes, at any hour, in any time zone.
[[nodiscard]] Expected<QByteArray> render_picture(const PageContent& content, const PictureSettings& settings,
                                                  PictureFormat format);

/// Writes a page to a file, the suffix picks the format; atomic.
[[nodiscard]] Expected<void> export_picture(const std::string& path, const PageContent& content,
                                            const PictureSettings& settings);

}  // namespace arenascope
