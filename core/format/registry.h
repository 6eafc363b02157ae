#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/file_format.h"
#include "core/format/format.h"

namespace arenascope {

/// All formats, in the order in which detection asks for their signs.
[[nodiscard]] std::span<const Format> formats();

/// What is known of a format.
[[nodiscard]] const Format& format_of(FileFormat format);

/// All formats in words, for the cure of an error.
[[nodiscard]] std::string readable_formats();

[[nodiscard]] std::string_view name_of(FileFormat format);

/// Formats that the same kind of tool makes.
struct FormatGroup {
    std::string_view name;  ///< "from PyTorch"
    std::vector<FormatDescription> formats;
};

/// Every format that can be opened, in the group of who makes it.
[[nodiscard]] std::span<const FormatGroup> format_groups();

}  // namespace arenascope
