#include "app/command_line/terminal_look.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <sys/ioctl.h>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

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
