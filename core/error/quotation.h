#pragma once

#include <string>
#include <string_view>

namespace arenascope {

/// A text from a file or a command line as a message can show it: cut to some sixty bytes, never through a character,
/// and with control characters made visible, so that no name can break a line or drive a terminal.
[[nodiscard]] std::string shown(std::string_view text);

/// The same between single quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace arenascope
