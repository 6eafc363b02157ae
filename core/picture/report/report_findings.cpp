#include "core/picture/report/report_findings.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/analysis/compare/plan_totals.h"
#include "core/analysis/explain/layout_figures.h"
#include "core/base/text/amount.h"
#include "core/check/contradictions.h"
#include "core/format/registry.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/live_share.h"
#include "core/model/memory/makers.h"
#include "core/picture/report/browser_text.h"
#include "core/picture/report/html_text.h"

namespace arenascope {
namespace {

constexpr std::size_t most_contributors = 15;
constexpr std::size_t most_groups = 12;
constexpr std::size_t most_links = 100;
constexpr std::size_t most_holes = 20;
constexpr std::size_t most_findings = 100;
constexpr std::size_t most_regions_listed = 200;

std::string exact(Bytes bytes) {
    return grouped(bytes) + " B";
}

/// Rows of figures: a name, a value that programs can read, and what stands beside it.
class FigureList {
public:
    /// `unit`: of all rounded amounts, which stand beside their bytes.
    explicit FigureList(Unit unit) : unit_(unit) {}

    void amount(const std::string& id, const std::string& name, Bytes bytes, const std::string& detail = {}) {
        std::string beside = unit_ == Unit::bytes ? std::string() : amount_text(bytes, unit_);
        beside += (beside.empty() || detail.empty() ? "" : ", ") + detail;
        add(id, name, std::to_string(bytes.value()), exact(bytes), beside);
    }
    void number(const std::string& id, const std::string& name, std::int64_t number, const std::string& detail = {}) {
        add(id, name, std::to_string(number), grouped(number), detail);
    }
    void text(const std::string& name, const std::string& value) {
        text_ += "<dt>" + html_text(name) + "</dt><dd>" + html_text(value) + "</dd>\n";
    }
    [[nodiscard]] std::string html() const { return "<dl class=\"figures\">\n" + text_ + "</dl>\n"; }

private:
    void add(const std::string& id, const std::string& name, const std::string& value, const std::string& shown,
             const std::string& detail) {
        text_ += "<dt>" + html_text(name) + "</dt><dd><data id=\"figure-" + id + "\" value=\"" + value + "\">" +
                 html_text(shown) + "</data>" + (detail.empty() ? "" : " <span>" + html_text(detail) + "</span>") +
                 "</dd>\n";
    }
    Unit unit_;
    std::string text_;
};

std::string regions_table(const Problem& problem, const PlanSummary& summary) {
    return html_facts("Regions, in bytes",
                      {{"region", "name"},
                       {"buffers", "buffers"},
                       {"capacity", "capacity", {}, false, "none"},
                       {"alignment", "alignment"},
                       {"peak", "peak"},
                       {"threshold", "threshold"}},
                      region_facts(problem, summary), most_regions_listed);
}

std::string groups_table(const ReportContent& content, const PeakReport& peak) {
    const Problem& problem = *content.page.problem;
    const GroupBy by = problem.graph ? GroupBy::operator_type : GroupBy::kind;
    const Comparand plan{problem, *content.page.layout};
    const LivePeak moment{peak.peak_step, peak.region};
    std::vector<GroupTotal> groups = group_totals(plan, moment, plan, moment, by);
    std::ranges::stable_sort(groups, std::greater{}, [](const GroupTotal& group) { return group.first.at_peak; });
    std::erase_if(groups, [](const GroupTotal& group) { return group.first.at_peak == Bytes(0); });
    std::vector<std::vector<std::string>> rows;
    for (const GroupTotal& group : groups) {
        if (rows.size() == most_groups) {
            break;
        }
        rows.push_back({group.name.empty() ? "no operator writes it" : report_name(group.name),
                        grouped(group.first.buffers), grouped(group.first.at_peak),
                        percent_text(static_cast<double>(group.first.at_peak.value()) /
                                     static_cast<double>(std::max<std::int64_t>(peak.threshold.value(), 1)))});
    }
    return html_table(by == GroupBy::kind ? "Sums by kind" : "Sums by the type of the operator that writes them",
                      {{by == GroupBy::kind ? "kind" : "operator type"},
                       {"buffers in all", true},
                       {"bytes at the step", true},
                       {"share", true}},
                      rows, more_words(groups.size() - rows.size()));
}

std::string makers_table(const Problem& problem) {
    const Makers found = makers_of(problem);
    std::vector<std::vector<std::string>> rows;
    for (const Maker& maker : found.makers) {
        if (rows.size() < most_groups && maker.at_peak > Bytes(0)) {
            rows.push_back(
                {maker.frame == StackFrameIndex::none() ? "code that is not recorded" : report_name(maker.name),
                 grouped(maker.buffers), grouped(maker.at_peak)});
        }
    }
    return html_table("Sums by the line of code that made them, at step " + grouped(found.peak_step),
                      {{"line of code"}, {"allocations in all", true}, {"bytes at the step", true}}, rows);
}

/// The largest buffers of a live set.
std::string largest_table(const ReportContent& content, std::vector<LiveShare> live, Bytes whole) {
    const Problem& problem = *content.page.problem;
    const bool shares = !content.page.layout->sharing.empty();
    std::ranges::stable_sort(live, std::greater{},
                             [](const LiveShare& each) { return std::pair(each.counted, each.used); });
    std::vector<HtmlColumn> columns = {{"buffer"}, {"bytes", true}};
    if (shares) {
        columns.push_back({"counted", true});
    }
    for (const HtmlColumn& column :
         {HtmlColumn{"share", true}, HtmlColumn{"offset", true}, HtmlColumn{"lifetime", true}}) {
        columns.push_back(column);
    }
    std::vector<std::vector<std::string>> rows;
    Bytes rest;
    for (const LiveShare& each : live) {
        if (rows.size() == most_contributors) {
            rest = rest + each.counted;
            continue;
        }
        const Buffer& buffer = problem.buffers[each.buffer];
        const auto& placement = content.page.layout->placements[each.buffer];
        rows.push_back({report_name(buffer.name), grouped(each.used)});
        if (shares) {
            rows.back().push_back(grouped(each.counted));
        }
        rows.back().push_back(percent_text(static_cast<double>(each.counted.value()) /
                                           static_cast<double>(std::max<std::int64_t>(whole.value(), 1))));
        rows.back().push_back(placement ? grouped(placement->offset) : "not placed");
        rows.back().push_back(range_text(buffer.lifetime.begin, buffer.lifetime.end));
    }
    return html_table("Largest of " + grouped(live.size()) + " buffers", columns, rows,
                      more_words(live.size() - rows.size(), " with " + exact(rest)));
}

/// Some of the pairs below a heading; empty if there is none. `are_numbered`: as the picture numbers them.
std::string pairs_list(const Problem& problem, const std::string& heading, const std::vector<Overlap>& listed,
                       std::uint64_t count, bool are_numbered) {
    if (count == 0) {
        return {};
    }
    std::vector<std::string> pairs;
    for (const Overlap& overlap : listed) {
        if (pairs.size() == most_findings) {
            break;
        }
        const std::string number = are_numbered ? std::to_string(pairs.size() + 1) + ": " : std::string();
        pairs.push_back(number + report_name(problem.buffers[overlap.a].name) + " and " +
                        report_name(problem.buffers[overlap.b].name) + " share steps [" + grouped(overlap.steps.begin) +
                        ", " + grouped(overlap.steps.end) + ") and bytes [" + grouped(overlap.bytes.from) + ", " +
                        grouped(overlap.bytes.to) + ")");
    }
    const std::uint64_t more = count - pairs.size();
    return "<h3>" + html_text(heading) + "</h3>\n" + html_list(pairs, most_findings) +
           (more > 0 ? html_paragraph("and " + grouped(more) + " more") : std::string());
}

/// The memories whose peak is not explained, each with its own figures.
std::string other_regions_table(const Problem& problem, const PeakReport& peak) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < problem.regions.size() && rows.size() < most_regions_listed; ++i) {
        const RegionHeight& height = peak.regions[RegionIndex(i)];
        if (RegionIndex(i) == peak.region) {
            continue;
        }
        const bool is_placed = height.peak && height.unplaced == 0;
        rows.push_back({report_name(problem.regions[i].name), height.peak ? grouped(*height.peak) : "",
                        grouped(height.threshold), grouped(height.peak_step),
                        is_placed ? percent_text(fragmentation(*height.peak, height.threshold), true) : "",
                        grouped(height.unplaced)});
    }
    return rows.empty() ? std::string()
                        : html_table("the other regions, each with its own threshold",
                                     {{"region"},
                                      {"peak", true},
                                      {"threshold", true},
                                      {"at step", true},
                                      {"above it", true},
                                      {"not placed", true}},
                                     rows, more_words(problem.regions.size() - 1 - rows.size()));
}

