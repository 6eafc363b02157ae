#include "core/picture/report/plan_svg.h"

#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/report_picture.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

constexpr double page_margin = 16;   ///< pixels around everything
constexpr double title_height = 24;  ///< height of the title, in pixels
constexpr double plain_height = 20;  ///< height of each other line
constexpr TextStyle legend_style{13, false};

/// The attributes that a class of a report's style sheet stands for. Classes of the script have none.
std::string svg_attributes(std::string_view name, const ThemeColors& colors, Theme theme) {
    const auto color = [&] {
        std::size_t number = 0;
        std::from_chars(name.data() + 1, name.data() + name.size(), number);
        return colors.value(number, theme);
    };
    const bool has_number = name.size() > 1 && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (has_number && name.front() == 'f') {
        return " fill=\"" + color() + "\"";
    }
    if (has_number && name.front() == 's') {
        return " stroke=\"" + color() + "\"";
    }
    if (name == "none") {
        return " fill=\"none\"";
    }
    if (name == "halo") {
        return " paint-order=\"stroke\" stroke-width=\"4\" stroke-linejoin=\"round\"";
    }
    return name == "buffers"    ? " stroke-width=\"0.75\""
           : name == "overlaps" ? " stroke-width=\"1.5\""
           : name == "image"    ? " style=\"image-rendering:pixelated\""
                                : "";
}

/// The content of a report's picture without its style sheet.
class PlainSvg {
public:
    PlainSvg(const ThemeColors& colors, Theme theme, std::string prefix)
        : colors_(colors), theme_(theme), prefix_(std::move(prefix)) {}

    /// Linear. In values and in texts all quotes are escaped, so that what looks like an attribute is one.
    [[nodiscard]] std::string without_styles(std::string_view svg) {
        std::string text;
        text.reserve(svg.size() + svg.size() / 4);
        for (std::size_t at = 0; at < svg.size();) {
            const std::string_view rest = svg.substr(at);
            if (rest.starts_with("<defs>") || rest.starts_with("</defs>")) {
                is_definition_ = rest[1] == 'd';
            }
            if (const std::string_view value = value_in(rest, "class=\""); value.data() != nullptr) {
                while (text.ends_with(' ')) {
                    text.pop_back();  // each attribute begins with one
                }
                append_attributes(text, value);
                at += std::string_view("class=\"").size() + value.size() + 1;
            } else if (const std::string_view id = value_in(rest, " id=\""); id.data() != nullptr) {
                if (is_definition_) {
                    text += " id=\"" + prefix_ + std::string(id) + "\"";
                }
                at += std::string_view(" id=\"").size() + id.size() + 1;
            } else if (rest.starts_with("url(#")) {
                text += "url(#" + prefix_;
                at += std::string_view("url(#").size();
            } else if (rest.starts_with("<path ") && !is_definition_) {
                text += "<path vector-effect=\"non-scaling-stroke\"";
                at += std::string_view("<path").size();
            } else if (rest.starts_with("<text ")) {
                text += "<text dy=\"0.35em\"";  // not every viewer knows dominant-baseline
                at += std::string_view("<text").size();
            } else {
                text += svg[at++];
            }
        }
        return text;
    }

private:
    /// The value of the attribute that a text begins with; without data: it begins otherwise.
    static std::string_view value_in(std::string_view text, std::string_view attribute) {
        return text.starts_with(attribute)
                   ? text.substr(attribute.size(), text.find('"', attribute.size()) - attribute.size())
                   : std::string_view();
    }

    void append_attributes(std::string& text, std::string_view classes) const {
        for (std::size_t begin = 0; begin < classes.size();) {
            const std::size_t end = std::min(classes.find(' ', begin), classes.size());
            text += svg_attributes(classes.substr(begin, end - begin), colors_, theme_);
            begin = end + 1;
        }
    }

    const ThemeColors& colors_;
    Theme theme_;
    std::string prefix_;
    bool is_definition_ = false;
};

/// A prefix for names that another picture on the same page does not have: FNV-1a of the content.
std::string name_prefix(std::string_view content) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char letter : content) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    }
    char digits[17] = {};
    std::to_chars(std::begin(digits), std::end(digits), hash, 16);
    return "a" + std::string(digits) + "-";
}

std::string svg_line(const std::string& text, double y, double size, const std::string& color, bool is_bold) {
    std::string line;
    if (!text.empty()) {
        line += "<text x=\"" + decimal_text(page_margin, 0) + "\" y=\"" + decimal_text(y, 1);
        line += "\" font-size=\"" + decimal_text(size, 0) + "\"";
        line += is_bold ? " font-weight=\"600\"" : "";
        line += " fill=\"" + color + "\">";
        append_html(line, text);
        line += "</text>\n";
    }
    return line;
}

