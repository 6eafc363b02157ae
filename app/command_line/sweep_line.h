#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/json_text.h"
#include "core/base/error/error.h"

namespace arenascope {

/// What one planner made of a file.
struct SweptPlan {
    std::string planner;
    std::optional<std::int64_t> peak;  ///< bytes; empty: it gave no layout
    double seconds = 0;                ///< of planning alone
    std::string error;                 ///< why there is no layout; empty: there is one
    std::optional<double> ratio = {};  ///< peak in relation to the threshold of the problem as it was planned
};

/// What ended the worker of a file before it was done.
enum class SweepStop : std::uint8_t { none, time, memory, crash };

/// One line of the table of a sweep: what one file holds, how good its plans are, or why there are none. All amounts
/// are bytes.
struct SweepLine {
    std::string file;    ///< path as the sweep found it, with its exact bytes
    std::string format;  ///< empty: the file did not open
    std::optional<std::int64_t> buffers;
    std::optional<std::int64_t> operators;    ///< empty: the file has no network
    std::optional<std::int64_t> threshold;    ///< of the fullest memory
    std::optional<std::int64_t> lower_bound;  ///< the highest that a planner proved
    std::optional<std::int64_t> peak;         ///< of the file's own layout; empty: it has none
    std::vector<SweptPlan> plans;             ///< in the order of the switch `--planner`
    std::optional<std::int64_t> overlap_count;
    std::string verdict;  ///< state of the verdict, as in JSON
    std::string sentence;
    std::optional<std::int64_t> advised_peak;  ///< the lowest with levers that change no result
    std::string levers;                        ///< these levers; empty: none lowers the peak
    double seconds = 0;                        ///< wall clock of the worker
    std::optional<Error> error;                ///< why the line is not complete
    SweepStop stop = SweepStop::none;
    std::string limits;    ///< the limits in force if `stop` is set
    std::string version;   ///< of the program
    std::string switches;  ///< all that change a result, see SweepArguments
    std::string digest;    ///< SHA-256 of the file
    std::string picture;   ///< see table_picture(); empty: none
};

/// A line as JSON, without its picture. Texts hold any bytes, as json_text() takes them.
[[nodiscard]] Json json_of(const SweepLine& line);

/// A line as JSON without a line end. `with_picture`: the picture is a member, too.
[[nodiscard]] std::string text_of(const SweepLine& line, bool with_picture);

/// The line of a text in JSON; empty: the text is no such line, for example because it is cut off.
[[nodiscard]] std::optional<SweepLine> sweep_line(std::string_view text);

/// The highest ratio of the plans of a line; empty: it has none.
[[nodiscard]] std::optional<double> worst_ratio(const SweepLine& line);

/// Whether the line tells of something wrong: an error, a planner without a layout, overlaps, or a plan that does not
/// fit.
[[nodiscard]] bool is_finding(const SweepLine& line);

/// How bad a line is: 0 is the worst. An error comes before an unsound plan, then one that does not fit, then those
/// with unknown sizes, then all others.
[[nodiscard]] int badness_rank(const SweepLine& line);

}  // namespace arenascope
