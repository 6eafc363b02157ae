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

/// The planners of some lines, each once, in the order of their first appearance.
[[nodiscard]] std::vector<std::string> planners_of(const std::vector<SweepLine>& lines);

/// As in tables: "time", "memory", "crash"; empty: `none`.
[[nodiscard]] std::string_view name_of(SweepStop stop);
/// `none` for any other text.
[[nodiscard]] SweepStop sweep_stop_named(std::string_view name);

/// A line of all that has one value in a table; plans, error and picture are left out. `Fields` gives the text, the
/// number and the decimal of a name.
template <class Fields>
[[nodiscard]] SweepLine line_of_fields(const Fields& fields) {
    SweepLine line;
    line.file = fields.text("file");
    line.format = fields.text("format");
    line.buffers = fields.number("buffers");
    line.operators = fields.number("operators");
    line.threshold = fields.number("threshold");
    line.lower_bound = fields.number("lower_bound");
    line.peak = fields.number("peak");
    line.overlap_count = fields.number("overlap_count");
    line.verdict = fields.text("verdict");
    line.sentence = fields.text("sentence");
    line.advised_peak = fields.number("advised_peak");
    line.levers = fields.text("levers");
    line.seconds = fields.decimal("seconds").value_or(0);
    line.stop = sweep_stop_named(fields.text("stop"));
    line.limits = fields.text("limits");
    line.version = fields.text("version");
    line.switches = fields.text("switches");
    line.digest = fields.text("digest");
    return line;
}

/// The highest ratio of the plans of a line; empty: it has none.
[[nodiscard]] std::optional<double> worst_ratio(const SweepLine& line);

/// Whether the line tells of something wrong: an error, a planner without a layout, overlaps, or a plan that does not
/// fit.
[[nodiscard]] bool is_finding(const SweepLine& line);

/// How bad a line is: 0 is the worst. An error comes before an unsound plan, then one that does not fit, then those
/// with unknown sizes, then all others.
[[nodiscard]] int badness_rank(const SweepLine& line);

}  // namespace arenascope
