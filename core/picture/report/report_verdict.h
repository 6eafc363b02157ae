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

/// The beginnings of a sentence about a plan: if it is sound, and before what the checker found.
struct SoundnessWords {
    std::string sound;   ///< "Sound", "A is sound"
    std::string faulty;  ///< "Not sound", "The checker finds in A"
};

/// Whether a plan is sound, and on what that rests. Tails above a capacity, and what has no room, are no faults: the
/// verdict says that they do not fit.
[[nodiscard]] ReportSentence soundness(const CheckReport& check, const SoundnessWords& words);

/// The first lines of a report: the verdict, what the checker found, how the peak stands to the threshold, and whether
/// sizes are missing in the figures. O(n log n).
[[nodiscard]] std::vector<ReportSentence> verdicts(const ReportContent& content, const PlanSummary& summary);

}  // namespace arenascope
