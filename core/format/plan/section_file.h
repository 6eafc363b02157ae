#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error/error.h"

namespace arenascope {

/// How a binary trace begins. As in PNG, the first byte is no text, and a transfer as text changes one of the others:
/// it cuts the first byte to seven bits, turns CR LF into LF or LF into CR LF, or stops at the end-of-file sign.
inline constexpr std::string_view section_file_magic =
    "\x89"
    "ATR\r\n\x1A\n";

/// What tells such a file, even after a transfer as text.
inline constexpr std::string_view section_file_mark = section_file_magic.substr(0, 4);

/// A part of a file under a number.
struct Section {
    std::uint32_t number = 0;
    std::string_view bytes;
};

/// Puts sections into one file; all numbers are little-endian:
///
///   8 bytes   section_file_magic
///   4 bytes   version
///   4 bytes   length of the table
///   …         the table, compressed: for each section its number (4 bytes), its position after the table (8), its
///             length (8)
///   …         the sections, one after the other, up to the end of the file
///
/// The table has a checksum, see compressed(). Sections bring their own.
[[nodiscard]] std::string section_file(std::uint32_t version, std::span<const Section> sections);

/// The sections of a file by their numbers, as views of `content`. Errors: the file is cut off, damaged, was changed by
/// a transfer as text, or has a newer version than `newest`. O(sections).
[[nodiscard]] Expected<std::map<std::uint32_t, std::string_view>> sections_of(std::string_view content,
                                                                              std::uint32_t newest,
                                                                              const std::string& source);

}  // namespace arenascope
