#include "app/command_line/export_command.h"

#include <functional>
#include <utility>

#include <QGuiApplication>

#include "app/command_line/message.h"
#include "app/command_line/shown_layout.h"
#include "app/command_line/text_table.h"
#include "app/command_line/verdict_report.h"
#include "app/command_line/work_progress.h"
#include "core/base/error/quotation.h"
#include "core/base/file/atomic_file.h"
#include "core/base/file/file_content.h"
#include "core/base/text/decimal_number.h"
#include "core/base/text/plain_text.h"
#include "core/picture/report/report_html.h"

namespace arenascope {
namespace {

/// An error if the document has nothing to colour by.
Expected<void> colors_of(const ExportRequest& request, const Problem& problem) {
    if (!request.color_by || can_color_by(problem, *request.color_by)) {
        return {};
    }
    std::vector<std::string_view> offered(color_by_names().begin(), color_by_names().end());
    std::erase_if(offered, [&](std::string_view name) { return !can_color_by(problem, *color_by_named(name)); });
    return failure(Error{request.source, 0,
                         made_by_of(*request.color_by)
                             ? "there is no maker to colour by: only snapshots of an allocator say which code made "
                               "a buffer"
                             : "there is no risk to colour by: nobody planned the addresses of a recorded "
                               "allocator",
                         "use one of: " + listed(offered, std::identity())});
}

/// Reads a positive integer. Empty: the text is something else.
std::optional<int> positive_integer(std::string_view text) {
    const auto number = whole_number(text);
    return number && *number > 0 && std::in_range<int>(*number) ? std::optional(static_cast<int>(*number))
                                                                : std::nullopt;
}

/// Creates an off-screen application for the fonts, unless there is an application.
std::unique_ptr<QGuiApplication> application_off_screen() {
    if (QCoreApplication::instance() != nullptr) {
        return nullptr;
    }
    static int argument_count = 1;
    static char program[] = "arenascope";
    static char* arguments[] = {program, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt warns of a missing runtime folder, which is not needed. Standard error is only for messages that users can act
    // on.
    const QtMessageHandler given = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    auto application = std::make_unique<QGuiApplication>(argument_count, arguments);
    qInstallMessageHandler(given);
    return application;
}

Expected<std::string> report_of(const ReportRequest& request, const Document& document) {
    const auto plan = exported_plan(request.picture, document);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    ReportContent content;
    content.page = (*plan)->page;
    content.page.verdict.clear();  // a report has its own line for it
    content.verdict = (*plan)->verdict;
    content.check = &(*plan)->check;
    content.format = document.format;
    content.is_model = request.is_model;
    content.left_out = document.left_out;
    content.notes = document.notes;
    content.annotations = annotations_of(document);
    content.step = (*plan)->step;
    content.theme = request.theme;
    content.reproduction = request.reproduction;
    return report_html(content);
}

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
        return failure("there is no colouring by " + in_quotes(*arguments.color_by),
                       "use one of: " + listed(color_by_names(), std::identity()));
    }
    if (!arguments.size && !arguments.scale && picture_format_of(arguments.output) == PictureFormat::pdf) {
        settings->paper = Paper::a4;
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
    request.switches = settings_of(arguments.common).value_or(Settings()).import;
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

Expected<PictureSettings> with_size(PictureSettings settings, const std::string& text) {
    if (text == "a4" || text == "letter") {
        settings.paper = text == "a4" ? Paper::a4 : Paper::letter;
        return settings;
    }
    const std::string_view view = text;
    const std::size_t cross = view.find('x');
    if (cross != std::string_view::npos) {
        const auto width = positive_integer(view.substr(0, cross));
        const auto height = positive_integer(view.substr(cross + 1));
        if (width && height) {
            settings.width = *width;
            settings.height = *height;
            return settings;
        }
    }
    return failure(in_quotes(text) + " is not a size",
                   "give width and height in pixels, such as 1600x1000, or the paper of a PDF: a4 or letter");
}

std::string file_title(const std::string& path) {
    return source_name(path.substr(path.rfind('/') + 1));
}

Expected<Theme> theme_named(const std::string& name) {
    if (name == "light") {
        return Theme::light;
    }
    if (name == "dark") {
        return Theme::dark;
    }
    return failure("there is no theme " + in_quotes(name), "use light or dark");
}

Expected<std::unique_ptr<const ExportedPlan>> exported_plan(const ExportRequest& request, const Document& document) {
    if (const auto offered = colors_of(request, document.problem); !offered) {
        return tl::unexpected(offered.error());
    }
    auto shown = shown_layout(document, request.iteration, request.note, request.source);
    if (!shown) {
        return tl::unexpected(shown.error());
    }
    auto plan = std::make_unique<ExportedPlan>();
    plan->risks = shown_risks(document.problem, *shown);
    plan->check = check(document.problem, shown->layout);
    if (request.figures.empty()) {
        plan->verdict = verdict_on(document, *shown, plan->check, request.switches, request.claims);
    }
    plan->layout = std::move(shown->layout);
    plan->moves = std::move(shown->moves);
    plan->group = std::move(shown->group);
    plan->step = std::move(shown->step);
    if (plan->check.overlap_count > 0) {
        plan->overlap_areas = overlap_areas(document.problem, plan->layout);
    }
    PageContent& page = plan->page;
    page.problem = &document.problem;
    page.layout = &plan->layout;
    page.risks = plan->risks;
    page.overlaps = plan->check.overlaps;
    page.overlap_areas = plan->overlap_areas;
    page.overlap_count = plan->check.overlap_count;
    page.title = request.title;
    if (request.figures.empty()) {
        page.verdict = plan->verdict.text();
    }
    page.tone = plan->verdict.tone;
    page.provenance = std::move(shown->provenance);
    page.note = std::move(shown->note);
    if (shown->placement_step && !shown->placement_step->candidates.empty()) {
        page.placement_step = std::move(shown->placement_step);
    }
    page.moves = plan->moves;
    page.group = plan->group;
    page.figures = request.figures;
    page.object_numbers = request.object_numbers;
    page.table = request.table;
    page.color_by = request.color_by.value_or(default_color_by(document.problem));
    page.has_legend = request.has_legend;
    page.has_caption = request.has_caption;
    if (request.has_notes) {
        page.pinned_notes = document.pinned_notes;
    }
    if (request.free_areas) {
        page.free_areas_at = Step(*request.free_areas);
    }
    return plan;
}

Expected<QByteArray> picture_of(const ExportRequest& request, const Document& document) {
    const auto plan = exported_plan(request, document);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    const auto application = application_off_screen();
    return picture_format_of(request.output).and_then([&](PictureFormat format) {
        return render_picture((*plan)->page, request.settings, format);
    });
}

std::optional<ExitStatus> refuse_target(const FileArguments& common, const std::string& path) {
    const auto writable = check_target(path);
    return writable ? std::nullopt : std::optional(fail(common, writable.error(), ExitStatus::unwritten));
}

std::optional<ExitStatus> refuse_picture_path(const FileArguments& common, const std::string& path,
                                              const std::string& suffixes) {
    if (const auto format = picture_format_of(path); !format) {
        return fail(common, {format.error().source, 0, format.error().cause, "use " + suffixes});
    }
    return refuse_target(common, path);
}

std::optional<ExitStatus> export_picture_of(const FileArguments& common, const ExportRequest& request,
                                            const Document& document) {
    const auto bytes = picture_of(request, document);
    if (!bytes) {
        return fail(common, bytes.error());
    }
    const std::string_view content(bytes->constData(), static_cast<std::size_t>(bytes->size()));
    if (const auto written = write_atomically(request.output, content); !written) {
        return fail(common, written.error(), ExitStatus::unwritten);
    }
    return std::nullopt;
}

bool is_report_path(const std::string& path) {
    const std::string lower = lower_case(path);
    return lower.ends_with(".html") || lower.ends_with(".htm");
}

std::optional<ExitStatus> export_report_of(const FileArguments& common, const ReportRequest& request,
                                           const Document& document) {
    const auto report = report_of(request, document);
    if (!report) {
        return fail(common, report.error());
    }
    if (const auto written = write_atomically(request.picture.output, *report); !written) {
        return fail(common, written.error(), ExitStatus::unwritten);
    }
    return std::nullopt;
}

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
    request->claims = shown->claims;
    const ExitStatus otherwise = shown->is_finding ? ExitStatus::finding : ExitStatus::fine;
    return export_plan(arguments, *request, *shown).value_or(otherwise);
}

}  // namespace arenascope
