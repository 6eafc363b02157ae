#include <algorithm>

#include "app/command_line/arguments.h"
#include "app/command_line/export_command.h"
#include "app/command_line/message.h"
#include "app/command_line/shown_layout.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/terminal.h"
#include "app/command_line/text_table.h"
#include "app/command_line/verdict_report.h"
#include "app/command_line/work_progress.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/picture/terminal/text_picture.h"

namespace arenascope {
namespace {

/// The format of the picture, or the first error in the arguments.
Expected<TextFormat> text_format(const ShowArguments& arguments, const TerminalLook& look) {
    const auto theme = theme_named(arguments.theme);
    if (!theme) {
        return tl::unexpected(theme.error());
    }
    if (arguments.width && (*arguments.width < least_text_columns || *arguments.width > most_text_columns)) {
        return failure("--width cannot be " + std::to_string(*arguments.width),
                       "give a number of columns from " + std::to_string(least_text_columns) + " to " +
                           std::to_string(most_text_columns));
    }
    return TextFormat{arguments.width.value_or(look.columns), *theme, look.colors != ColorDepth::none, look.is_ascii};
}

std::vector<TextLine> picture_of(const FileArguments& common, const ShownFile& file, const ShownLayout& shown,
                                 const TextFormat& format) {
    const Problem& problem = file.document.problem;
    const IndexedVector<BufferIndex, Risk> risks = shown_risks(problem, shown);
    const CheckReport report = check(problem, shown.layout);
    const std::vector<OverlapArea> areas =
        report.overlap_count > 0 ? overlap_areas(problem, shown.layout) : std::vector<OverlapArea>();
    PageContent content;
    content.problem = &problem;
    content.layout = &shown.layout;
    content.risks = risks;
    content.overlap_areas = areas;
    content.overlap_count = report.overlap_count;
    content.title = visible(file_title(common.file));
    const Settings settings = settings_of(common).value_or(Settings());
    const Verdict verdict = verdict_on(file.document, shown, report, settings.import, file.claims);
    content.verdict = verdict.text();
    content.tone = verdict.tone;
    content.provenance = shown.provenance;
    content.note = shown.note;
    content.color_by = default_color_by(problem);
    return text_picture(content, format,
                        [](std::string_view text, TextStyle) { return static_cast<double>(columns_of(text)); });
}

}  // namespace

ExitStatus run_show(const ShowArguments& arguments) {
    const auto look = terminal_look(arguments.color, columns_of_standard_output(), environment_value);
    if (!look) {
        return fail(arguments.common, look.error());
    }
    const auto format = text_format(arguments, *look);
    if (!format) {
        return fail(arguments.common, format.error());
    }
    const auto file = open_shown_file(arguments.common, arguments.planner, arguments.iteration.has_value());
    if (!file) {
        return fail(arguments.common, file.error(), status_of_failed_planning());
    }
    const auto shown =
        shown_layout(file->document, arguments.iteration, file->note, source_name(arguments.common.file));
    if (!shown) {
        return fail(arguments.common, shown.error());
    }
    const bool printed = arguments.common.quiet || [&] {
        const WorkProgress drawing(arguments.common, "drawing");
        return print(colored_text(picture_of(arguments.common, *file, *shown, *format), look->colors));
    }();
    return printed ? ExitStatus::fine : ExitStatus::unwritten;
}

}  // namespace arenascope
