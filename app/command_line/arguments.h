#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/sub_commands.h"
#include "app/session/exit_status.h"
#include "core/format/document.h"
#include "core/model/edit/hand_edit.h"
#include "core/model/memory/quantity.h"
#include "core/picture/plan/file_verdict.h"
#include "core/planner/planning.h"

namespace arenascope {

/// Splits `--set KEY=VALUE`. The error names the first setting without `=`.
[[nodiscard]] Expected<std::vector<KeyValue>> parse_settings(const std::vector<std::string>& settings);

/// Settings, separated into those of the planner and those of the import.
struct Settings {
    std::vector<KeyValue> planner;
    std::vector<KeyValue> import;
    std::string deployment = {};  ///< the file of `deploy`, which belongs to no planner; empty: not given
};

/// All settings, separated by their keys.
[[nodiscard]] Expected<Settings> settings_of(const FileArguments& common);

/// Reads `file` with the import settings; it may differ from the file in `common`. A switch that its format does not
/// have, or an unknown `dim.NAME`, is an error that lists the known names.
[[nodiscard]] Expected<Document> open_document(const FileArguments& common, const std::string& file);

/// Opens the file in `common`, and writes what is open in it to standard error: see report_open_sizes() and
/// report_notes().
[[nodiscard]] Expected<Document> open_and_report(const FileArguments& common);

/// The same for a command with two files: a switch or a `dim.NAME` that this one lacks may be for the other one. Ends
/// with check_import().
[[nodiscard]] Expected<Document> open_one_of_two(const FileArguments& common, const std::string& file);

/// An error if a switch of the import, or a `dim.NAME`, belongs to none of the documents. It lists the known names.
[[nodiscard]] Expected<void> check_import(const FileArguments& common,
                                          std::initializer_list<const Document*> documents);

/// Whether the document is a finding with `--strict`: sizes are unknown, assumed or left out.
[[nodiscard]] bool is_strict_finding(const FileArguments& common, const Document& document);

/// Writes the number of unknown, assumed, bounded and left-out sizes to standard error. Not for `info`, which lists
/// them.
void report_open_sizes(const FileArguments& common, const Document& document, const std::string& file);

/// Writes all notes of reading to standard error. Not for `info`, which lists them.
void report_notes(const FileArguments& common, const Document& document, const std::string& file);

/// Writes only the notes on import switches to standard error, such as rules that fit no operator.
void report_switch_notes(const FileArguments& common, const Document& document);

/// For sub-commands that may not plan: an error if a setting belongs to no planner and not to the import, or only to
/// `plan`.
[[nodiscard]] Expected<void> check_settings(const FileArguments& common);

/// For sub-commands with two files: standard input can be read only once.
[[nodiscard]] Expected<void> check_standard_input(const FileArguments& common, const std::string& second);

/// The file for the deployment, from the setting `deploy`; empty: not given.
[[nodiscard]] Expected<std::string> deployment_file(const FileArguments& common);

/// The plan order from the common arguments, with the external planner that `planner` may be. The run stops at the time
/// limit. From here on, it also stops at a signal, see handle_stop_signals().
[[nodiscard]] Expected<PlanOrder> plan_order(const FileArguments& common, const std::string& planner,
                                             std::optional<double> time_limit_seconds);

/// Runs the planner of the order, with progress on the terminal. The planner is number `number` of `count` that run one
/// after the other.
[[nodiscard]] Expected<Plan> run_with_progress(const Document& document, const FileArguments& common, PlanOrder order,
                                               std::size_t number = 1, std::size_t count = 1);

/// The number of threads that planners may use.
[[nodiscard]] int thread_count(const FileArguments& common);

/// The error for a run that was stopped before any layout was complete. `plan`: what it gave, if that is known; an
/// external planner then says why.
[[nodiscard]] Error stopped_without_layout(const FileArguments& common, const Plan* plan = nullptr);

/// The exit status after an error of plan_if_needed(): stopped after a stop signal, else unusable.
[[nodiscard]] ExitStatus status_of_failed_planning();

/// Notes on standard error what the format of the file `path` cannot store, see lost_in(). Nothing if `lost` is empty.
void report_lost(const FileArguments& common, const std::string& path, const std::string& lost);

/// The value of `--planner` that shows the file's own layout without planning.
inline constexpr std::string_view file_as_planner = "file";

/// A layout to show. It is the file's own if all buffers are placed, if the file is a trace, or if `planner` is
/// file_as_planner. Else it is planned by `planner`.
struct LoadedPlan {
    Document document;                    ///< planned if the file was a problem, then with the trace of the run
    bool planned = false;                 ///< whether it was
    std::vector<std::string> notes = {};  ///< of the planner
    PlannerClaims claims = {};            ///< likewise
};

/// Errors are those of the settings and of the planner, and a run that was stopped before any layout was complete.
[[nodiscard]] Expected<LoadedPlan> plan_if_needed(Document document, const FileArguments& common,
                                                  const std::string& planner);

/// Plans the problem of a document and records the run, whatever the document has placed. Errors as above.
[[nodiscard]] Expected<LoadedPlan> plan_anew(Document document, const FileArguments& common,
                                             const std::string& planner);
}  // namespace arenascope
