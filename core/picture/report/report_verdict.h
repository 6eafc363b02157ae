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

/// The first lines of a report: the verdict, what the checker found, how the peak stands to the threshold, and whether
/// sizes are missing in the figures. O(n log n).
[[nodiscard]] std::vector<ReportSentence> verdicts(const ReportContent& content, const PlanSummary& summary);

}  // namespace arenascope
