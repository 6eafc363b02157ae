#pragma once

#include <string>
#include <string_view>

namespace arenascope {

/// A relative path as a URI: what is neither a letter, a digit nor one of `-._~/` is written as %XX. A first folder
/// with a colon would be read as a scheme, so the colon is among these, too.
[[nodiscard]] std::string uri_path(std::string_view path);

}  // namespace arenascope
