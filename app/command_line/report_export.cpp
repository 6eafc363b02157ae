#include "app/command_line/report_export.h"

#include "app/command_line/message.h"
#include "core/base/file/atomic_file.h"
#include "core/base/text/plain_text.h"
#include "core/picture/report/report_html.h"

namespace arenascope {
namespace {

Expected<std::string> report_of(const ReportRequest& request, const Document& document) {
    const auto plan = exported_plan(request.picture, document);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    ReportContent content;
    content.page = (*plan)->page;
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

}  // namespace

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

}  // namespace arenascope
