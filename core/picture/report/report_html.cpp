#include "core/picture/report/report_html.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "core/format/plan/embedded_plan.h"
#include "core/format/plan/plan_json.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/report_files.h"
#include "core/picture/report/report_findings.h"
#include "core/picture/report/report_picture.h"
#include "core/picture/report/report_verdict.h"

namespace arenascope {
namespace {

/// The bytes of a hexadecimal number.
std::string bytes_of_hexadecimal(std::string_view digits) {
    const auto value_of = [](char digit) { return digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes += static_cast<char>(value_of(digits[i]) * 16 + value_of(digits[i + 1]));
    }
    return bytes;
}

/// Forbids everything but the parts of the report: whatever a name in the file holds, nothing else runs or is loaded.
std::string security_policy() {
    std::string hash;
    append_base64(hash, bytes_of_hexadecimal(report_script_hash()));
    return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
           "'unsafe-inline'; script-src 'sha256-" +
           hash + "'; base-uri 'none'; form-action 'none'\">\n";
}

std::string_view class_of(FigureTone tone) {
    switch (tone) {
        case FigureTone::good:
            return "good";
        case FigureTone::worrying:
            return "risk";
        case FigureTone::warning:
            return "warning";
        case FigureTone::bad:
            return "bad";
        default:
            return "plain";
    }
}

std::string header(const ReportContent& content, const PlanSummary& summary) {
    std::string text = "<header>\n<h1>" + html_text(content.page.title) + "</h1>\n<ul class=\"verdict\">\n";
    for (const ReportSentence& verdict : verdicts(content, summary)) {
        text += "<li class=\"" + std::string(class_of(verdict.tone)) + "\">" + html_text(verdict.text) + "</li>\n";
    }
    return text + "</ul>\n</header>\n";
}

/// The buttons begin hidden: without scripts they would do nothing.
std::string picture_section(const ReportPicture& picture) {
    std::string text =
        "<div id=\"zoom\" hidden>\n"
        "<button type=\"button\" id=\"zoom-in\" aria-label=\"Zoom in\">+</button>\n"
        "<button type=\"button\" id=\"zoom-out\" aria-label=\"Zoom out\">−</button>\n"
        "<button type=\"button\" id=\"zoom-fit\">Fit</button>\n"
        "<span>Wheel, + and − zoom; drag and arrows move; F shows all. Shift and wheel zoom time only.</span>\n"
        "</div>\n<div id=\"view\">\n" +
        picture.svg + "<div id=\"tip\" role=\"status\" hidden></div>\n</div>\n<ul class=\"legend\">\n";
    for (const std::string& item : picture.legend) {
        text += "<li>" + item + "</li>\n";
    }
    text += "</ul>\n";
    if (!picture.caption.empty()) {
        text += "<p class=\"caption\">" + html_text(picture.caption) + "</p>\n";
    }
    if (picture.too_small > 0) {
        text += html_paragraph(
            grouped(picture.too_small) + (picture.too_small == 1 ? " buffer is" : " buffers are") +
            " too small to be drawn singly: an image shows them, which zooming does not make finer, and they have no "
            "tooltip.");
    }
    return html_section("layout", "Layout", text);
}

/// What a note is pinned to: "buffer conv1", "step 7", "region arena, step 7, offset 1,024".
std::string anchor_text(const Problem& problem, const NoteAnchor& anchor) {
    if (const auto* const buffer = std::get_if<BufferIndex>(&anchor)) {
        return "buffer " + report_name(problem.buffers[*buffer].name);
    }
    if (const auto* const place = std::get_if<BytePlace>(&anchor)) {
        return "region " + report_name(problem.regions[place->region].name) + ", step " + grouped(place->step) +
               ", offset " + grouped(place->byte);
    }
    return "step " + grouped(std::get<Step>(anchor));
}

/// A text of several lines.
std::string lines_of(std::string_view text) {
    std::string html;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        html += begin == 0 ? "" : "<br>";
        append_html(html, text.substr(begin, end - begin));
        begin = end + 1;
    }
    return html;
}

/// What people wrote on the plan, with the numbers that the window shows.
std::string pinned_notes_section(const Problem& problem, const std::vector<PinnedNote>& notes) {
    constexpr std::size_t most = 500;
    std::string text = notes.empty() ? "" : "<ol class=\"notes\">\n";
    for (std::size_t i = 0; i < std::min(notes.size(), most); ++i) {
        text += "<li><span class=\"anchor\">" + html_text(anchor_text(problem, notes[i].anchor)) + "</span><br>" +
                lines_of(notes[i].text) + "</li>\n";
    }
    text += notes.empty() ? "" : "</ol>\n";
    if (notes.size() > most) {
        text += html_paragraph(more_words(notes.size() - most));
    }
    return html_section("pinned-notes", "Notes", text);
}

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

std::string command_text(const std::string& command) {
    return "<pre><code>" + html_text(command) + "</code></pre>\n";
}

std::string origin_section(const ReportContent& content) {
    const Reproduction& way = content.reproduction;
    const std::string obstacle = obstacle_of(way);
    std::string text = provenance_text(content);
    if (obstacle.empty()) {
        const bool plans = way.planned && !way.iteration;
        text += html_paragraph(plans ? "This command makes the plan again, byte for byte, in the folder of the file:"
                                     : "The layout is in the file. This command makes the report again, in the folder "
                                       "of the file:");
        return html_section("origin", "How to make it again",
                            text + "<div id=\"command\">" + command_text(reproducing_command(way)) + "</div>\n");
    }
    text += html_paragraph("No command makes this plan again, because " + obstacle +
                           ". So this report holds the plan itself. Arenascope opens the report as it opens a plan; "
                           "this command writes the plan to a file of its own:");
    return html_section("origin", "How to get the plan",
                        text + "<div id=\"command\">" + command_text(extracting_command(way)) + "</div>\n");
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
    std::string text = std::string(report_begin) + security_policy() +
                       "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
                       html_text(content.page.title) + " · Arenascope</title>\n<style>\n" + colors.css() +
                       std::string(report_style()) + "</style>\n</head>\n<body>\n<main>\n";
    text += header(content, summary);
    text += figures_section(content, summary, peak);
    text += picture_section(*picture);
    text += findings_section(content);
    text += contributors_section(content, peak);
    text += peak_section(content, peak);
    text += pinned_notes_section(problem, content.annotations.pinned_notes);
    text += html_section("notes", "Notes of the program", html_list(content.notes, most_notes));
    text += hand_edits_section(content.annotations.hand_edits);
    text += origin_section(drawn);
    text += "</main>\n<script type=\"application/json\" id=\"axes\">";
    append_script_json(text, picture->axes);
    text += "</script>\n" + embedded_plan(drawn) + "<script>" + std::string(report_script()) + "</script>\n";
    return text + "</body>\n</html>\n";
}

}  // namespace arenascope
