#include "app/command_line/terminal.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

#include <sys/ioctl.h>

namespace arenascope {
namespace {

constexpr std::size_t usual_columns = 80;

bool can_erase_lines() {
    const char* type = std::getenv("TERM");
    return type != nullptr && *type != '\0' && type != std::string_view("dumb");
}

std::size_t columns_of_standard_error() {
    struct winsize size = {};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_columns;
}

/// A terminal that does not control this program has no foreground.
bool is_in_background() {
    const pid_t foreground = ::tcgetpgrp(STDERR_FILENO);
    return foreground > 0 && foreground != ::getpgrp();
}

void write_to_standard_error(std::string_view text) {
    while (!text.empty() && !is_in_background()) {
        const ssize_t count = ::write(STDERR_FILENO, text.data(), text.size());
        if (count < 0 && errno != EINTR) {
            return;
        }
        text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

}  // namespace

Terminal standard_error_terminal() {
    if (::isatty(STDERR_FILENO) == 0 || !can_erase_lines()) {
        return {};
    }
    return {true, columns_of_standard_error, write_to_standard_error};
}

}  // namespace arenascope
