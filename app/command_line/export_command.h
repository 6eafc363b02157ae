#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/exit_status.h"
#include "core/error/error.h"
#include "core/format/document.h"
#include "core/picture/page.h"
#include "widgets/picture/picture_export.h"

namespace arenascope {

/// The arguments of `arenascope export`, parsed.
struct ExportRequest {
    std::string output;  ///< the suffix picks the format
    PictureSettings settings;
    ColorBy color_by = ColorBy::risk;
    std::optional<std::uint64_t> iteration;        ///< K of the document's trace, from 0; none: its layout as it is
    std::optional<std::int64_t> free_areas;        ///< the step whose free areas are shown; none: none are
    std::string title;                             ///< the file as the caption names it
    std::string source;                            ///< the file as errors name it
    std::vector<PageFigure> figures = {};          ///< where the document shows several plans; empty: its own
    std::vector<ObjectIndex> object_numbers = {};  ///< of shared objects, likewise
    std::string note;                              ///< what else the caption says, "planned with …"; may be empty
};

/// "1600x1000" as width and height of the settings; the error says what would be right.
[[nodiscard]] Expected<PictureSettings> with_size(PictureSettings settings, const std::string& text);

/// What a picture calls a file: its name without the folders before it.
[[nodiscard]] std::string file_title(const std::string& path);

/// "light" or "dark".
[[nodiscard]] Expected<Theme> theme_named(const std::string& name);

/// The picture of a document as the bytes of its file. Needs no display: without an application it makes one that draws
/// off screen, so that fonts, and with them the picture, do not depend on the desktop. Buffers that are not placed are
/// counted in the caption and left out, so plan a problem first.
[[nodiscard]] Expected<QByteArray> picture_of(const ExportRequest& request, const Document& document);

/// Whether a picture can go there, to be asked before the work: a suffix that is known, a place that can be written to.
/// Where it cannot, reports why and gives the exit status.
[[nodiscard]] std::optional<ExitStatus> refuse_picture_path(const FileArguments& common, const std::string& path);

/// Makes the picture and writes it. Where it cannot, reports why and gives the exit status.
[[nodiscard]] std::optional<ExitStatus> export_picture_of(const FileArguments& common, const ExportRequest& request,
                                                          const Document& document);

}  // namespace arenascope
