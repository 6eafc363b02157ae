#include "app/command_line/export_command.h"

#include <charconv>
#include <memory>
#include <vector>

#include <QGuiApplication>

#include "app/command_line/message.h"
#include "app/command_line/shown_layout.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/error/quotation.h"
#include "core/file/atomic_file.h"
#include "core/file/file_content.h"
#include "core/memory/allocator_history.h"
#include "core/picture/unit.h"
#include "core/planner/tuner/rectangle_classifier.h"

namespace arenascope {
namespace {

/// An error if the document has nothing to colour by.
Expected<void> colors_of(const ExportRequest& request, const Problem& problem) {
    if (!request.color_by || can_color_by(problem, *request.color_by)) {
        return {};
    }
    std::string offered;
    for (const std::string_view name : color_by_names()) {
        if (can_color_by(problem, *color_by_named(name))) {
            offered += (offered.empty() ? "" : ", ") + std::string(name);
        }
    }
    return failure(Error{request.source, 0,
                         made_by_of(*request.color_by)
                             ? "there is no maker to colour by: only snapshots of an allocator say which code made "
                               "a buffer"
                             : "there is no risk to colour by: nobody planned the addresses of a recorded "
                               "allocator",
                         "use one of: " + offered});
}

/// Reads a positive integer. Empty: the text is something else.
std::optional<int> positive_integer(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool complete = error == std::errc() && end == text.data() + text.size();
    return complete && number > 0 ? std::optional(number) : std::nullopt;
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

}  // namespace

Expected<PictureSettings> with_size(PictureSettings settings, const std::string& text) {
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
    return failure(in_quotes(text) + " is not a size", "give width and height in pixels, such as 1600x1000");
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

Expected<QByteArray> picture_of(const ExportRequest& request, const Document& document) {
    if (const auto offered = colors_of(request, document.problem); !offered) {
        return tl::unexpected(offered.error());
    }
    const auto shown = shown_layout(document, request.iteration, request.note, request.source);
    if (!shown) {
        return tl::unexpected(shown.error());
    }
    const auto application = application_off_screen();
    const IndexedVector<BufferIndex, Risk> risks = shown_risks(document.problem, *shown);
    const CheckReport report = check(document.problem, shown->layout);
    const std::vector<OverlapArea> areas =
        report.overlap_count > 0 ? overlap_areas(document.problem, shown->layout) : std::vector<OverlapArea>();
    PageContent content;
    content.problem = &document.problem;
    content.layout = &shown->layout;
    content.risks = risks;
    content.overlaps = report.overlaps;
    content.overlap_areas = areas;
    content.overlap_count = report.overlap_count;
    content.title = request.title;
    content.provenance = shown->provenance;
    content.note = shown->note;
    if (shown->placement_step && !shown->placement_step->candidates.empty()) {
        content.placement_step = shown->placement_step;
    }
    content.moves = shown->moves;
    content.group = shown->group;
    content.figures = request.figures;
    content.object_numbers = request.object_numbers;
    content.color_by = request.color_by.value_or(default_color_by(document.problem));
    content.has_legend = request.has_legend;
    content.has_caption = request.has_caption;
    if (request.free_areas) {
        content.free_areas_at = Step(*request.free_areas);
    }
    return picture_format_of(request.output).and_then([&](PictureFormat format) {
        return render_picture(content, request.settings, format);
    });
}

std::optional<ExitStatus> refuse_picture_path(const FileArguments& common, const std::string& path) {
    if (const auto format = picture_format_of(path); !format) {
        return fail(common, format.error());
    }
    if (const auto writable = check_target(path); !writable) {
        return fail(common, writable.error(), ExitStatus::unwritten);
    }
    return std::nullopt;
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

}  // namespace arenascope