std::string named_list(const Problem& problem, const std::string& title, const std::vector<BufferIndex>& buffers) {
    std::vector<std::string> names;
    for (const BufferIndex buffer : buffers) {
        names.push_back(report_name(problem.buffers[buffer].name));
    }
    return names.empty() ? std::string() : "<h3>" + html_text(title) + "</h3>\n" + html_list(names, most_findings);
}

}  // namespace

std::string figures_section(const ReportContent& content, const PlanSummary& summary, const PeakReport& peak) {
    const Problem& problem = *content.page.problem;
    const PlanHeight& height = summary.height;
    FigureList list(unit_for(std::max(height.threshold, peak.peak - Offset(0))));
    if (has_segment_regions(problem)) {
        const AllocatorFigures figures = allocator_figures(problem);
        list.amount("threshold", "highest live size", figures.highest_live,
                    "first at step " + grouped(figures.highest_live_at));
        list.amount("highest-reserved", "highest reserved size", figures.highest_reserved,
                    "first at step " + grouped(figures.highest_reserved_at));
        list.number("out-of-memory", "failed allocations",
                    static_cast<std::int64_t>(problem.history->out_of_memory.size()));
    } else {
        // Of several memories, the highest peak and the highest threshold may belong to different ones.
        const auto in_region = [&](RegionIndex region, const std::string& before) {
            return problem.regions.size() > 1 ? before + "in region " + report_name(problem.regions[region].name)
                                              : std::string();
        };
        if (height.peak) {
            list.amount("peak", "peak", *height.peak - Offset(0), in_region(*height.peak_in, {}));
        } else {
            list.amount("placed-peak", "peak of the placed buffers", peak.peak - Offset(0), in_region(peak.region, {}));
            list.number("unplaced", "not placed",
                        std::ranges::count_if(content.page.layout->placements,
                                              [](const auto& placement) { return !placement; }));
        }
        list.amount("threshold", "theoretical threshold", height.threshold,
                    "first at step " + grouped(height.peak_step) + in_region(*height.threshold_in, ", "));
        if (height.peak) {
            const Bytes excess = *height.peak - Offset(0) - height.threshold;
            list.amount("excess", "excess over the threshold", excess,
                        "fragmentation " + percent_text(fragmentation(*height.peak, height.threshold)));
        }
    }
    list.number("peak-step", has_segment_regions(problem) ? "step of the highest live size" : "step of the threshold",
                height.peak_step.value());
    list.number("buffers", "buffers", static_cast<std::int64_t>(problem.buffers.size()));
    list.number("steps", "steps", length(summary.steps).value(), range_text(summary.steps.begin, summary.steps.end));
    list.amount("total-bytes", "total of all sizes", summary.total);
    list.number("overlaps", "overlapping pairs", static_cast<std::int64_t>(content.check->overlap_count));
    list.text("format of the file", std::string(name_of(content.format)));
    return html_section("figures", "Figures",
                        "<div class=\"columns\">\n" + list.html() +
                            (has_segment_regions(problem) ? "" : regions_table(problem, summary)) + "</div>\n");
}

