#include "app/command_line/terminal.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <unistd.h>

#include <sys/ioctl.h>

#include "core/base/error/quotation.h"

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

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char each) { return std::tolower(each); });
    return text;
}

bool has_other_character_set(const Environment& environment) {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const std::string locale = lower_case(environment(name));
        if (!locale.empty()) {
            return locale.find("utf-8") == std::string::npos && locale.find("utf8") == std::string::npos;
        }
    }
    return false;
}

ColorDepth depth_of(const Environment& environment) {
    const std::string colors = lower_case(environment("COLORTERM"));
    const std::string type = environment("TERM");
    const bool has_true_color = colors == "truecolor" || colors == "24bit" || type.ends_with("-direct");
    return has_true_color ? ColorDepth::true_color : ColorDepth::palette256;
}

}  // namespace

Terminal standard_error_terminal() {
    if (::isatty(STDERR_FILENO) == 0 || !can_erase_lines()) {
        return {};
    }
    return {true, columns_of_standard_error, write_to_standard_error};
}

Expected<TerminalLook> terminal_look(const std::string& color, std::optional<std::int32_t> terminal_columns,
                                     const Environment& environment) {
    TerminalLook look;
    look.columns = terminal_columns.value_or(look.columns);
    look.is_ascii = terminal_columns && has_other_character_set(environment);
    const std::string type = environment("TERM");
    const bool has_colors = terminal_columns && environment("NO_COLOR").empty() && !type.empty() && type != "dumb";
    if (color == "always" || (color == "auto" && has_colors)) {
        look.colors = depth_of(environment);
    } else if (color != "auto" && color != "never") {
        return failure("--color cannot be " + in_quotes(color), "use auto, always or never");
    }
    return look;
}

std::optional<std::int32_t> columns_of_standard_output() {
    struct winsize size = {};
    if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return std::nullopt;
    }
    return size.ws_col;
}

std::string environment_value(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

}  // namespace arenascope
