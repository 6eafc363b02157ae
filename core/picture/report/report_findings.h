#pragma once

#include <string>

#include "core/analysis/explain/peak_report.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/picture/report/report_content.h"

namespace arenascope {

/// The sections of a report with figures and lists, as HTML. Each is empty if there is nothing to say. Amounts that
/// `info --json` and `explain --json` print stand in `<data value="…">`, so that a program can read them, too.

/// Counts and amounts of the plan, and a table of its regions.
[[nodiscard]] std::string figures_section(const ReportContent& content, const PlanSummary& summary,
                                          const PeakReport& peak);
/// The largest buffers at the peak's step with their shares, and the sums of groups: by operator type, by kind, or of a
/// recorded allocator by line of code.
[[nodiscard]] std::string contributors_section(const ReportContent& content, const PeakReport& peak);
/// The chain that carries the peak and the holes under it, in the words of `explain`.
[[nodiscard]] std::string peak_section(const ReportContent& content, const PeakReport& peak);
/// Overlapping pairs, contradictions, and buffers that are misaligned, outside or not placed.
[[nodiscard]] std::string findings_section(const ReportContent& content);

}  // namespace arenascope
