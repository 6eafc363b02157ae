#include "app/command_line/uri_path.h"

namespace arenascope {

std::string uri_path(std::string_view path) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (plain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            uri += '%';
            uri += digits[byte / 16];
            uri += digits[byte % 16];
        }
    }
    return uri;
}

}  // namespace arenascope
