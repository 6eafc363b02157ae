#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// What an external planner reads and writes.
enum class ExchangeFormat : std::uint8_t { csv, json };

/// A program that plans.
struct ExternalCommand {
    ExchangeFormat format = ExchangeFormat::csv;
    std::vector<std::string> words;  ///< the program and its arguments; at least one
};

/// Splits the text of an external planner. Words are separated by blanks. Quotes and backslashes mean what they mean in
/// a POSIX shell, and nothing is expanded:
///
///   exec:./plan --fast 'two words' "a \"b\""      ./plan  --fast  two words  a "b"
///   exec:json:./plan $HOME *.csv                  ./plan  $HOME  *.csv             (JSON instead of CSV)
///
/// Errors: no program, an open quote, a backslash at the end, a zero byte.
[[nodiscard]] Expected<ExternalCommand> parse_external_command(std::string_view text);

}  // namespace arenascope
