#include "app/command_line/export_arguments.h"

#include <utility>

#include "app/command_line/arguments.h"
#include "app/command_line/message.h"
#include "app/command_line/report_export.h"
#include "app/command_line/shown_layout.h"
#include "app/command_line/work_progress.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"

namespace arenascope {
namespace {

/// The request for a picture, or the first error in the arguments.
Expected<ExportRequest> export_request(const ExportArguments& arguments) {
    if (is_report_path(arguments.output) && (arguments.size || arguments.scale)) {
        return failure("a report has no size: it fits the window of its reader", "remove --size and --scale");
    }
    auto settings = arguments.size ? with_size({}, *arguments.size) : PictureSettings();
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    const auto theme = theme_named(arguments.theme.value_or("light"));
    if (!theme) {
        return tl::unexpected(theme.error());
    }
    const auto color_by = arguments.color_by ? color_by_named(*arguments.color_by) : std::nullopt;
    if (arguments.color_by && !color_by) {
        std::string names;
        for (const std::string_view name : color_by_names()) {
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
        return failure("there is no colouring by " + in_quotes(*arguments.color_by), "use one of: " + names);
    }
    settings->scale = arguments.scale.value_or(settings->scale);
    settings->theme = *theme;
    if (auto valid = validate(*settings); !valid) {
        return tl::unexpected(valid.error());
    }
    ExportRequest request;
    request.output = arguments.output;
    request.settings = *settings;
    request.color_by = color_by;
    request.iteration = arguments.iteration;
    request.free_areas = arguments.free_areas;
    request.has_legend = !arguments.no_legend;
    request.has_caption = !arguments.no_caption;
    request.has_notes = !arguments.no_notes;
    request.title = file_title(arguments.common.file);
    request.source = source_name(arguments.common.file);
    return request;
}

/// How the report's reader makes the plan again.
Expected<Reproduction> reproduction_of(const ExportArguments& arguments, const ShownFile& shown) {
    return settings_of(arguments.common).map([&](const Settings& settings) {
        return Reproduction{.file = arguments.common.file,
                            .switches = settings.import,
                            .planned = shown.is_planned ? shown.document.provenance : std::nullopt,
                            .is_incomplete = !is_complete(shown.document.layout),
                            .iteration = arguments.iteration,
                            .report = file_title(arguments.output)};
    });
}

/// Writes the picture or the report of a plan that was read or made.
std::optional<ExitStatus> export_plan(const ExportArguments& arguments, const ExportRequest& request,
                                      const ShownFile& shown) {
    ReportRequest report{.picture = request, .is_model = shown.document.import.has_value()};
    if (is_report_path(arguments.output)) {
        auto reproduction = reproduction_of(arguments, shown);
        if (!reproduction) {
            return fail(arguments.common, reproduction.error());
        }
        report.reproduction = std::move(*reproduction);
        report.theme = arguments.theme ? std::optional(request.settings.theme) : std::nullopt;
    }
    const WorkProgress drawing(arguments.common, "drawing " + visible(arguments.output));
    return is_report_path(arguments.output) ? export_report_of(arguments.common, report, shown.document)
                                            : export_picture_of(arguments.common, request, shown.document);
}

}  // namespace

ExitStatus run_export(const ExportArguments& arguments) {
    auto request = export_request(arguments);
    if (!request) {
        return fail(arguments.common, request.error());
    }
    if (const auto refused = is_report_path(arguments.output)
                                 ? refuse_target(arguments.common, arguments.output)
                                 : refuse_picture_path(arguments.common, arguments.output,
                                                       ".png, .svg or .pdf, or .html for a report")) {
        return *refused;
    }
    const auto shown = open_shown_file(arguments.common, arguments.planner, request->iteration.has_value());
    if (!shown) {
        return fail(arguments.common, shown.error(), status_of_failed_planning());
    }
    request->note = shown->note;
    const ExitStatus otherwise = shown->is_finding ? ExitStatus::finding : ExitStatus::fine;
    return export_plan(arguments, *request, *shown).value_or(otherwise);
}

}  // namespace arenascope
