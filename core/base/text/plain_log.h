#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace arenascope {

/// Whether a line of a log belongs to a plan, as FormatSigns::is_line.
using IsLogLine = std::function<bool(std::string_view line)>;

/// A line as a terminal shows it: without colour codes, zero bytes and other control characters, and of what carriage
/// returns overwrite only the last. It points into `line`, or into `room` if something was skipped. Linear.
///
///   ESC[32m0 - 1: 0x0ESC[0m   →  0 - 1: 0x0
///   10 %\r20 %\rdone          →  done
[[nodiscard]] std::string_view plain_line(std::string_view line, std::string& room);

/// What a container or a CI system puts before each line, found at the first line that is accepted without it. Empty:
/// a line is accepted as it is, or none is in any way. The prefix may take 16 words and 200 bytes. Linear.
///
///   web_1  | 0 - 1: 0x0 - 0x2400: …                   →  web_1  |
///   2024-03-02T10:11:12.2194Z 0 - 1: 0x0 - 0x2400: …  →  2024-03-02T10:11:12.2194Z
[[nodiscard]] std::string log_prefix(std::string_view log, const IsLogLine& is_line);

/// A log without what was added to it after the program printed it.
struct PlainLog {
    std::string kept;  ///< the lines that remain, as many as the log has; meaningless if nothing was skipped
    std::string note;  ///< what was skipped, and how often; empty: nothing
};

/// Skips what plain_line() and log_prefix() find. Other lines have the same prefix if they have digits where it has
/// digits, and the same letters. Linear.
[[nodiscard]] PlainLog plain_log(std::string_view log, const IsLogLine& is_line);

}  // namespace arenascope
