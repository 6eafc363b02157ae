#include "core/format/detection.h"

#include <algorithm>

#include "core/error/quotation.h"
#include "core/format/model_content.h"
#include "core/format/ncnn_param.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_json.h"
#include "core/format/printed/tflm_log.h"
#include "core/format/printed/vela_log.h"
#include "core/format/printed/xla_assignment.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/format/table/sequence_csv.h"
#include "core/text/content_limits.h"
#include "core/text/json_reader.h"
#include "core/text/log_lines.h"
#include "core/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::string_view what_is_read =
    "open a CSV with the columns id, lower, upper, size or op, name, size, a JSON plan or trace of this program, or a "
    "JSON list of memory operations, a model (ONNX, TFLite, ExecuTorch, ncnn), or a plan that TFLM, Vela or XLA "
    "printed";

Expected<FileFormat> detect_json(std::string_view content, const std::string& source) {
    if (content.front() == '[') {
        return FileFormat::sequence_json;
    }
    const auto format = find_top_level_text(content, "format", source);
    if (!format) {
        return failure(format.error());
    }
    if (!*format) {
        return failure(
            Error{source, 0, "the JSON object has no text under the key 'format'", std::string(what_is_read)});
    }
    if (**format == plan_format_name) {
        return FileFormat::plan_json;
    }
    if (**format == trace_format_name) {
        return FileFormat::trace_json;
    }
    return failure(
        Error{source, 0, "format: " + in_quotes(**format) + " is none that is read", std::string(what_is_read)});
}

/// Text has no control characters but tabs and line ends.
bool is_binary(std::string_view content) {
    constexpr std::size_t looked_at = 4096;
    content = content.substr(0, looked_at);
    return std::any_of(content.begin(), content.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20U && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
    });
}

/// The plan that another tool printed into a log, told by the first line of one; a log may begin with anything.
std::optional<FileFormat> printed_plan_format(std::string_view content) {
    LogLines lines(content);
    while (lines.next()) {
        if (is_tflm_line(lines.text())) {
            return FileFormat::tflm_log;
        }
        if (is_vela_line(lines.text())) {
            return FileFormat::vela_log;
        }
        if (is_xla_line(lines.text())) {
            return FileFormat::xla_assignment;
        }
    }
    return std::nullopt;
}

/// A log may begin with a bracket too, as in `[INFO]`: a list holds objects.
bool is_list_of_objects(std::string_view content) {
    content.remove_prefix(content.find('[') + 1);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || content[first] == '{' || content[first] == ']';
}

}  // namespace

Expected<FileFormat> detect_format(std::string_view content, const std::string& source) {
    if (const auto model = binary_model_format(content)) {
        return *model;
    }
    content = without_byte_order_mark(content);
    std::int64_t line = 1;
    // The first line that holds something is the header.
    while (true) {
        const std::size_t first = content.find_first_not_of(" \t\r\n,");
        const std::size_t end = content.find('\n');
        if (first == std::string_view::npos) {
            return failure(Error{source, 0, "it is empty", std::string(what_is_read)});
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
    if (is_ncnn_param(content)) {
        return FileFormat::ncnn_param;
    }
    const std::string_view header = content.substr(0, std::min(content.find('\n'), csv_line_limit));
    // The first line of a log may hold a word such as "start" and commas; a table has a column of sizes.
    const bool is_table =
        header.find(',') != std::string_view::npos && lower_case(header).find("size") != std::string::npos;
    if (const auto log = is_table ? std::nullopt : printed_plan_format(content)) {
        return *log;
    }
    // Line ends of a lone carriage return make one line of the file, whose last column no reader would know.
    if (const std::size_t lone = header.find('\r'); lone != std::string_view::npos && lone + 1 < header.size()) {
        return failure(Error{source, line, "its lines end in a carriage return alone",
                             "save it with line feeds (or both) as line ends"});
    }
    // A list of buffers may well say in a column `op` which operator made each; a sequence has no lifetimes.
    if (is_sequence_header(header) && !names_lifetimes(header)) {
        return FileFormat::sequence_csv;
    }
    if (is_minimalloc_header(header)) {
        return FileFormat::minimalloc_csv;
    }
    if (const auto log = is_table ? printed_plan_format(content) : std::nullopt) {
        return *log;
    }
    // Only here: below a header that is known, a name may hold control characters.
    if (is_binary(content)) {
        return failure(Error{source, 0, "it is a binary file", std::string(what_is_read)});
    }
    return failure(Error{source, line, "the first line is no header that is known: " + in_quotes(header),
                         std::string(what_is_read)});
}

}  // namespace arenascope