/// Parts between middle dots in as many lines as they need. Moves `y` below them.
std::string svg_lines(const std::string& text, double& y, double size, const std::string& color) {
    constexpr std::string_view dot = " · ";
    const MeasureText measure = browser_text_measure();
    const TextStyle style{size, false};
    std::string lines;
    std::string line;
    const auto end_line = [&] {
        lines += svg_line(line, y + plain_height / 2, size, color, false);
        y += line.empty() ? 0 : plain_height;
        line.clear();
    };
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(dot, begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        if (!line.empty() && measure(line + std::string(dot) + part, style) > report_picture_width) {
            end_line();
        }
        line += (line.empty() ? "" : std::string(dot)) + part;
        begin = end + dot.size();
    }
    end_line();
    return lines;
}

/// The entries of a legend in rows, each an `<svg>` of 16 pixels with its name behind it. Moves `y` below them.
std::string svg_legend(const std::vector<std::string>& items, double& y, const std::string& color) {
    constexpr std::string_view swatch_begin = "<svg ";
    constexpr std::string_view swatch_end = "</svg>";
    constexpr double apart = 20;
    const MeasureText measure = browser_text_measure();
    std::string text;
    double x = page_margin;
    for (const std::string& item : items) {
        const std::size_t end = item.rfind(swatch_end) + swatch_end.size();
        const std::string name = item.substr(end);
        const double extent = 22 + measure(name, legend_style);
        if (x > page_margin && x + extent > report_picture_width) {
            x = page_margin;
            y += plain_height;
        }
        text += "<svg x=\"" + decimal_text(x, 1) + "\" y=\"" + decimal_text(y + 2, 1) + "\" " +
                item.substr(swatch_begin.size(), end - swatch_begin.size()) + "<text x=\"" + decimal_text(x + 22, 1) +
                "\" y=\"" + decimal_text(y + plain_height / 2, 1) + "\" font-size=\"" +
                decimal_text(legend_style.size, 0) + "\" fill=\"" + color + "\">" + name + "</text>\n";
        x += extent + apart;
    }
    y += items.empty() ? 0 : plain_height;
    return text;
}

}  // namespace

Expected<std::string> plan_svg(const Problem& problem, const Layout& layout, const PlanPicture& picture) {
    const CheckReport report = check(problem, layout);
    const std::vector<OverlapArea> areas =
        report.overlap_count > 0 ? overlap_areas(problem, layout) : std::vector<OverlapArea>();
    const IndexedVector<BufferIndex, Risk> risks =
        has_segment_regions(problem) ? IndexedVector<BufferIndex, Risk>() : classify(problem, layout);
    ReportContent content;
    content.page.problem = &problem;
    content.page.layout = &layout;
    content.page.risks = risks;
    content.page.overlaps = report.overlaps;
    content.page.overlap_areas = areas;
    content.page.overlap_count = report.overlap_count;
    content.page.title = picture.title;
    content.page.provenance = picture.provenance;
    content.page.color_by = default_color_by(problem);
    content.check = &report;
    content.theme = picture.theme;
    ThemeColors colors(picture.theme);
    const auto drawn = report_picture(content, colors);
    if (!drawn) {
        return tl::unexpected(drawn.error());
    }
    const std::string ink = colors.value(colors.number_of(&Palette::ink), picture.theme);
    const std::string dim = colors.value(colors.number_of(&Palette::dim), picture.theme);
    const std::string panel = colors.value(colors.number_of(&Palette::panel), picture.theme);
    double y = page_margin + title_height / 2;
    std::string body = svg_line(report_name(picture.title), y, 18, ink, true);
    y += title_height / 2;
    body += svg_lines(picture.verdict, y, legend_style.size, ink);
    // The picture is an element of its own: it gets its place and its size here.
    body += "<svg x=\"" + decimal_text(page_margin, 0) + "\" y=\"" + decimal_text(y, 1) + "\" width=\"" +
            decimal_text(report_picture_width, 0) + "\" height=\"" + decimal_text(report_picture_height, 0) + "\"" +
            drawn->svg.substr(std::string_view("<svg").size());
    y += report_picture_height + 4;
    body += svg_legend(drawn->legend, y, ink);
    body += svg_lines(drawn->caption, y, 12, dim);
    const std::string width = decimal_text(report_picture_width + 2 * page_margin, 0);
    const std::string height = decimal_text(y + page_margin, 0);
    PlainSvg plain(colors, picture.theme, name_prefix(body));
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + " " + height +
           "\" font-family=\"system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif\" font-size=\"12\" "
           "style=\"max-width:100%;height:auto\">\n<rect width=\"" +
           width + "\" height=\"" + height + "\" fill=\"" + panel + "\"/>\n" + plain.without_styles(body) + "</svg>\n";
}

}  // namespace arenascope
