#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace arenascope {

/// Bytes with what keeps them. Copies share it.
struct SharedBytes {
    std::string_view bytes;
    std::shared_ptr<const void> owner;
};

[[nodiscard]] inline SharedBytes shared_bytes(std::string content) {
    auto kept = std::make_shared<const std::string>(std::move(content));
    const std::string_view bytes = *kept;
    return {bytes, std::move(kept)};
}

}  // namespace arenascope
