#pragma once

#include "app/command_line/json_text.h"

namespace CLI {
class App;
}

namespace arenascope {

/// The whole command line, as `arenascope --describe` prints it. Manual pages and completions are made of it
/// (packaging/manual_pages.py, packaging/completions.py), so that they never differ from the program.
///
///     {"version", "meaning", "footer", "options": […], "commands": [{"name", "meaning", "footer", "options": […]}]}
///
/// An option has `names` ("-o", "--output"; empty: an operand), `value` (such as "FILE"; null: a flag), `meaning`,
/// `required`, `repeatable` and `words`: the values that it takes, empty if they are not a list. Hidden options are
/// left out.
[[nodiscard]] Json command_description(const CLI::App& app);

}  // namespace arenascope
