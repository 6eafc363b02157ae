#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arenascope {

enum class Compression : std::uint8_t {
    fast,   ///< while a planner runs
    small,  ///< for what is written once
};

/// The bytes as one frame of Zstandard (RFC 8878), with its size and a checksum of the content (the low half of XXH64).
/// The same bytes always give the same frame. Linear.
[[nodiscard]] std::string compressed(std::string_view content, Compression compression);

/// The content of one frame that compressed() made. Empty: the bytes are damaged, or hold more than `most`. Nothing is
/// allocated before that is known. Linear.
[[nodiscard]] std::optional<std::string> decompressed(std::string_view bytes, std::size_t most);

/// The size that a frame says its content has; empty: it does not say so, or there is more than this frame.
[[nodiscard]] std::optional<std::size_t> decompressed_size(std::string_view bytes);

}  // namespace arenascope
