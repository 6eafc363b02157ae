#pragma once

#include <optional>
#include <string>

#include "app/command_line/export_command.h"
#include "app/command_line/file_arguments.h"
#include "app/session/exit_status.h"
#include "core/format/document.h"
#include "core/picture/report/reproduction.h"

namespace arenascope {

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
