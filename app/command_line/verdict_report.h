#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/command_line/json_text.h"
#include "app/command_line/shown_layout.h"
#include "app/command_line/sub_commands.h"
#include "core/analysis/verdict/remedy.h"
#include "core/analysis/verdict/verdict.h"
#include "core/check/overlap_checker.h"
#include "core/format/document.h"
#include "core/picture/plan/file_verdict.h"
#include "core/planner/planning.h"

namespace arenascope {

/// The verdict on the layout of a document. `check`: of it; null: it is not checked. Computes the figures: O(n log n).
[[nodiscard]] Verdict verdict_on(const FileArguments& common, const Document& document, const CheckReport* check,
                                 std::vector<std::string> other_findings = {});

/// The same after the check of the layout.
[[nodiscard]] Verdict checked_verdict_on(const FileArguments& common, const Document& document);

/// The verdict on a plan that a planner made of a document. `known_lower`: a lower plan that is known.
[[nodiscard]] Verdict verdict_on(const FileArguments& common, const Document& document, const Plan& plan,
                                 std::optional<KnownLayout> known_lower = {});

/// The verdict on a shown layout of a document. `switches` are those of the import, `claims` those of the planner.
[[nodiscard]] Verdict verdict_on(const Document& document, const ShownLayout& shown, const CheckReport& check,
                                 std::span<const KeyValue> switches, const PlannerClaims& claims);

/// The verdict on a document that was planned, or has a layout of its own, which is checked.
[[nodiscard]] Verdict verdict_on(const FileArguments& common, const LoadedPlan& plan,
                                 std::optional<KnownLayout> known_lower = {});

/// The value of the key `verdict`.
[[nodiscard]] Json verdict_json(const Verdict& verdict, const Problem& problem, std::span<const Remedy> remedies = {});

/// What helps where a layout does not fit: empty if it fits, or if it has no capacity. `problem` and `given` are those
/// of the file, `today` is its layout or that of a planner, `made_by` its planner with default options, or empty.
/// `end`: when a time limit ends the search; empty: never.
[[nodiscard]] std::vector<Remedy> remedies_for(const Verdict& verdict, const FileArguments& common,
                                               const Problem& problem, const Layout& given, const Layout& today,
                                               const std::string& made_by, std::optional<Bytes> capacity,
                                               std::optional<std::chrono::steady_clock::time_point> end = {});

/// The best plan of another planner; see VerdictInput::known_lower.
[[nodiscard]] std::optional<KnownLayout> known_lower(std::span<const Remedy> remedies);

/// What to do about a plan that does not fit, as a clause: the remedy that fits, or the lowest one. `is_limited`: a
/// time limit may have left trials out.
[[nodiscard]] std::string cure_by(std::span<const Remedy> remedies, const Problem& problem, bool is_limited);

}  // namespace arenascope
