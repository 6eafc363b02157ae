#pragma once

#include <string>
#include <string_view>

namespace arenascope {

/// A word of a command for a POSIX shell, in single quotes if the shell would change it.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace arenascope
