#include "core/picture/report/comparison_report.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/analysis/compare/change_list.h"
#include "core/base/text/amount.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/report_page.h"
#include "core/picture/report/report_picture.h"
#include "core/picture/report/report_verdict.h"

namespace arenascope {
namespace {

constexpr std::size_t most_changes = 500;
constexpr std::size_t most_notes = 100;

std::string bytes_text(std::int64_t bytes) {
    return grouped(bytes) + " B";
}

std::string signed_number(std::int64_t number) {
    return number > 0 ? "+" + grouped(number) : grouped(number);
}

std::string share_of_change(std::int64_t before, std::int64_t after) {
    return before <= 0
               ? std::string()
               : percent_text((static_cast<double>(after) - static_cast<double>(before)) / static_cast<double>(before),
                              true);
}

/// What B gains or loses against A.
ReportSentence peak_sentence(const ComparedPlans& plans) {
    const auto& a = plans.figures_of_a.height.peak;
    const auto& b = plans.figures_of_b.height.peak;
    if (!a || !b) {
        const std::string who = a   ? "B does not place all its buffers"
                                : b ? "A does not place all its buffers"
                                    : "Neither plan places all its buffers";
        return {who + ", so the peaks cannot be compared.", FigureTone::worrying};
    }
    const std::string what = plans.recorded.has_value() ? "highest reserved size" : "peak";
    if (*a == *b) {
        return {"Both plans have the same " + what + ", " + bytes_text(a->value()) + ".", FigureTone::plain};
    }
    const bool grew = *b > *a;
    return {"The " + what + " of B is " + bytes_text(std::abs((*b - *a).value())) + (grew ? " higher" : " lower") +
                " than that of A: " + bytes_text(a->value()) + " → " + bytes_text(b->value()) + ", " +
                share_of_change(a->value(), b->value()) + ".",
            grew ? FigureTone::worrying : FigureTone::good};
}

ReportSentence check_sentence(const std::string& plan, const CheckReport& check) {
    return soundness(check, {plan + " is sound", "The checker finds in " + plan});
}

std::vector<ReportSentence> sentences(const ComparisonReport& report) {
    std::vector<ReportSentence> all = {peak_sentence(*report.plans), check_sentence("A", *report.a.check),
                                       check_sentence("B", *report.b.check)};
    if (const std::string matching = matching_words(report.plans->steps); !matching.empty()) {
        all.push_back({"Of the steps: " + matching + ".",
                       report.plans->steps.by == StepsMatchedBy::nothing ? FigureTone::worrying : FigureTone::plain});
    }
    return all;
}

/// The figures of both plans, with their changes.
std::string figures_section(const ComparisonReport& report) {
    const ComparedPlans& plans = *report.plans;
    const PlanFigures& a = plans.figures_of_a;
    const PlanFigures& b = plans.figures_of_b;
    std::vector<std::vector<std::string>> rows = {{"plan", report.a.name, report.b.name, ""}};
    const auto add = [&rows](const std::string& name, std::int64_t before, std::int64_t after) {
        rows.push_back({name, grouped(before), grouped(after), signed_number(after - before)});
    };
    const auto peak_text = [](const PlanFigures& figures) {
        return figures.height.peak ? grouped(*figures.height.peak) : std::string("not placed");
    };
    const bool recorded = plans.recorded.has_value();
    const std::string peak_name = recorded ? "highest reserved size, B" : "peak, B";
    if (a.height.peak && b.height.peak) {
        add(peak_name, a.height.peak->value(), b.height.peak->value());
    } else {
        rows.push_back({peak_name, peak_text(a), peak_text(b), ""});
    }
    add(recorded ? "highest live size, B" : "threshold, B", a.height.threshold.value(), b.height.threshold.value());
    if (!recorded) {
        add("buffers over the threshold", static_cast<std::int64_t>(a.over), static_cast<std::int64_t>(b.over));
    }
    if (!recorded) {
        add("highest free sum, B", a.largest_free.value(), b.largest_free.value());
    }
    add("buffers", static_cast<std::int64_t>(a.buffers), static_cast<std::int64_t>(b.buffers));
    add("all sizes, shared bytes once, B", a.total.value(), b.total.value());
    add("overlapping pairs", static_cast<std::int64_t>(report.a.check->overlap_count),
        static_cast<std::int64_t>(report.b.check->overlap_count));
    std::string text =
        html_table("Figures of both plans", {{"figure"}, {"A", true}, {"B", true}, {"change", true}}, rows);
    if (plans.steps.by != StepsMatchedBy::nothing) {
        const LiveDifference& live = plans.live.at_first;
        text += html_paragraph("Live size of B minus that of A, step by step: " + signed_number(live.least.value()) +
                               " B to " + signed_number(live.most.value()) + " B.");
    }
    return html_section("figures", "Figures", text);
}

std::string changes_section(const ComparedPlans& plans) {
    const PlanChanges& changes = plans.changes;
    const auto bytes = [](std::size_t count, Bytes size) {
        return grouped(count) + (count == 0 ? std::string() : " (" + bytes_text(size.value()) + ")");
    };
    const FactTable facts = change_facts(plans, most_changes);
    const std::size_t more = difference_count(changes) - facts.rows.size();
    std::string text = html_paragraph(
        "Moved " + bytes(changes.moved, plans.changed.moved) + ", added " + bytes(changes.added, plans.changed.added) +
        ", removed " + bytes(changes.removed, plans.changed.removed) + ", renamed " + grouped(changes.renamed) +
        ", resized " + grouped(changes.resized) + ", retimed " + grouped(changes.retimed) +
        ". Bytes that buffers share count once.");
    if (facts.rows.empty()) {
        text += html_paragraph("Both plans are the same.");
    } else {
        text += html_facts("Buffers that differ, the farthest move first, in bytes",
                           {{"buffer", "name"},
                            {"change", "change"},
                            {"size in A", "size_a", {}, false, "–"},
                            {"size in B", "size_b", {}, false, "–"},
                            {"offset in A", "offset_a", {}, false, "–"},
                            {"offset in B", "offset_b", {}, false, "–"},
                            {"moved", "moved", {}, false, "–"}},
                           facts, most_changes);
    }
    if (more > 0) {
        text += html_paragraph(more_words(more));
    }
    return html_section("changes", "Changes", text);
}

std::string reader_notes_section(const ComparisonReport& report) {
    std::vector<std::string> notes;
    for (const auto& [plan, name] : {std::pair(&report.a, "A: "), std::pair(&report.b, "B: ")}) {
        for (const std::string& note : plan->notes) {
            notes.push_back(name + note);
        }
    }
    return html_section("notes", "Notes of the program", html_list(notes, most_notes));
}

std::string command_section(const ComparisonReport& report) {
    const std::string obstacle = obstacle_of_comparison(report.a.reproduction, report.b.reproduction);
    if (!obstacle.empty()) {
        return html_section("origin", "How to make it again",
                            html_paragraph("No command makes this report again, because " + obstacle +
                                           ". Save both plans as files to compare them again."));
    }
    std::vector<std::string> lacks = report.a.reproduction.lacks;
    for (const std::string& lack : report.b.reproduction.lacks) {
        if (std::ranges::find(lacks, lack) == lacks.end()) {
            lacks.push_back(lack);
        }
    }
    return html_section(
        "origin", "How to make it again",
        html_paragraph("This command makes this report again, " + likeness(lacks) + ", in the folder of the files:") +
            "<div id=\"command\">" + command_html(comparing_command(report.a.reproduction, report.b.reproduction)) +
            "</div>\n");
}

}  // namespace

Expected<std::string> comparison_report(const ComparisonReport& report) {
    ThemeColors colors(std::nullopt);
    ReportContent drawn;
    drawn.page = report.page;
    drawn.check = report.a.check;  // the picture takes its overlaps from the page
    drawn.annotations.pinned_notes.assign(report.page.pinned_notes.begin(), report.page.pinned_notes.end());
    const auto picture = report_picture(drawn, colors);
    if (!picture) {
        return tl::unexpected(picture.error());
    }
    std::string text = report_header(report.page.title, sentences(report));
    text += figures_section(report);
    text += picture_section(*picture);
    text += changes_section(*report.plans);
    text += pinned_notes_section(*report.page.problem, drawn.annotations.pinned_notes);
    text += reader_notes_section(report);
    text += command_section(report);
    return report_page({report.page.title, std::move(text), picture->axes}, colors);
}

}  // namespace arenascope
