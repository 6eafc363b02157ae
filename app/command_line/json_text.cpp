#include "app/command_line/json_text.h"

#include <string_view>

#include "core/text/json_text.h"

namespace arenascope {
namespace {

void append_value(std::string& out, const Json& json, std::size_t depth) {
    constexpr std::size_t indentation = 2;
    if (json.is_string()) {
        append_json_string(out, json.get_ref<const std::string&>());
        return;
    }
    if (!json.is_structured() || json.empty()) {
        out += json.dump();
        return;
    }
    out += json.is_object() ? '{' : '[';
    bool is_first = true;
    for (const auto& [key, value] : json.items()) {
        out += is_first ? "\n" : ",\n";
        out.append(indentation * (depth + 1), ' ');
        if (json.is_object()) {
            append_json_string(out, key);
            out += ": ";
        }
        append_value(out, value, depth + 1);
        is_first = false;
    }
    out += '\n';
    out.append(indentation * depth, ' ');
    out += json.is_object() ? '}' : ']';
}

}  // namespace

std::string json_text(const Json& json) {
    std::string text;
    append_value(text, json, 0);
    text += '\n';
    return text;
}

std::string list_entry_text(const Json& json) {
    constexpr std::string_view line_begin = "\n    ";
    std::string text(line_begin);
    for (const char character : json_text(json)) {
        if (character == '\n') {
            text += line_begin;
        } else {
            text += character;
        }
    }
    text.resize(text.size() - line_begin.size());
    return text;
}

Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    Json names = Json::array();
    for (const BufferIndex buffer : buffers) {
        names.push_back(problem.buffers[buffer.value()].name);
    }
    return names;
}

void add_sharing(Json& json, const Problem& problem, const Layout& layout) {
    Json shared = Json::array();
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        shared.push_back(names_of(problem, block));
    }
    json["shared"] = std::move(shared);
    Json removed = Json::array();
    for (const OperatorIndex index : layout.removed) {
        removed.push_back(problem.graph->operators[index.value()].name);
    }
    json["removed"] = std::move(removed);
    Json copied = Json::array();
    for (const OperandCopy& copy : layout.copies) {
        copied.push_back({{"operator", problem.graph->operators[copy.node.value()].name},
                          {"operand", problem.buffers[copy.operand.value()].name}});
    }
    json["copied"] = std::move(copied);
}

Json unknown_sizes_json(const Problem& problem) {
    Json list = Json::array();
    if (problem.graph) {
        for (const UnknownSize& unknown : problem.graph->unknown_sizes) {
            list.push_back({{"tensor", unknown.tensor},
                            {"operator", unknown.behind},
                            {"type", unknown.type},
                            {"reason", unknown.reason}});
        }
    }
    return list;
}

}  // namespace arenascope
