#pragma once

#include <string>
#include <vector>

#include "core/analysis/explain/plan_summary.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/report/report_content.h"

namespace arenascope {

/// A sentence of a report, and whether it is good news.
struct ReportSentence {
    std::string text;
    FigureTone tone = FigureTone::plain;
    friend bool operator==(const ReportSentence&, const ReportSentence&) = default;
};

/// What the checker found, as counts: "2 pairs of buffers overlap, 1 buffer is misaligned". Empty: nothing.
[[nodiscard]] std::string findings_text(const CheckReport& check);

/// The first lines of a report: the verdict, what the checker found, how the peak stands to the threshold, and whether
/// sizes are missing in the figures. O(n log n).
[[nodiscard]] std::vector<ReportSentence> verdicts(const ReportContent& content, const PlanSummary& summary);

}  // namespace arenascope
