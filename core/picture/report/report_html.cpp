#include "core/picture/report/report_html.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/plan/embedded_plan.h"
#include "core/format/plan/plan_json.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/report_findings.h"
#include "core/picture/report/report_page.h"
#include "core/picture/report/report_picture.h"
#include "core/picture/report/report_verdict.h"

namespace arenascope {
namespace {

std::string hand_edits_section(std::span<const HandEdit> edits) {
    constexpr std::size_t most = 200;
    std::vector<std::string> lines;
    for (const HandEdit& edit : edits) {
        lines.push_back(text_of(edit));
    }
    return html_section("hand-edits", "Edited by hand", html_list(lines, most));
}

/// What made the plan, as far as it is known.
std::string provenance_text(const ReportContent& content) {
    const auto& made = content.page.provenance;
    if (!made) {
        return html_paragraph("The file does not say what made this layout.");
    }
    std::string options;
    for (const auto& [key, value] : made->options) {
        options += (options.empty() ? "" : ", ") + key + "=" + value;
    }
    std::string text = html_paragraph("Planner " + made->planner + ", seed " + std::to_string(made->seed) +
                                      (made->reproducible ? "" : ", cut short") + ".");
    return options.empty() ? text : text + html_paragraph("Options: " + options + ".");
}

/// The options of `export` with which the report was made.
std::vector<std::string> looks_of(const ReportContent& content) {
    std::vector<std::string> looks;
    if (content.theme) {
        looks.push_back(*content.theme == Theme::light ? "--theme light" : "--theme dark");
    }
    const ColorBy color_by = shown_color_by(*content.page.problem, content.page.color_by);
    if (color_by != default_color_by(*content.page.problem)) {
        looks.push_back("--color-by " + std::string(name_of(color_by)));
    }
    if (content.page.free_areas_at) {
        looks.push_back("--free-areas " + std::to_string(content.page.free_areas_at->value()));
    }
    return looks;
}

std::string origin_section(const ReportContent& content) {
    const Reproduction& way = content.reproduction;
    const std::string obstacle = obstacle_of(way);
    std::string text = provenance_text(content);
    if (obstacle.empty()) {
        text += html_paragraph(
            !makes_report(way)
                ? "This command makes the plan again, byte for byte, in the folder of the file. It writes no "
                  "report, because export shows the layout that the file has of its own:"
                : (way.planned ? "" : "The layout is in the file. ") +
                      ("This command makes this report again, " + likeness(way.lacks) +
                       ", in the folder of the file:"));
        text += "<div id=\"command\">" + command_html(reproducing_command(way)) + "</div>\n";
        if (way.planned && makes_report(way) && !way.iteration) {
            text +=
                html_paragraph("This one writes the plan to a file of its own:") + command_html(planning_command(way));
        }
        return html_section("origin", "How to make it again", text);
    }
    text += html_paragraph("No command makes this plan again, because " + obstacle +
                           ". So this report holds the plan itself. Arenascope opens the report as it opens a plan; "
                           "this command writes the plan to a file of its own:");
    return html_section("origin", "How to get the plan",
                        text + "<div id=\"command\">" + command_html(extracting_command(way)) + "</div>\n");
}

/// What the picture shows: a step of a run, the plan of a planner, or the layout of the file.
std::string note_of(const ReportContent& content) {
    std::string note = content.step;
    const auto add = [&note](std::string_view part) {
        note += (note.empty() || part.empty() ? "" : " · ") + std::string(part);
    };
    if (content.left_out > 0) {
        add(grouped(content.left_out) + (content.left_out == 1 ? " value left out" : " values left out"));
    }
    add(content.reproduction.planned ? "planned from the file" : content.step.empty() ? "layout of the file" : "");
    add(words_of(hand_edited(content.annotations.hand_edits)));
    return note;
}

/// The plan as data of the page, where no command makes it again.
std::string embedded_plan(const ReportContent& content) {
    if (obstacle_of(content.reproduction).empty()) {
        return {};
    }
    std::string text(embedded_plan_begin);
    append_script_json(text, plan_json_text(*content.page.problem, *content.page.layout, content.page.provenance,
                                            content.annotations));
    return text + std::string(embedded_plan_end) + "\n";
}

}  // namespace

Expected<std::string> report_html(const ReportContent& content) {
    const Problem& problem = *content.page.problem;
    const Layout& layout = *content.page.layout;
    ThemeColors colors(content.theme);
    ReportContent drawn = content;
    drawn.page.note = note_of(content);
    drawn.page.tone = content.verdict.tone;
    drawn.reproduction.looks = looks_of(content);
    if (!content.annotations.hand_edits.empty() && drawn.reproduction.obstacle.empty()) {
        drawn.reproduction.obstacle = "it was edited by hand";
    }
    const auto picture = report_picture(drawn, colors);
    if (!picture) {
        return tl::unexpected(picture.error());
    }
    const PlanSummary summary = plan_summary(problem, layout, content.is_model);
    const PeakReport peak = peak_report(problem, layout);
    constexpr std::size_t most_notes = 100;
    std::string text = report_header(content.page.title, verdicts(content, summary));
    text += figures_section(content, summary, peak);
    text += picture_section(*picture);
    text += findings_section(content);
    text += contributors_section(content, peak);
    text += peak_section(content, peak);
    text += pinned_notes_section(problem, content.annotations.pinned_notes);
    text += html_section("notes", "Notes of the program", html_list(content.notes, most_notes));
    text += hand_edits_section(content.annotations.hand_edits);
    text += origin_section(drawn);
    return report_page({content.page.title, std::move(text), picture->axes, embedded_plan(drawn)}, colors);
}

}  // namespace arenascope
