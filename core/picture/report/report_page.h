#pragma once

#include <string>
#include <vector>

#include "core/model/memory/pinned_note.h"
#include "core/picture/report/report_picture.h"
#include "core/picture/report/report_verdict.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

/// What a report file holds besides its style and its script.
struct ReportPage {
    std::string title;
    std::string body;       ///< the sections, as HTML
    std::string axes;       ///< see axes_json()
    std::string data = {};  ///< `<script>` elements with plans; empty: none
};

/// The whole file. Whatever a name in it holds, nothing but its own script runs, and nothing is loaded.
[[nodiscard]] std::string report_page(const ReportPage& page, const ThemeColors& colors);

/// The title with the sentences that a reader needs first.
[[nodiscard]] std::string report_header(const std::string& title, const std::vector<ReportSentence>& sentences);

/// The picture with the controls that zoom, its legend and its caption.
[[nodiscard]] std::string picture_section(const ReportPicture& picture);

/// What people wrote on a plan, with the numbers that its picture shows. Empty: nothing.
[[nodiscard]] std::string pinned_notes_section(const Problem& problem, const std::vector<PinnedNote>& notes);

/// A command for a reader to copy.
[[nodiscard]] std::string command_html(const std::string& command);

}  // namespace arenascope
