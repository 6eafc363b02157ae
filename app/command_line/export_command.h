#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/command_line/sub_commands.h"
#include "app/session/exit_status.h"
#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/format/document.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/page.h"
#include "core/picture/report/reproduction.h"
#include "core/trace/trace.h"
#include "qt/painting/picture_export.h"

namespace arenascope {

struct ExportRequest {
    std::string output;  ///< the suffix picks the format
    PictureSettings settings;
    std::optional<ColorBy> color_by = {};          ///< empty: see default_color_by()
    std::optional<std::string> iteration;          ///< see frame_numbered(); empty: the document's layout
    std::optional<std::int64_t> free_areas;        ///< step whose free areas are shown; empty: none
    std::string title;                             ///< name of the file in the caption
    std::string source;                            ///< name of the file in errors
    std::vector<PageFigure> figures = {};          ///< figures if the document shows several plans; empty: its own
    std::vector<ObjectIndex> object_numbers = {};  ///< numbers of shared objects, likewise
    PageTable table = {};                          ///< of what several plans differ in; without rows: none
    std::vector<KeyValue> switches = {};           ///< of the import, as they were given
    PlannerClaims claims = {};                     ///< of the planner that made the plan here
    std::string note;  ///< addition to the caption, such as "planned with …"; may be empty
    bool has_legend = true;
    bool has_caption = true;
    bool has_notes = true;  ///< those pinned to the plan
};

/// Sets width and height in pixels from text such as "1600x1000", or the paper of a PDF: "a4", "letter". The error
/// shows the right form.
[[nodiscard]] Expected<PictureSettings> with_size(PictureSettings settings, const std::string& text);

/// The file's name in a picture, without its folders.
[[nodiscard]] std::string file_title(const std::string& path);

/// The theme "light" or "dark"; an error for another name.
[[nodiscard]] Expected<Theme> theme_named(const std::string& name);

/// What an export shows, with all that `page` refers to. It refers to the document, too.
struct ExportedPlan {
    Layout layout;
    IndexedVector<BufferIndex, Risk> risks;
    CheckReport check;
    std::vector<OverlapArea> overlap_areas;
    std::vector<Move> moves;
    std::vector<BufferIndex> group;
    std::string step;  ///< the step of the run that was asked for, in words; empty: none was
    Verdict verdict;
    PageContent page;
};

/// The content of a picture or a report. An error if there is no such step, or nothing to colour by. Never null.
[[nodiscard]] Expected<std::unique_ptr<const ExportedPlan>> exported_plan(const ExportRequest& request,
                                                                          const Document& document);

/// Draws a document and returns the bytes of the picture file. Needs no display: without an application it creates an
/// off-screen one, so that fonts and pictures do not depend on the desktop. Unplaced buffers are not drawn, but counted
/// in the caption.
[[nodiscard]] Expected<QByteArray> picture_of(const ExportRequest& request, const Document& document);

/// Checks before planning whether a file can be written. If not, reports the error and returns the exit status.
[[nodiscard]] std::optional<ExitStatus> refuse_target(const FileArguments& common, const std::string& path);

/// Checks before planning whether a picture can be written to `path`: a known suffix, a writable place. If not, reports
/// the error and returns the exit status.
[[nodiscard]] std::optional<ExitStatus> refuse_picture_path(const FileArguments& common, const std::string& path,
                                                            const std::string& suffixes = ".png, .svg or .pdf");

/// Makes a picture and writes it. On failure, reports the error and returns the exit status.
[[nodiscard]] std::optional<ExitStatus> export_picture_of(const FileArguments& common, const ExportRequest& request,
                                                          const Document& document);

/// Whether an export to this path is a report: its suffix is `.html` or `.htm`.
[[nodiscard]] bool is_report_path(const std::string& path);

/// What a report needs beside a picture.
struct ReportRequest {
    ExportRequest picture;       ///< its size and theme do not matter
    std::optional<Theme> theme;  ///< empty: the reader's
    Reproduction reproduction;   ///< how to make the plan again
    bool is_model = false;       ///< the file is a model
};

/// Makes a report of a document and writes it. On failure, reports the error and returns the exit status.
[[nodiscard]] std::optional<ExitStatus> export_report_of(const FileArguments& common, const ReportRequest& request,
                                                         const Document& document);

}  // namespace arenascope
