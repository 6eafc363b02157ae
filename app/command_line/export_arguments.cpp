#include "app/command_line/export_arguments.h"

#include <utility>

#include "app/command_line/arguments.h"
#include "app/command_line/message.h"
#include "app/command_line/report_export.h"
#include "app/command_line/work_progress.h"
#include "core/error/quotation.h"
#include "core/file/file_content.h"

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
    request.title = file_title(arguments.common.file);
    request.source = source_name(arguments.common.file);
    return request;
}

/// How the report's reader makes the plan again.
Expected<Reproduction> reproduction_of(const ExportArguments& arguments, const LoadedPlan& plan) {
    return settings_of(arguments.common).map([&](const Settings& settings) {
        return Reproduction{.file = arguments.common.file,
                            .switches = settings.import,
                            .planned = plan.planned ? plan.provenance : std::nullopt,
                            .is_incomplete = !is_complete(plan.layout),
                            .iteration = arguments.iteration,
                            .report = file_title(arguments.output)};
    });
}

/// Writes the picture or the report of a plan that was read or made.
std::optional<ExitStatus> export_plan(const ExportArguments& arguments, const ExportRequest& request, LoadedPlan plan,
                                      Document document) {
    ReportRequest report{.picture = request, .is_model = document.import.has_value()};
    if (is_report_path(arguments.output)) {
        auto reproduction = reproduction_of(arguments, plan);
        if (!reproduction) {
            return fail(arguments.common, reproduction.error());
        }
        report.reproduction = std::move(*reproduction);
        report.theme = arguments.theme ? std::optional(request.settings.theme) : std::nullopt;
    }
    document.problem = std::move(plan.problem);
    document.layout = std::move(plan.layout);
    document.provenance = std::move(plan.provenance);
    document.trace = std::move(plan.trace);
    document.hand_edits = std::move(plan.annotations.hand_edits);
    document.pinned_notes = std::move(plan.annotations.pinned_notes);
    document.bookmarks = std::move(plan.annotations.bookmarks);
    document.notes.insert(document.notes.end(), plan.notes.begin(), plan.notes.end());
    const WorkProgress drawing(arguments.common, "drawing " + visible(arguments.output));
    return is_report_path(arguments.output) ? export_report_of(arguments.common, report, document)
                                            : export_picture_of(arguments.common, request, document);
}

}  // namespace

ExitStatus run_export(const ExportArguments& arguments) {
    auto request = export_request(arguments);
    if (!request) {
        return fail(arguments.common, request.error());
    }
    if (const auto refused = is_report_path(arguments.output)
                                 ? refuse_target(arguments.common, arguments.output)
                                 : refuse_picture_path(arguments.common, arguments.output)) {
        return *refused;
    }
    auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    report_open_sizes(arguments.common, *document, arguments.common.file);
    report_notes(arguments.common, *document, arguments.common.file);
    const bool is_finding = is_strict_finding(arguments.common, *document);
    if (document->left_out > 0) {
        request->note = document->left_out == 1 ? "1 value left out · "
                                                : std::to_string(document->left_out) + " values left out · ";
    }
    // Planning takes problem and layout; a report tells the rest of the file.
    Document described;
    described.format = document->format;
    described.import = document->import;
    described.notes = document->notes;
    described.left_out = document->left_out;
    auto plan = plan_if_needed(std::move(*document), arguments.common, arguments.planner);
    if (!plan) {
        return fail(arguments.common, plan.error(), status_of_failed_planning());
    }
    request->note += plan->planned        ? "planned for this picture"
                     : request->iteration ? "trace of the file"
                                          : "layout of the file";
    const ExitStatus otherwise = is_finding ? ExitStatus::finding : ExitStatus::fine;
    return export_plan(arguments, *request, std::move(*plan), std::move(described)).value_or(otherwise);
}

}  // namespace arenascope
