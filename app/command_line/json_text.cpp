#include "app/command_line/json_text.h"

#include <string_view>

namespace arenascope {

std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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

}  // namespace arenascope