std::string contributors_section(const ReportContent& content, const PeakReport& peak) {
    const Problem& problem = *content.page.problem;
    if (problem.history) {
        const AllocatorFigures figures = allocator_figures(problem);
        return html_section(
            "contributors",
            "What is alive at step " + grouped(figures.highest_live_at) + ", where the live size is highest",
            makers_table(problem) + largest_table(content,
                                                  live_shares(problem, *content.page.layout, figures.highest_live_at),
                                                  figures.highest_live));
    }
    if (peak.live.empty()) {
        return {};
    }
    const std::string where =
        problem.regions.size() > 1 ? " in region " + report_name(problem.regions[peak.region].name) : std::string();
    return html_section(
        "contributors",
        "What is alive" + where + " at step " + grouped(peak.peak_step) + ", where the live size is at the threshold",
        html_paragraph("A share is of the threshold" + where + ", " + exact(peak.threshold) +
                       (content.page.layout->sharing.empty()
                            ? "."
                            : ". Bytes that buffers share count once, for the buffer that begins lowest.")) +
            largest_table(content, peak.live, peak.threshold) + groups_table(content, peak));
}

std::string peak_section(const ReportContent& content, const PeakReport& peak) {
    const Problem& problem = *content.page.problem;
    // The chain of a peak says nothing about addresses that nobody planned.
    if (has_segment_regions(problem)) {
        return {};
    }
    const std::size_t unplaced = peak.regions[peak.region].unplaced;
    std::string text = "<p>";
    if (problem.regions.size() > 1) {
        text += "region " + html_text(report_name(problem.regions[peak.region].name)) + ": ";
    }
    text += "peak <data id=\"explained-peak\" value=\"" + std::to_string(peak.peak.value()) + "\">" +
            html_text(exact(peak.peak - Offset(0))) + "</data>" + (unplaced == 0 ? "" : " of the placed buffers") +
            ", threshold <data id=\"explained-threshold\" value=\"" + std::to_string(peak.threshold.value()) + "\">" +
            html_text(exact(peak.threshold)) + "</data> at step " + grouped(peak.peak_step);
    if (unplaced == 0) {
        text += " (" + percent_text(fragmentation(peak.peak, peak.threshold), true) + ")";
    }
    text += "</p>\n";
    text += peak.chain.empty() ? html_paragraph("no buffer carries the peak")
                               : html_facts("chain that carries the peak, top down",
                                            {{"buffer", "name"},
                                             {"offset", "offset"},
                                             {"size", "size"},
                                             {"over a hole of", "hole_below", {}, true}},
                                            chain_facts(problem, peak.chain), most_links, " below");
    text += peak.holes.empty() ? html_paragraph("no holes under the chain")
                               : html_facts("holes under the chain, largest first",
                                            {{"steps", "begin", "end"}, {"bytes", "from", "to"}, {"size", "bytes"}},
                                            hole_facts(peak.holes), most_holes);
    if (!peak.holes.empty()) {
        text += html_paragraph(
            "Each buffer of the chain rests on the one below. To lower the peak, move one of them "
            "into a hole.");
    }
    text += other_regions_table(problem, peak);
    return html_section("peak", "Why the peak is so high", text);
}

std::string findings_section(const ReportContent& content) {
    const Problem& problem = *content.page.problem;
    const CheckReport& check = *content.check;
    std::string text;
    text += pairs_list(problem, "Overlaps", check.overlaps, check.overlap_count, true);
    if (!check.contradictions.empty()) {
        std::vector<std::string> sentences;
        for (const Contradiction& found : check.contradictions) {
            sentences.push_back(report_name(sentence_of(found, problem)));
        }
        text += "<h3>Contradictions</h3>\n" + html_list(sentences, most_findings);
    }
    text += named_list(problem, "Misaligned", check.misaligned);
    text += named_list(problem, "Outside their region or its capacity", check.outside);
    text += named_list(problem, "Not placed", check.unplaced);
    text += pairs_list(problem, "Shared by inference: nothing but the bytes says that they are meant to share",
                       check.inferred, check.inferred_count, false);
    return html_section("findings", "What the checker found", text);
}

}  // namespace arenascope
