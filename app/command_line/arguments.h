#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/file_arguments.h"
#include "core/format/document.h"
#include "core/memory/quantity.h"
#include "core/planner/planning.h"

namespace arenascope {

/// `--set KEY=VALUE` taken apart; the error names the one without `=`.
[[nodiscard]] Expected<std::vector<KeyValue>> parse_settings(const std::vector<std::string>& settings);

/// The settings that are the planner's, or the import's.
struct Settings {
    std::vector<KeyValue> planner;
    std::vector<KeyValue> import;
};

/// All settings, told apart by their keys.
[[nodiscard]] Expected<Settings> settings_of(const FileArguments& common);

/// Reads the file with what the settings say about importing models; `file` may be another than the common one. A
/// `dim.NAME` that the file does not have is an error, which lists the names it has.
[[nodiscard]] Expected<Document> open_document(const FileArguments& common, const std::string& file);

/// The same for one of two files that the settings are for: `check_dimensions` says what neither has.
[[nodiscard]] Expected<Document> open_one_of_two(const FileArguments& common, const std::string& file);

/// The error names a `dim.NAME` that none of the documents has, and lists the names they have.
[[nodiscard]] Expected<void> check_dimensions(const FileArguments& common,
                                              std::initializer_list<const Document*> documents);

/// Whether `--strict` makes a finding of the document: sizes are unknown, assumed or left out.
[[nodiscard]] bool is_strict_finding(const FileArguments& common, const Document& document);

/// Writes to standard error what the file's network leaves open, so that nobody takes figures for the whole truth; not
/// for `info`, which lists it.
void tell_open_sizes(const FileArguments& common, const Document& document, const std::string& file);

/// Writes to standard error all notes of reading, those on switches as they are. Not for `info`, which lists them.
void tell_notes(const FileArguments& common, const Document& document, const std::string& file);

/// Writes to standard error what became of the import's switches that were given, such as rules that fit no operator;
/// for files of which the other notes are not told.
void tell_switches(const FileArguments& common, const Document& document);

/// For sub-commands that do not plan, or not always: settings must still be some planner's or the import's, so that a
/// slip of the pen is told, and none that only `plan` heeds.
[[nodiscard]] Expected<void> check_settings(const FileArguments& common);

/// For sub-commands that read two files: standard input can be read once.
[[nodiscard]] Expected<void> check_standard_input(const FileArguments& common, const std::string& second);

/// Where the switch `deploy` wants the shortened execution list; empty where it is not given.
[[nodiscard]] Expected<std::string> deployment_file(const FileArguments& common);

/// The plan order that the common switches ask for. With a time limit the run stops at it; SIGINT, SIGTERM and SIGHUP,
/// which are listened for from here on, stop it too; SIGHUP not if the program was started with it ignored.
[[nodiscard]] Expected<PlanOrder> plan_order(const FileArguments& common, const std::string& planner,
                                             std::optional<double> time_limit_seconds);

/// Whether a signal has asked to stop.
[[nodiscard]] bool stop_requested();

/// What `--planner` takes in the place of a name where a file is shown: what it has placed, and nothing is planned.
inline constexpr std::string_view file_as_planner = "file";

/// A layout to show: the file's own where all its buffers are placed, where it is a trace, which is replayed as it was
/// recorded, and where `planner` is file_as_planner; else a new one by `planner`.
struct LoadedPlan {
    Problem problem;
    Layout layout;
    std::optional<Provenance> provenance;
    std::optional<Trace> trace;
    bool planned = false;  ///< true where the file was a problem and was planned first
};

[[nodiscard]] Expected<LoadedPlan> plan_if_needed(Document document, const FileArguments& common,
                                                  const std::string& planner);
}  // namespace arenascope
