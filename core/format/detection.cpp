#include "core/format/detection.h"

#include <algorithm>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_log.h"
#include "core/base/text/plain_text.h"
#include "core/base/text/xml_root.h"
#include "core/format/plan/embedded_plan.h"
#include "core/format/registry.h"
#include "core/format/xla/buffer_assignment.h"

namespace arenascope {
namespace {

/// The first format whose signs a condition accepts.
template <class Condition>
std::optional<FileFormat> format_with(const Condition& accepts) {
    const auto found = std::ranges::find_if(formats(), [&](const Format& format) { return accepts(format.signs); });
    return found == formats().end() ? std::nullopt : std::optional(found->description.format);
}

/// The first format whose test of a kind accepts a text.
std::optional<FileFormat> format_by(bool (*FormatSigns::*test)(std::string_view), std::string_view text) {
    return format_with([&](const FormatSigns& signs) { return signs.*test != nullptr && (signs.*test)(text); });
}

/// The first format with a text of a kind that stands in the file.
std::optional<FileFormat> format_by(std::string_view FormatSigns::*text, std::string_view found) {
    return format_with([&](const FormatSigns& signs) { return !found.empty() && signs.*text == found; });
}

std::optional<FileFormat> format_of_keys(const std::vector<std::string>& keys) {
    const auto is_there = [&](std::string_view key) { return std::ranges::find(keys, key) != keys.end(); };
    return format_with([&](const FormatSigns& signs) {
        return std::ranges::any_of(signs.json_keys,
                                   [&](const auto& wanted) { return std::ranges::all_of(wanted, is_there); });
    });
}

/// The first keys of an object, for people.
std::string listed_keys(const std::vector<std::string>& keys) {
    constexpr std::size_t most = 4;
    std::string list;
    for (std::size_t i = 0; i < std::min(keys.size(), most); ++i) {
        list += (i == 0 ? "" : ", ") + in_quotes(keys[i]);
    }
    return list + (keys.size() > most ? ", …" : "");
}

/// Detects a plan that another tool printed, by its first recognised line. Any other output may precede it. If there is
/// no such line, each line may have a prefix.
std::optional<FileFormat> printed_plan_format(std::string_view content) {
    LogLines lines(content);
    std::string room;
    while (lines.next()) {
        if (const auto format = format_by(&FormatSigns::is_line, plain_line(lines.text(), room))) {
            return format;
        }
    }
    return format_with([&](const FormatSigns& signs) {
        return signs.is_line != nullptr && !log_prefix(content, signs.is_line).empty();
    });
}

Expected<FileFormat> detect_json(std::string_view content, const std::string& source) {
    if (content.front() == '[') {
        return FileFormat::sequence_json;
    }
    const auto top_level = find_top_level(content, "format", source, [](const std::vector<std::string>& keys) {
        return format_of_keys(keys).has_value();
    });
    if (!top_level) {
        // The first line of a log may begin with a brace.
        if (const auto log = printed_plan_format(content)) {
            return *log;
        }
        return failure(top_level.error());
    }
    if (const auto format = format_of_keys(top_level->keys)) {
        return *format;
    }
    if (!top_level->text) {
        const std::string keys = top_level->keys.empty()
                                     ? ""
                                     : ", and its keys are those of no other format: " + listed_keys(top_level->keys);
        return failure(
            Error{source, 0, "the JSON object has no text under the key 'format'" + keys, readable_formats()});
    }
    const std::string& name = *top_level->text;
    if (const auto format = format_by(&FormatSigns::json_name, name)) {
        return *format;
    }
    return failure(
        Error{source, 0, "format: " + in_quotes(name) + " is not a format that can be read", readable_formats()});
}

/// Text has no control characters except tabs and line ends.
bool is_binary(std::string_view content) {
    constexpr std::size_t scanned = 4096;
    content = content.substr(0, scanned);
    return std::ranges::any_of(content, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20U && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
    });
}

/// How the text of an HLO module begins. It holds no plan.
constexpr std::string_view hlo_text_start = "HloModule ";

Expected<FileFormat> detect_xml(std::string_view root, std::string_view content, const std::string& source) {
    if (const auto format = format_by(&FormatSigns::xml_root, root)) {
        return *format;
    }
    // The first line of a log may begin with a word in angle brackets.
    if (const auto log = printed_plan_format(content)) {
        return *log;
    }
    return failure(Error{source, 0, "it is XML with the outermost element " + in_quotes(root),
                         "open the .xml file of an OpenVINO model: its outermost element is 'net'"});
}

}  // namespace

