#include <algorithm>
#include <filesystem>
#include <future>
#include <iterator>
#include <memory>
#include <utility>

#include "app/command_line/allocator_comparison.h"
#include "app/command_line/arguments.h"
#include "app/command_line/export_command.h"
#include "app/command_line/gate_report.h"
#include "app/command_line/json_text.h"
#include "app/command_line/markdown_report.h"
#include "app/command_line/message.h"
#include "app/command_line/sub_commands.h"
#include "app/session/comparison_picture.h"
#include "core/analysis/compare/compared_plans.h"
#include "core/analysis/compare/region_growth.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/base/error/quotation.h"
#include "core/base/file/atomic_file.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/base/text/percentage.h"
#include "core/base/text/plain_text.h"
#include "core/check/overlap_checker.h"
#include "core/format/document.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/tiers/rectangle_classifier.h"

namespace arenascope {
namespace {

/// The allowed growth of a region's peak: bytes, or per cent of the first peak.
struct GrowthLimit {
    std::int64_t bytes = 0;
    std::optional<double> percent;

    [[nodiscard]] bool exceeded_by(Offset first, Offset second) const {
        const auto growth = second - first;
        return percent ? static_cast<double>(growth.value()) > static_cast<double>(first.value()) * *percent / 100.0
                       : growth.value() > bytes;
    }
};

Expected<GrowthLimit> parse_growth(const std::string& text) {
    GrowthLimit limit;
    if (text.ends_with('%')) {
        const auto percent = percentage(text);
        if (!percent) {
            return failure("--max-growth " + in_quotes(text) + " is not a percentage",
                           "give bytes or a percentage such as 2.5%");
        }
        limit.percent = *percent;
        return limit;
    }
    const auto bytes = parse_bytes(text);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    limit.bytes = *bytes;
    return limit;
}

Json list_json(const LayoutComparison& comparison) {
    return {{"added", comparison.added}, {"removed", comparison.removed}, {"renamed", comparison.renamed},
            {"moved", comparison.moved}, {"resized", comparison.resized}, {"retimed", comparison.retimed}};
}

/// One of the files.
struct ComparedFile {
    Document document;  ///< without its problem and its layout, which are in ComparedPlans
    CheckReport report;
};

struct Compared {
    ComparedFile first;
    ComparedFile second;
    ComparedPlans plans;
    LayoutComparison comparison;
    std::vector<RegionGrowth> regions;
};

/// Whether both plans are recorded allocators, which have no peak and no threshold: nobody planned their addresses.
bool are_recorded(const Compared& compared) {
    return compared.plans.recorded.has_value();
}

/// Whether one of the plans has segments, which are no regions of the other one.
bool has_segments(const Compared& compared) {
    return has_segment_regions(*compared.plans.a.problem) || has_segment_regions(*compared.plans.b.problem);
}

/// Takes problem and layout out of a document. `is_judged`: with tiers, which only a picture or a report needs.
ComparedSide taken_side(Document& document, bool is_judged) {
    ComparedSide side;
    side.problem = std::make_shared<const Problem>(std::move(document.problem));
    side.layout = std::make_shared<const Layout>(std::move(document.layout));
    side.risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>(
        is_judged && !has_segment_regions(*side.problem) ? classify(*side.problem, *side.layout)
                                                         : IndexedVector<BufferIndex, Risk>());
    side.profiles = std::make_shared<const PlanProfiles>(*side.problem, *side.layout);
    return side;
}

Compared compared(const CompareArguments& arguments, Document first, Document second) {
    const bool is_judged = !arguments.picture.empty();
    Compared result;
    result.plans = compare_plans(taken_side(first, is_judged), taken_side(second, is_judged));
    const ComparedSide& a = result.plans.a;
    const ComparedSide& b = result.plans.b;
    result.comparison = comparison_of(a.comparand(), b.comparand(), result.plans.changes);
    result.regions = region_growths(a, b);
    result.first = {std::move(first), check(*a.problem, *a.layout, 1)};
    result.second = {std::move(second), check(*b.problem, *b.layout, 1)};
    return result;
}

const PlanHeight& first_height(const Compared& compared) {
    return compared.plans.figures_of_a.height;
}
const PlanHeight& second_height(const Compared& compared) {
    return compared.plans.figures_of_b.height;
}

std::string_view matching_name(StepsMatchedBy by) {
    return by == StepsMatchedBy::number ? "number" : by == StepsMatchedBy::operators ? "operators" : "nothing";
}

/// How the live sizes differ at the steps that are the same in both plans.
Json live_json(const ComparedPlans& plans) {
    const bool is_compared = plans.steps.by != StepsMatchedBy::nothing;
    const LiveDifference& live = plans.live.at_first;
    Json json = {{"steps_matched_by", matching_name(plans.steps.by)},
                 {"steps", {length(plans.steps.first_span).value(), length(plans.steps.second_span).value()}}};
    if (plans.steps.by == StepsMatchedBy::operators) {
        json["matched_steps"] = plans.steps.by_first.size();
    }
    json["least"] = is_compared ? Json(live.least.value()) : Json();
    json["most"] = is_compared ? Json(live.most.value()) : Json();
    return json;
}

std::string live_text(const ComparedPlans& plans) {
    const auto with_sign = [](Bytes bytes) { return (bytes > Bytes(0) ? "+" : "") + grouped(bytes) + " B"; };
    const std::string matching = matching_words(plans.steps);
    if (plans.steps.by == StepsMatchedBy::nothing) {
        return "by step  " + matching + "\n";
    }
    const LiveDifference& live = plans.live.at_first;
    return (live.steps.empty()
                ? std::string("by step  the live sizes of A and B are the same")
                : "by step  live size of B minus that of A: " + with_sign(live.least) + " to " + with_sign(live.most)) +
           (matching.empty() ? "" : "; " + matching) + "\n";
}

Json compared_json(const Compared& compared) {
    Json json = list_json(compared.comparison);
    json["peak"] =
        Json::array({number_or_null(first_height(compared).peak), number_or_null(second_height(compared).peak)});
    json["threshold"] = {first_height(compared).threshold.value(), second_height(compared).threshold.value()};
    if (are_recorded(compared)) {
        json["highest_reserved"] = json["peak"];
        json["highest_live"] = json["threshold"];
        json["recordings"] = compared_recordings_json(*compared.plans.recorded);
        json["makers"] = compared_makers_json(compared.plans.a.comparand(), compared.plans.b.comparand());
    }
    json["regions"] = json_list(compared.regions, [](const RegionGrowth& region) -> Json {
        return {{"name", region.name},
                {"peak", Json::array({number_or_null(region.first), number_or_null(region.second)})},
                {"grew", region.grew()}};
    });
    const ChangedBytes& changed = compared.plans.changed;
    json["bytes"] = {
        {"added", changed.added.value()}, {"removed", changed.removed.value()}, {"moved", changed.moved.value()}};
    json["live"] = live_json(compared.plans);
    json["ok"] = Json::array({is_clean(compared.first.report), is_clean(compared.second.report)});
    return json;
}

std::string peak_text(const std::optional<Offset>& peak) {
    return peak ? grouped(*peak) + " B" : std::string("not placed");
}

std::string compared_text(const Compared& compared) {
    if (are_recorded(compared)) {
        return compared_recordings_text(compared.plans.a.comparand(), compared.plans.b.comparand(),
                                        *compared.plans.recorded);
    }
    std::string text;
    const auto list = [&](const char* label, const std::vector<std::string>& names) {
        text += label + grouped(names.size());
        for (const std::string& name : names) {
            text += ' ';
            text += visible(name);
        }
        text += "\n";
    };
    list("added    ", compared.comparison.added);
    list("removed  ", compared.comparison.removed);
    text += "renamed  " + grouped(compared.comparison.renamed.size());
    for (const auto& [before, after] : compared.comparison.renamed) {
        text += ' ' + visible(before) + "→" + visible(after);
    }
    text += "\n";
    list("moved    ", compared.comparison.moved);
    list("resized  ", compared.comparison.resized);
    list("retimed  ", compared.comparison.retimed);
    text +=
        "peak     " + peak_text(first_height(compared).peak) + " -> " + peak_text(second_height(compared).peak) + "\n";
    text += "thresh.  " + grouped(first_height(compared).threshold) + " B -> " +
            grouped(second_height(compared).threshold) + " B\n";
    text += live_text(compared.plans);
    for (const RegionGrowth& region : compared.regions) {
        if (compared.regions.size() > 1) {
            text += "region   " + visible(region.name) + "  " + peak_text(region.first) + " -> " +
                    peak_text(region.second) + (region.grew() ? "  grew\n" : "\n");
        }
    }
    return text;
}

/// The kinds of findings that `check` has for a plan, as a note; empty: it has none.
std::optional<Error> note_on_findings(const std::string& file, const CheckReport& report) {
    std::string kinds;
    const auto add = [&kinds](bool is_there, const char* kind) {
        kinds += is_there ? (kinds.empty() ? "" : ", ") + std::string(kind) : std::string();
    };
    add(!report.overlaps.empty(), "overlaps");
    add(!report.misaligned.empty(), "misaligned buffers");
    add(!report.outside.empty(), "buffers outside their region");
    add(!report.unplaced.empty(), "buffers that are not placed");
    add(!report.contradictions.empty(), "contradictions");
    return kinds.empty()
               ? std::nullopt
               : std::optional(Error{source_name(file), 0, "check finds " + kinds, "arenascope check lists them"});
}

/// A note for each region that grew too much.
std::vector<Error> notes_on_growth(const CompareArguments& arguments, const GrowthLimit& limit,
                                   const Compared& compared) {
    std::vector<Error> grown;
    const auto judge = [&](const std::string& what, std::optional<Offset> before, std::optional<Offset> after) {
        const Offset first = before.value_or(Offset(0));
        const Offset second = after.value_or(Offset(0));
        if (limit.exceeded_by(first, second)) {
            grown.push_back({source_name(arguments.second), 0,
                             "the " + what + " grew from " + grouped(first) + " B to " + grouped(second) + " B",
                             "--max-growth allows " + *arguments.max_growth});
        }
    };
    if (has_segments(compared)) {
        // The segments of two runs have different addresses, so that none could be compared with itself.
        judge(are_recorded(compared) ? "highest reserved size" : "peak", first_height(compared).peak,
              second_height(compared).peak);
        return grown;
    }
    for (const RegionGrowth& region : compared.regions) {
        judge("peak of region " + in_quotes(region.name), region.first, region.second);
    }
    return grown;
}

/// What a gate reads of a comparison. A second plan that is not sound stops only a gate with a limit.
GateRun gate_run(const CompareArguments& arguments, const Compared& compared, const std::optional<Error>& unsound,
                 const std::vector<Error>& grown, bool has_limit) {
    GateRun run{"compare",
                arguments.second,
                "peak " + peak_text(first_height(compared).peak) + " -> " + peak_text(second_height(compared).peak),
                {}};
    if (unsound) {
        run.findings.push_back(gate_finding("unsound", *unsound));
        run.findings.back().is_error = has_limit;
    }
    for (const Error& one : grown) {
        run.findings.push_back(gate_finding("growth", one));
    }
    for (GateFinding& one : run.findings) {
        one.file = arguments.second;
    }
    return run;
}

/// The picture of both plans, as the window draws it.
ComparisonPicture picture_of(const CompareArguments& arguments, const Compared& compared) {
    return comparison_picture(compared.plans, {file_title(arguments.common.file), compared.first.document.pinned_notes},
                              {file_title(arguments.second), compared.second.document.pinned_notes});
}

std::optional<ExitStatus> write_picture(const CompareArguments& arguments, const Compared& compared,
                                        const std::string& path) {
    ComparisonPicture picture = picture_of(arguments, compared);
    ExportRequest request;
    request.output = path;
    request.title = file_title(arguments.common.file) + " → " + file_title(arguments.second);
    request.source = request.title;
    request.figures = std::move(picture.figures);
    request.object_numbers = std::move(picture.object_numbers);
    request.table = std::move(picture.table);
    request.note = std::move(picture.note);
    Document shown;
    shown.problem = *picture.plan->problem;
    shown.layout = *picture.plan->layout;
    shown.pinned_notes = std::move(picture.pinned_notes);
    return export_picture_of(arguments.common, request, shown);
}

std::optional<ExitStatus> write_report(const CompareArguments& arguments, const Compared& compared) {
    const auto reported = [&](const ComparedFile& file, const std::string& path) -> ComparedFrom {
        const auto settings = settings_of(arguments.common);
        return {.name = file_title(path),
                .pinned_notes = file.document.pinned_notes,
                .notes = file.document.notes,
                .reproduction = {.file = path,
                                 .switches = settings ? settings->import : std::vector<KeyValue>(),
                                 .report = file_title(arguments.picture)}};
    };
    const auto report = comparison_report_of(compared.plans, reported(compared.first, arguments.common.file),
                                             reported(compared.second, arguments.second));
    if (!report) {
        return fail(arguments.common, report.error());
    }
    if (const auto written = write_atomically(arguments.picture, *report); !written) {
        return fail(arguments.common, written.error(), ExitStatus::unwritten);
    }
    return std::nullopt;
}

bool is_markdown_path(const std::string& path) {
    return lower_case(path).ends_with(".md");
}

/// The picture that stands beside a summary: `report.svg` beside `report.md`.
std::string picture_beside(const std::string& summary) {
    return std::filesystem::path(summary).replace_extension(".svg").string();
}

MarkdownComparison summary_for_request(const CompareArguments& arguments, const Compared& compared,
                                       std::vector<std::string> sentences) {
    MarkdownComparison summary;
    summary.first = file_title(arguments.common.file);
    summary.second = file_title(arguments.second);
    summary.picture = file_title(picture_beside(arguments.picture));
    summary.sentences = std::move(sentences);
    const auto add = [&](const std::string& what, std::optional<Offset> first, std::optional<Offset> second) {
        const std::int64_t change = first && second ? (*second - *first).value() : 0;
        summary.rows.push_back({what, peak_text(first), peak_text(second),
                                first && second ? (change > 0 ? "+" : "") + grouped(change) + " B" : std::string()});
    };
    const bool is_recorded = are_recorded(compared);
    const auto height_of = [](Bytes bytes) { return std::optional(Offset(bytes.value())); };
    add(is_recorded ? "highest reserved" : "peak", first_height(compared).peak, second_height(compared).peak);
    add(is_recorded ? "highest live" : "threshold", height_of(first_height(compared).threshold),
        height_of(second_height(compared).threshold));
    for (const RegionGrowth& region : compared.regions) {
        if (compared.regions.size() > 1) {
            add("peak of " + region.name, region.first, region.second);
        }
    }
    std::vector<std::string> renamed;
    for (const auto& [before, after] : compared.comparison.renamed) {
        renamed.push_back(before + " → " + after);
    }
    summary.lists = {{"added", compared.comparison.added},     {"removed", compared.comparison.removed},
                     {"renamed", std::move(renamed)},          {"moved", compared.comparison.moved},
                     {"resized", compared.comparison.resized}, {"retimed", compared.comparison.retimed}};
    return summary;
}

/// Writes a summary in Markdown, and the picture of both plans beside it.
std::optional<ExitStatus> write_summary(const CompareArguments& arguments, const Compared& compared,
                                        std::vector<std::string> sentences) {
    if (const auto failed = write_picture(arguments, compared, picture_beside(arguments.picture))) {
        return failed;
    }
    const std::string text = markdown_report(summary_for_request(arguments, compared, std::move(sentences)));
    if (const auto written = write_atomically(arguments.picture, text); !written) {
        return fail(arguments.common, written.error(), ExitStatus::unwritten);
    }
    return std::nullopt;
}

/// Reads both files at the same time, unless only one thread is allowed. Then the second one shows no progress.
std::pair<Expected<Document>, Expected<Document>> both_documents(const CompareArguments& arguments) {
    const FileArguments& common = arguments.common;
    if (common.threads == 1) {
        auto first = open_one_of_two(common, common.file);
        return {std::move(first), open_one_of_two(common, arguments.second)};
    }
    FileArguments silent = common;
    silent.quiet = true;
    auto second = std::async(std::launch::async, [&] { return open_one_of_two(silent, arguments.second); });
    auto first = open_one_of_two(common, common.file);
    return {std::move(first), second.get()};
}

}  // namespace

ExitStatus run_compare(const CompareArguments& arguments) {
    std::optional<GrowthLimit> limit;
    if (arguments.max_growth) {
        const auto growth = parse_growth(*arguments.max_growth);
        if (!growth) {
            return fail(arguments.common, growth.error());
        }
        limit = *growth;
    }
    if (const auto settings = check_settings(arguments.common); !settings) {
        return fail(arguments.common, settings.error());
    }
    if (const auto input = check_standard_input(arguments.common, arguments.second); !input) {
        return fail(arguments.common, input.error());
    }
    if (!arguments.picture.empty()) {
        if (const auto refused = is_report_path(arguments.picture) || is_markdown_path(arguments.picture)
                                     ? refuse_target(arguments.common, arguments.picture)
                                     : refuse_picture_path(arguments.common, arguments.picture,
                                                           ".png, .svg or .pdf, or .html for a report")) {
            return *refused;
        }
    }
    auto [first, second] = both_documents(arguments);
    for (const auto* document : {&first, &second}) {
        if (!*document) {
            return fail(arguments.common, document->error());
        }
        report_open_sizes(arguments.common, **document, document == &first ? arguments.common.file : arguments.second);
        report_switch_notes(arguments.common, **document);
        if (limit && !is_complete((*document)->layout)) {
            return fail(arguments.common,
                        {source_name(document == &first ? arguments.common.file : arguments.second), 0,
                         "not all of its buffers are placed, so its peak is unknown", "plan it first"});
        }
    }
    if (const auto known = check_import(arguments.common, {&*first, &*second}); !known) {
        return fail(arguments.common, known.error());
    }
    const Compared both = compared(arguments, std::move(*first), std::move(*second));
    const auto unsound = note_on_findings(arguments.second, both.second.report);
    for (const auto& finding : {note_on_findings(arguments.common.file, both.first.report), unsound}) {
        if (finding) {
            note(arguments.common, *finding);
        }
    }
    const std::vector<Error> grown = limit ? notes_on_growth(arguments, *limit, both) : std::vector<Error>();
    const bool is_fine = !limit || (grown.empty() && is_clean(both.second.report));
    std::vector<std::string> sentences;
    if (unsound) {
        sentences.push_back(unsound->cause + " in the second plan");
    }
    std::ranges::transform(grown, std::back_inserter(sentences), &Error::cause);
    const auto failed = arguments.picture.empty()             ? std::nullopt
                        : is_markdown_path(arguments.picture) ? write_summary(arguments, both, std::move(sentences))
                        : is_report_path(arguments.picture)   ? write_report(arguments, both)
                                                              : write_picture(arguments, both, arguments.picture);
    if (failed) {
        return *failed;
    }
    const bool is_printed =
        arguments.common.gate != GateFormat::none
            ? print(gate_text(arguments.common, gate_run(arguments, both, unsound, grown, limit.has_value())))
            : print_result(
                  arguments.common, [&] { return compared_json(both); }, [&] { return compared_text(both); });
    for (const Error& one : grown) {
        note(arguments.common, one);
    }
    if (!is_printed) {
        return ExitStatus::unwritten;
    }
    return is_fine ? ExitStatus::fine : ExitStatus::finding;
}

}  // namespace arenascope
