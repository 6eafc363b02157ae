#include "core/picture/report/report_page.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>

#include "core/base/text/amount.h"
#include "core/format/plan/embedded_plan.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/report_files.h"

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

}  // namespace

std::string report_header(const std::string& title, const std::vector<ReportSentence>& sentences) {
    std::string text = "<header>\n<h1>" + html_text(title) + "</h1>\n<ul class=\"verdict\">\n";
    for (const ReportSentence& sentence : sentences) {
        text += "<li class=\"" + std::string(class_of(sentence.tone)) + "\">" + html_text(sentence.text) + "</li>\n";
    }
    return text + "</ul>\n</header>\n";
}

std::string picture_section(const ReportPicture& picture) {
    // The buttons begin hidden: without scripts they would do nothing.
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

std::string command_html(const std::string& command) {
    return "<pre><code>" + html_text(command) + "</code></pre>\n";
}

std::string report_page(const ReportPage& page, const ThemeColors& colors) {
    std::string text = std::string(report_begin) + security_policy() +
                       "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" + html_text(page.title) +
                       " · Arenascope</title>\n<style>\n" + colors.css() + std::string(report_style()) +
                       "</style>\n</head>\n<body>\n<main>\n" + page.body +
                       "</main>\n<script type=\"application/json\" id=\"axes\">";
    append_script_json(text, page.axes);
    return text + "</script>\n" + page.data + "<script>" + std::string(report_script()) +
           "</script>\n</body>\n</html>\n";
}

}  // namespace arenascope
