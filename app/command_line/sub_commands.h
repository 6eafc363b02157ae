#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/exit_status.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// How a gate of continuous integration reads findings; none: it reads the exit status alone.
enum class GateFormat : std::uint8_t { none, sarif, junit, github };

/// Arguments of every sub-command that opens a file.
struct FileArguments {
    std::string file;
    std::vector<std::string> settings;  ///< KEY=VALUE
    std::uint64_t seed = 0;
    int threads = 0;  ///< 0: all cores
    bool json = false;
    GateFormat gate = GateFormat::none;  ///< what standard output holds instead of the report
    bool quiet = false;                  ///< only errors on standard error, no text report on standard output
    bool strict = false;                 ///< unknown, assumed and left-out sizes are a finding
};

struct InfoArguments {
    FileArguments common;
    bool buffers = false;  ///< a line for each buffer instead of the report
    std::optional<Bytes> capacity;
};

/// `arenascope info`: describes a file without planning.
[[nodiscard]] ExitStatus run_info(const InfoArguments& arguments);

/// Arguments of `plan`.
struct PlanArguments {
    FileArguments common;
    std::string planner;
    bool with_external = false;  ///< all planners include the external ones of the user's settings
    std::optional<Bytes> capacity;
    std::optional<double> time_limit_seconds;
    std::string output;      ///< layout file; "-": standard output, then without a summary; empty: none
    bool addresses = false;  ///< a column of the layout file, if that is CSV
    std::string trace;       ///< trace file, likewise
};

/// `arenascope plan`: plans a file with one planner or with all, and writes the layout and the trace.
[[nodiscard]] ExitStatus run_plan(const PlanArguments& arguments);

struct CheckArguments {
    FileArguments common;
    std::string against;  ///< problem or model to compare with; empty: none
    std::optional<Bytes> capacity;
    std::optional<Bytes> alignment;
    std::uint64_t limit = 1'000;  ///< maximum number of listed overlaps; 0: all
};

/// `arenascope check`: runs the overlap checker over a layout.
[[nodiscard]] ExitStatus run_check(const CheckArguments& arguments);

struct ExplainArguments {
    FileArguments common;
    std::string planner;
    std::string region;                ///< region to explain; empty: the one with the highest peak
    bool sharing = false;              ///< whether to say what each buffer may share with
    bool improve = false;              ///< whether to list the small changes that lower the peak
    std::vector<std::string> buffers;  ///< names of the buffers to improve; empty: those that carry the peak
};

/// `arenascope explain`: shows which buffers carry the peak, and the holes below them.
[[nodiscard]] ExitStatus run_explain(const ExplainArguments& arguments);

struct CompareArguments {
    FileArguments common;  ///< its file is the first one
    std::string second;
    std::string picture;                    ///< file for a picture of both layouts; empty: none
    std::optional<std::string> max_growth;  ///< BYTES or PERCENT%; empty: no limit
};

/// `arenascope compare`: shows how a second plan differs from a first.
[[nodiscard]] ExitStatus run_compare(const CompareArguments& arguments);

/// The arguments of `export`, still as text.
struct ExportArguments {
    FileArguments common;
    std::string planner;
    std::string output;
    std::optional<std::string> size;
    std::optional<double> scale;
    std::optional<std::string> theme;
    std::optional<std::string> color_by;
    std::optional<std::string> iteration;
    std::optional<std::int64_t> free_areas;
    bool no_legend = false;
    bool no_caption = false;
    bool no_notes = false;
};

/// Exports the file's own layout, or plans the file if it has none: as a picture, or as a report if the suffix is
/// `.html`. The caption says which.
[[nodiscard]] ExitStatus run_export(const ExportArguments& arguments);

struct ConvertArguments {
    FileArguments common;     ///< without a file if a problem is generated
    std::string generate;     ///< the kind of problem; empty: none is generated
    std::uint64_t count = 0;  ///< buffers of a generated problem; 0: not given
    std::string output;       ///< empty: only the trace is written
    std::string trace;        ///< file for the trace of a trace; empty: none
    bool addresses = false;   ///< a column of CSV
    std::string into;         ///< model that the plan is written into; empty: none
};

/// `arenascope convert`: writes a file, or a problem of a generated kind, in a format picked by suffix.
[[nodiscard]] ExitStatus run_convert(const ConvertArguments& arguments);

struct TraceArguments {
    FileArguments common;
    std::string planner;
    std::string where;    ///< the condition; see StepExpression
    bool follow = false;  ///< the file is a recording that still grows
};

/// `arenascope trace`: lists the steps of a run at which a condition holds.
[[nodiscard]] ExitStatus run_trace(const TraceArguments& arguments);

/// Arguments of `show`.
struct ShowArguments {
    FileArguments common;
    std::string planner;
    std::optional<std::string> iteration;  ///< see frame_numbered(); empty: the file's own layout
    std::optional<std::int32_t> width;     ///< columns; empty: those of the terminal
    std::string color = "auto";            ///< auto, always or never
    std::string theme = "dark";
};

/// Prints the plan as a text picture.
[[nodiscard]] ExitStatus run_show(const ShowArguments& arguments);

/// Arguments of `advise`, the percentage and the levers still as text.
struct AdviseArguments {
    FileArguments common;
    std::optional<Bytes> capacity;
    std::string allow;            ///< levers between commas; empty: all
    std::string most_extra_work;  ///< PERCENT%; empty: the default
    std::optional<double> time_limit_seconds;
};

/// `arenascope advise`: tries what would make a network need less memory, and lists what each way costs.
[[nodiscard]] ExitStatus run_advise(const AdviseArguments& arguments);

/// Arguments of `sweep`. Those that its workers get have no output.
struct SweepArguments {
    FileArguments common;            ///< without a file; `threads` are those of each worker, 0: one
    std::vector<std::string> files;  ///< files and folders; with `merge`, tables
    std::string planners;            ///< names between commas, or "all"
    std::string output;              ///< table to write
    std::string shard;               ///< K/N; empty: all files
    std::optional<Bytes> capacity;
    std::optional<Bytes> memory_limit;  ///< of each worker; empty: its share of this machine
    double time_limit_seconds = 600;    ///< for each worker
    int jobs = 0;                       ///< workers at the same time; 0: one for each core
    bool worker = false;                ///< started by a sweep for one file
    bool advise = false;                ///< levers are tried, too
    bool with_external = false;         ///< so are the external planners that the user keeps
    bool merge = false;
    bool resume = false;
};

/// `arenascope sweep`: describes, checks and plans many files, each in a process of its own, into one table; or merges
/// such tables.
[[nodiscard]] ExitStatus run_sweep(const SweepArguments& given);

/// Arguments of `planners`.
struct PlannersArguments {
    FileArguments common;  ///< without a file
    std::string keep;      ///< NAME=exec:COMMAND to keep in the user's settings; empty: none
    std::string forget;    ///< NAME of one to remove; empty: none
    std::string import;    ///< file with a list of external planners; empty: none
};

/// `arenascope planners`: lists planners and their options, or changes the external planners of the user's settings.
[[nodiscard]] ExitStatus run_planners(const PlannersArguments& arguments);

}  // namespace arenascope
