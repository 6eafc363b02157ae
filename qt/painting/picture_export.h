#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <QByteArray>
#include <QImage>

#include "core/base/error/error.h"
#include "core/base/file/atomic_file.h"
#include "core/picture/plan/page.h"

namespace arenascope {

enum class PictureFormat : std::uint8_t { png, svg, pdf };

/// The format that belongs to a file's suffix. The error lists the known suffixes.
[[nodiscard]] Expected<PictureFormat> picture_format_of(const std::string& path);

/// The paper of a PDF.
enum class Paper : std::uint8_t {
    none,    ///< a page of the size of the picture
    a4,      ///< 297 x 210 mm
    letter,  ///< 11 x 8.5 inches
};

/// Size and look of an exported picture.
struct PictureSettings {
    double width = 1600;  ///< in pixels before `scale`; SVG and PDF have 96 pixels per inch
    double height = 1000;
    double scale = 1;  ///< 0.1 to 16: factor on the pixels of a PNG, or on the size of an SVG or PDF
    Theme theme = Theme::light;
    /// Of a PDF, across. The picture then fills the page within margins, and texts have at least 7 points. Other
    /// formats ignore it; with paper, a PDF ignores width, height and scale.
    Paper paper = Paper::none;
};

/// The settings of a picture that fills its paper within margins. Without paper they stay as they are.
/// The smallest texts then have 11 pixels, which are 8.25 points.
[[nodiscard]] PictureSettings on_paper(PictureSettings settings);

/// Checks that the settings are within the limits. The error names the wrong one.
[[nodiscard]] Expected<void> validate(const PictureSettings& settings);

/// A page as an image, for the clipboard and for PNG. Needs a QGuiApplication; `settings` must be valid. Error: there
/// is not enough memory. If it is outdated, the image is incomplete.
[[nodiscard]] Expected<QImage> render_image(const PageContent& content, const PictureSettings& settings,
                                            const IsOutdated& is_outdated = {});

/// A page as the bytes of a file. The same content and settings always give the same bytes, in any time zone. If it is
/// outdated, the picture is incomplete.
[[nodiscard]] Expected<QByteArray> render_picture(const PageContent& content, const PictureSettings& settings,
                                                  PictureFormat format, const IsOutdated& is_outdated = {});

/// Writes a page to a file atomically; the suffix determines the format. If it is outdated, nothing is written.
[[nodiscard]] Expected<void> export_picture(const std::string& path, const PageContent& content,
                                            const PictureSettings& settings, const IsOutdated& is_outdated = {},
                                            ReadOnlyFile read_only = ReadOnlyFile::refused);

}  // namespace arenascope
