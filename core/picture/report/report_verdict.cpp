#include "core/picture/report/report_verdict.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/analysis/verdict/verdict.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/format/document.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"
#include "core/model/memory/peak_standing.h"
#include "core/model/memory/region_excess.h"

namespace arenascope {
namespace {

/// Amounts of one sentence have one unit, that of the largest of them.
std::string amount(Bytes bytes, Bytes largest) {
    return amount_text(bytes, unit_for(largest));
}

/// The verdict that all parts of the program give, with what limits it.
std::vector<ReportSentence> verdict_lines(const ReportContent& content) {
    const Verdict& verdict = content.verdict;
    std::vector<ReportSentence> lines = {{verdict.text(), figure_tone(verdict.tone)}};
    if (const std::string busiest = busiest_text(verdict, *content.page.problem); !busiest.empty()) {
        lines.push_back({busiest, FigureTone::plain});
    }
    return lines;
}

/// Of several regions, the one with the highest peak need not be the one that wastes most.
std::string of_other_regions(const Problem& problem, const Layout& layout) {
    const auto excess = problem.regions.size() > 1 ? largest_excess(problem, layout) : std::nullopt;
    return excess ? " Region " + in_quotes(problem.regions[excess->region].name) + " is " +
                        percent_text(excess->share) + " above its own threshold."
                  : std::string();
}

/// Of several memories, the one that a figure belongs to: ", in region 'sram',"; empty of a single one.
std::string place_words(const Problem& problem, RegionIndex region, std::string_view before, std::string_view after) {
    return problem.regions.size() == 1
               ? std::string()
               : std::string(before) + "region " + in_quotes(problem.regions[region].name) + std::string(after);
}

/// Whether the peak is high is for the verdict to say. `is_all`: every size is known.
ReportSentence standing(const Problem& problem, const Layout& layout, const PlanHeight& height, bool is_all) {
    const RegionIndex highest = peak_region(problem, layout);
    const Offset top = peak(problem, layout, highest);
    const Bytes largest = std::max(top - Offset(0), height.threshold);
    const std::string peak_words = "The peak of " + std::string(height.peak ? "" : "the placed buffers, ") +
                                   amount(top - Offset(0), largest) + place_words(problem, highest, ", in ", ",");
    const std::string threshold_words =
        amount(height.threshold, largest) +
        (*height.threshold_in == highest ? std::string() : place_words(problem, *height.threshold_in, " of ", ""));
    switch (peak_standing(top, height.threshold, height.peak.has_value())) {
        case PeakStanding::above:
            return {peak_words + " is " + percent_text(fragmentation(top, height.threshold)) +
                        " above the theoretical threshold of " + threshold_words + ".",
                    FigureTone::plain};
        case PeakStanding::at_threshold:
            // That of a layout that shares memory is the threshold of its own arrangement.
            return {peak_words + " is at the theoretical threshold" +
                        (!is_all                   ? " of the known sizes."
                         : !layout.sharing.empty() ? " of this sharing."
                                                   : ": no layout without sharing is lower."),
                    FigureTone::plain};
        case PeakStanding::overlapping:
            return {
                peak_words + " is below the theoretical threshold of " + threshold_words + ", because buffers overlap.",
                FigureTone::worrying};
        case PeakStanding::unfinished:
            break;
    }
    return {peak_words + " may still rise: not every buffer is placed.", FigureTone::plain};
}

void add_open_sizes(std::vector<ReportSentence>& lines, const ReportContent& content) {
    const OpenSizes sizes = open_sizes(*content.page.problem, content.left_out);
    const auto add = [&lines](std::size_t number, const std::string& one, const std::string& many,
                              const std::string& rest) {
        if (number > 0) {
            lines.push_back({counted(number, one, many) + rest, FigureTone::worrying});
        }
    };
    add(sizes.unknown, "tensor has no known size", "tensors have no known size", ", so that no figure counts them.");
    add(sizes.left_out, "value is left out", "values are left out", ", so that no figure counts them.");
    add(sizes.assumed, "dimension is left open and was assumed", "dimensions are left open and were assumed", ".");
    add(sizes.bounded, "size depends on the data and is taken at its largest",
        "sizes depend on the data and are taken at their largest", ".");
}

}  // namespace

std::string findings_text(const CheckReport& check) {
    std::string findings;
    const auto add = [&findings](std::uint64_t number, const std::string& one, const std::string& many) {
        if (number > 0) {
            findings += (findings.empty() ? "" : ", ") + counted(number, one, many);
        }
    };
    add(check.overlap_count, "pair of buffers overlaps", "pairs of buffers overlap");
    add(check.misaligned.size(), "buffer is misaligned", "buffers are misaligned");
    add(check.outside.size(), "buffer lies outside its region or its capacity",
        "buffers lie outside their regions or their capacity");
    add(check.unplaced.size(), "buffer is not placed", "buffers are not placed");
    add(check.contradictions.size(), "statement of the plan contradicts the rest",
        "statements of the plan contradict the rest");
    return findings;
}

ReportSentence soundness(const CheckReport& check, const SoundnessWords& words) {
    if (is_clean(check) && check.inferred_count > 0) {
        return {words.sound + " if " +
                    counted(check.inferred_count, "pair of buffers is meant", "pairs of buffers are meant") +
                    " to share memory: nothing but their bytes says so. The checker finds no other overlap, no "
                    "misaligned buffer and no buffer outside its region.",
                FigureTone::plain};
    }
    if (is_clean(check)) {
        return {words.sound + ": the checker finds no overlap, no misaligned buffer and no buffer outside its region.",
                FigureTone::good};
    }
    return {words.faulty + ": " + findings_text(check) + ".", FigureTone::worrying};
}

std::vector<ReportSentence> verdicts(const ReportContent& content, const PlanSummary& summary) {
    const Problem& problem = *content.page.problem;
    if (lacks_all_sizes(problem)) {
        std::vector<ReportSentence> lines = {{content.verdict.text(), figure_tone(content.verdict.tone)}};
        add_open_sizes(lines, content);
        return lines;
    }
    const OpenSizes sizes = open_sizes(problem, content.left_out);
    std::vector<ReportSentence> lines = verdict_lines(content);
    const bool is_unsound = content.verdict.state == VerdictState::unsound;
    lines.push_back(soundness(*content.check, {"Sound", is_unsound ? "Not sound" : "The checker finds"}));
    if (has_segment_regions(problem)) {
        lines.push_back({"The addresses are those that an allocator gave in a recorded run; nobody planned them.",
                         FigureTone::plain});
    } else {
        ReportSentence against_threshold =
            standing(problem, *content.page.layout, summary.height, sizes.unknown + sizes.left_out == 0);
        if (const std::string others = of_other_regions(problem, *content.page.layout); !others.empty()) {
            against_threshold = {against_threshold.text + others, FigureTone::worrying};
        }
        lines.push_back(std::move(against_threshold));
    }
    add_open_sizes(lines, content);
    if (problem.graph && problem.graph->has_only_tensors) {
        lines.push_back(
            {"The figures are those of the tensors alone: scratch of the kernels, and what the runtime "
             "keeps for itself, come on top.",
             FigureTone::plain});
    }
    return lines;
}

}  // namespace arenascope
