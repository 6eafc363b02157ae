#include "core/format/detection.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/content_limits.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_text.h"
#include "core/base/text/xml_root.h"
#include "core/format/model_content.h"
#include "core/format/ncnn_param.h"
#include "core/format/openvino/openvino_model.h"
#include "core/format/plan/deployment_json.h"
#include "core/format/plan/embedded_plan.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_json.h"
#include "core/format/printed/tflm_log.h"
#include "core/format/printed/vela_log.h"
#include "core/format/table/buffer_columns.h"
#include "core/format/table/sequence_csv.h"
#include "core/format/xla/buffer_assignment.h"
#include "core/format/xla/xla_assignment.h"

namespace arenascope {
namespace {

constexpr std::string_view readable_formats =
    "open a CSV of buffers (columns id, lower, upper, size) or of operations (columns op, name, size), "
    "a JSON plan, trace, deployment or list of operations, a report that holds a plan, a binary trace, a model (ONNX, "
    "TFLite, ExecuTorch, ncnn, "
    "OpenVINO), a plan of ST Edge AI, ONE or TVM, a plan printed by TFLM, Vela or XLA, a buffer assignment of XLA "
    "(memory_viewer.json, HloProto), or a memory snapshot of PyTorch";

/// A format of JSON without the key "format": told by the keys of its outermost object.
struct KeyedFormat {
    FileFormat format;
    std::array<std::string_view, 3> keys;  ///< empty: fewer are enough
};

/// To add a format of JSON, add a line here.
constexpr auto keyed_formats = std::to_array<KeyedFormat>({
    {FileFormat::xla_memory_viewer, {"bufferAssignment"}},
    {FileFormat::xla_memory_viewer, {"buffer_assignment"}},
    {FileFormat::xla_memory_viewer, {"hloModule"}},
    {FileFormat::xla_memory_viewer, {"hlo_module"}},
    {FileFormat::stedgeai_info, {"buffers", "memory_pools", "graphs"}},
    {FileFormat::stedgeai_graph, {"c_arrays", "c_layers"}},
    {FileFormat::tvm_graph, {"nodes", "arg_nodes", "heads"}},
    {FileFormat::one_tracealloc, {"schema_version", "segments"}},
    {FileFormat::memory_snapshot, {"segments", "device_traces"}},
});

bool has_keys(const KeyedFormat& format, const std::vector<std::string>& keys) {
    return std::ranges::all_of(
        format.keys, [&](std::string_view key) { return key.empty() || std::ranges::find(keys, key) != keys.end(); });
}

std::optional<FileFormat> format_of_keys(const std::vector<std::string>& keys) {
    const auto found =
        std::ranges::find_if(keyed_formats, [&](const KeyedFormat& format) { return has_keys(format, keys); });
    return found == keyed_formats.end() ? std::nullopt : std::optional(found->format);
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

Expected<FileFormat> detect_json(std::string_view content, const std::string& source) {
    if (content.front() == '[') {
        return FileFormat::sequence_json;
    }
    const auto top_level = find_top_level(content, "format", source, [](const std::vector<std::string>& keys) {
        return format_of_keys(keys).has_value();
    });
    if (!top_level) {
        return failure(top_level.error());
    }
    if (const auto format = format_of_keys(top_level->keys)) {
        return *format;
    }
    const auto& format = top_level->text;
    if (!format) {
        const std::string keys = top_level->keys.empty()
                                     ? ""
                                     : ", and its keys are those of no other format: " + listed_keys(top_level->keys);
        return failure(Error{source, 0, "the JSON object has no text under the key 'format'" + keys,
                             std::string(readable_formats)});
    }
    if (*format == plan_format_name) {
        return FileFormat::plan_json;
    }
    if (*format == trace_format_name) {
        return FileFormat::trace_json;
    }
    if (*format == deployment_format_name) {
        return FileFormat::deployment_json;
    }
    return failure(Error{source, 0, "format: " + in_quotes(*format) + " is not a format that can be read",
                         std::string(readable_formats)});
}

/// Text has no control characters except tabs and line ends.
bool is_binary(std::string_view content) {
    constexpr std::size_t scanned = 4096;
    content = content.substr(0, scanned);
    return std::any_of(content.begin(), content.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20U && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
    });
}

/// Detects a plan that another tool printed, by its first recognised line. Any other output may precede it.
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

/// How the text of an HLO module begins. It holds no plan.
constexpr std::string_view hlo_text_start = "HloModule ";

Expected<FileFormat> detect_xml(std::string_view root, std::string_view content, const std::string& source) {
    if (root == openvino_root) {
        return FileFormat::openvino;
    }
    // The first line of a log may begin with a word in angle brackets.
    if (const auto log = printed_plan_format(content)) {
        return *log;
    }
    return failure(Error{source, 0, "it is XML with the outermost element " + in_quotes(root),
                         "open the .xml file of an OpenVINO model: its outermost element is 'net'"});
}

/// Tells a JSON list from a log that begins with a bracket, as in `[INFO]`: the list holds objects.
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
    // The header is the first line that is not blank.
    while (true) {
        const std::size_t first = content.find_first_not_of(" \t\r\n,");
        const std::size_t end = content.find('\n');
        if (first == std::string_view::npos) {
            return failure(Error{source, 0, "it is empty", std::string(readable_formats)});
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
    if (is_report(content)) {
        return FileFormat::report;
    }
    if (looks_like_html(content)) {
        return failure(Error{source, 0, "it is HTML, but no report of this program", std::string(readable_formats)});
    }
    if (const auto root = xml_root(content)) {
        return detect_xml(*root, content, source);
    }
    if (is_ncnn_param(content)) {
        return FileFormat::ncnn_param;
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
    // A list of buffers may have a column `op` as well. A sequence has no lifetimes.
    if (is_sequence_header(header) && !names_lifetimes(header)) {
        return FileFormat::sequence_csv;
    }
    if (is_minimalloc_header(header)) {
        return FileFormat::minimalloc_csv;
    }
    if (const auto log = is_table ? printed_plan_format(content) : std::nullopt) {
        return *log;
    }
    if (header.starts_with(hlo_text_start)) {
        return failure(no_buffer_assignment(source));
    }
    // Tested last: below a known header, names may hold control characters.
    if (is_binary(content)) {
        return failure(Error{source, 0, "it is a binary file", std::string(readable_formats)});
    }
    return failure(Error{source, line, "the first line is not a known header: " + in_quotes(header),
                         std::string(readable_formats)});
}

}  // namespace arenascope
