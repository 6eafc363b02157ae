#include "core/model/memory/library_code.h"

#include <algorithm>
#include <cstddef>

#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr bool is_slash(char letter) {
    return letter == '/' || letter == '\\';
}

bool begins_with(std::string_view path, std::string_view beginning) {
    return path.size() >= beginning.size() &&
           std::equal(beginning.begin(), beginning.end(), path.begin(),
                      [](char a, char b) { return a == b || (is_slash(a) && is_slash(b)); });
}

bool has_beginning(std::string_view path, std::string_view beginning) {
    if (begins_with(path, beginning)) {
        return true;
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (is_slash(path[i]) && begins_with(path.substr(i + 1), beginning)) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool is_library_code(std::string_view path, std::string_view list) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        const std::string_view entry = trimmed(list.substr(0, comma));
        if (!entry.empty() && has_beginning(path, entry)) {
            return true;
        }
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return false;
}

}  // namespace arenascope
