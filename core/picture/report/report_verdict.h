#pragma once

#include <string>
#include <vector>

#include "core/analysis/explain/plan_summary.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/report/report_content.h"

namespace arenascope {

/// A sentence of the verdict, and whether it is good news.
struct Verdict {
    std::string text;
    FigureTone tone = FigureTone::plain;
    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// The first lines of a report: whether the plan is sound by the checker, whether it fits the capacity, how its peak
/// stands to the threshold, and whether sizes are missing in the figures. Linear in the regions.
[[nodiscard]] std::vector<Verdict> verdicts(const ReportContent& content, const PlanSummary& summary);

}  // namespace arenascope