bool is_list_of_objects(std::string_view content) {
    content.remove_prefix(content.find('[') + 1);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || content[first] == '{' || content[first] == ']';
}

std::optional<FileFormat> binary_format(std::string_view content) {
    if (const auto marked = format_with([&](const FormatSigns& signs) {
            return !signs.mark.empty() && content.size() > signs.mark_position &&
                   content.substr(signs.mark_position).starts_with(signs.mark);
        })) {
        return marked;
    }
    return format_by(&FormatSigns::is_binary, content);
}

ContentLimits document_limits(std::string_view first_chunk) {
    constexpr std::size_t binary_size_limit = std::size_t{2} << 30U;
    if (binary_format(first_chunk)) {
        return {.file = binary_size_limit};
    }
    ContentLimits limits = text_limits(first_chunk);
    limits.may_hold_zeros =
        first_chunk.find('\0') != std::string_view::npos && printed_plan_format(first_chunk).has_value();
    return limits;
}

Expected<FileFormat> detect_format(std::string_view content, const std::string& source) {
    if (const auto binary = binary_format(content)) {
        return *binary;
    }
    content = without_byte_order_mark(content);
    std::int64_t line = 1;
    // The header is the first line that is not blank.
    while (true) {
        const std::size_t first = content.find_first_not_of(" \t\r\n,");
        const std::size_t end = content.find('\n');
        if (first == std::string_view::npos) {
            return failure(Error{source, 0, "it is empty", readable_formats()});
        }
        if (end == std::string_view::npos || first < end) {
            break;
        }
        content.remove_prefix(end + 1);
        ++line;
    }
    if (looks_like_json(content)) {
        content.remove_prefix(content.find_first_of("[{"));
        if (content.front() == '[' && !is_list_of_objects(content)) {
            if (const auto log = printed_plan_format(content)) {
                return *log;
            }
        }
        return detect_json(content, source);
    }
    if (const auto format = format_by(&FormatSigns::is_text, content)) {
        return *format;
    }
    if (looks_like_html(content)) {
        return failure(Error{source, 0, "it is HTML, but no report of this program", readable_formats()});
    }
    if (const auto root = xml_root(content)) {
        return detect_xml(*root, content, source);
    }
    const std::string_view header = content.substr(0, std::min(content.find('\n'), csv_line_limit));
    // A comma or a word such as "start" may also be in the first line of a log. Only a table has a size column.
    const bool is_table =
        header.find(',') != std::string_view::npos && lower_case(header).find("size") != std::string::npos;
    if (const auto log = is_table ? std::nullopt : printed_plan_format(content)) {
        return *log;
    }
    // With lone carriage returns as line ends, the whole file would be one line.
    if (const std::size_t lone = header.find('\r'); lone != std::string_view::npos && lone + 1 < header.size()) {
        return failure(
            Error{source, line, "its lines end with a carriage return only", "save it with line feeds as line ends"});
    }
    if (const auto table = format_by(&FormatSigns::is_header, header)) {
        return *table;
    }
    if (const auto log = is_table ? printed_plan_format(content) : std::nullopt) {
        return *log;
    }
    if (header.starts_with(hlo_text_start)) {
        return failure(no_buffer_assignment(source));
    }
    // Tested last: below a known header, names may hold control characters.
    if (is_binary(content)) {
        return failure(Error{source, 0, "it is a binary file", readable_formats()});
    }
    return failure(
        Error{source, line, "the first line is not a known header: " + in_quotes(header), readable_formats()});
}

}  // namespace arenascope
