#include "app/command_line/json_text.h"

namespace arenascope {

std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json names_of(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    Json names = Json::array();
    for (const BufferIndex buffer : buffers) {
        names.push_back(problem.buffers[buffer.value()].name);
    }
    return names;
}

}  // namespace arenascope
