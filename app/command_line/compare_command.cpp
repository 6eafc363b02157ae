#include <algorithm>
#include <charconv>
#include <future>
#include <utility>

#include "app/command_line/allocator_comparison.h"
#include "app/command_line/arguments.h"
#include "app/command_line/export_command.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/sub_commands.h"
#include "app/session/comparison_picture.h"
#include "core/analysis/compare/compared_recordings.h"
#include "core/analysis/compare/plan_changes.h"
#include "core/analysis/compare/side_by_side.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/base/text/decimal_number.h"
#include "core/base/text/plain_text.h"
#include "core/check/overlap_checker.h"
#include "core/format/document.h"
#include "core/model/memory/allocator_history.h"

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
        double percent = 0.0;
        const std::string_view number = trimmed(std::string_view(text).substr(0, text.size() - 1));
        const auto error = std::from_chars(number.data(), number.data() + number.size(), percent).ec;
        if (!decimal_number(number) || error != std::errc() || percent < 0.0) {
            return failure("--max-growth " + in_quotes(text) + " is not a percentage",
                           "give bytes or a percentage such as 2.5%");
        }
        limit.percent = percent;
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

/// The peaks of a region in both plans.
struct RegionGrowth {
    std::string name;
    std::optional<Offset> first;   ///< peak in the first plan; 0: no such region; empty: incomplete layout
    std::optional<Offset> second;  ///< likewise in the second plan

    [[nodiscard]] bool grew() const { return first && second && *second > *first; }
};

struct Compared {
    Document first;
    Document second;
    LayoutComparison comparison;
    PlanHeight first_height = {};
    PlanHeight second_height = {};
    PlanChanges changes = {};
    std::vector<RegionGrowth> regions = {};           ///< none where segments of an allocator would be regions
    std::optional<ComparedRecordings> recorded = {};  ///< empty: not both are recorded allocators
    CheckReport first_report = {};                    ///< lists at most one overlap
    CheckReport second_report = {};
};

/// Whether both plans are recorded allocators, which have no peak and no threshold: nobody planned their addresses.
bool are_recorded(const Compared& compared) {
    return compared.recorded.has_value();
}

/// Whether one of the plans has segments, which are no regions of the other one.
bool has_segments(const Compared& compared) {
    return has_segment_regions(compared.first.problem) || has_segment_regions(compared.second.problem);
}

/// The peak of the region with this name; 0: no such region; empty: not all buffers are placed.
std::optional<Offset> peak_in(const Document& document, const std::string& name) {
    if (!is_complete(document.layout)) {
        return std::nullopt;
    }
    const auto& regions = document.problem.regions;
    const auto found = std::ranges::find(regions, name, &Region::name);
    return found == regions.end() ? Offset(0)
                                  : peak(document.problem, document.layout,
                                         RegionIndex(static_cast<std::size_t>(found - regions.begin())));
}

/// All regions of the first plan, then regions that only the second has.
std::vector<RegionGrowth> region_growths(const Document& first, const Document& second) {
    std::vector<RegionGrowth> growths;
    for (const Document* document : {&first, &second}) {
        for (const Region& region : document->problem.regions) {
            if (std::ranges::find(growths, region.name, &RegionGrowth::name) == growths.end()) {
                growths.push_back({region.name, peak_in(first, region.name), peak_in(second, region.name)});
            }
        }
    }
    return growths;
}

Compared compared(Document first, Document second) {
    Compared result{std::move(first), std::move(second), {}};
    result.first_height = plan_height(result.first.problem, result.first.layout);
    result.second_height = plan_height(result.second.problem, result.second.layout);
    const Comparand a{result.first.problem, result.first.layout};
    const Comparand b{result.second.problem, result.second.layout};
    result.changes = plan_changes(a, b, pair_buffers(a.problem, b.problem));
    result.comparison = comparison_of(a, b, result.changes);
    result.recorded = compared_recordings(a.problem, b.problem);
    if (!has_segments(result)) {
        result.regions = region_growths(result.first, result.second);
    }
    result.first_report = check(result.first.problem, result.first.layout, 1);
    result.second_report = check(result.second.problem, result.second.layout, 1);
    return result;
}

Json compared_json(const Compared& compared) {
    Json json = list_json(compared.comparison);
    json["peak"] =
        Json::array({number_or_null(compared.first_height.peak), number_or_null(compared.second_height.peak)});
    json["threshold"] = {compared.first_height.threshold.value(), compared.second_height.threshold.value()};
    if (are_recorded(compared)) {
        const Comparand first{compared.first.problem, compared.first.layout};
        const Comparand second{compared.second.problem, compared.second.layout};
        json["highest_reserved"] = json["peak"];
        json["highest_live"] = json["threshold"];
        json["recordings"] = compared_recordings_json(*compared.recorded);
        json["makers"] = compared_makers_json(first, second);
    }
    json["regions"] = json_list(compared.regions, [](const RegionGrowth& region) -> Json {
        return {{"name", region.name},
                {"peak", Json::array({number_or_null(region.first), number_or_null(region.second)})},
                {"grew", region.grew()}};
    });
    json["ok"] = Json::array({is_clean(compared.first_report), is_clean(compared.second_report)});
    return json;
}

std::string compared_text(const Compared& compared) {
    if (compared.recorded) {
        return compared_recordings_text({compared.first.problem, compared.first.layout},
                                        {compared.second.problem, compared.second.layout}, *compared.recorded);
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
    const auto peak_text = [](const std::optional<Offset>& peak) {
        return peak ? grouped(*peak) + " B" : std::string("not placed");
    };
    text +=
        "peak     " + peak_text(compared.first_height.peak) + " -> " + peak_text(compared.second_height.peak) + "\n";
    text += "thresh.  " + grouped(compared.first_height.threshold) + " B -> " +
            grouped(compared.second_height.threshold) + " B\n";
    for (const RegionGrowth& region : compared.regions) {
        if (compared.regions.size() > 1) {
            text += "region   " + visible(region.name) + "  " + peak_text(region.first) + " -> " +
                    peak_text(region.second) + (region.grew() ? "  grew\n" : "\n");
        }
    }
    return text;
}

/// Notes the kinds of findings that `check` has for a plan.
void report_findings(const CompareArguments& arguments, const std::string& file, const CheckReport& report) {
    std::string kinds;
    const auto add = [&kinds](bool is_there, const char* kind) {
        kinds += is_there ? (kinds.empty() ? "" : ", ") + std::string(kind) : std::string();
    };
    add(!report.overlaps.empty(), "overlaps");
    add(!report.misaligned.empty(), "misaligned buffers");
    add(!report.outside.empty(), "buffers outside their region");
    add(!report.unplaced.empty(), "buffers that are not placed");
    add(!report.contradictions.empty(), "contradictions");
    if (!kinds.empty()) {
        note(arguments.common, {source_name(file), 0, "check finds " + kinds, "arenascope check lists them"});
    }
}

/// Whether the second plan is acceptable. Notes each region that grew too much.
bool is_acceptable(const CompareArguments& arguments, const GrowthLimit& limit, const Compared& compared) {
    bool all_pass = is_clean(compared.second_report);
    const auto judge = [&](const std::string& what, std::optional<Offset> before, std::optional<Offset> after) {
        const Offset first = before.value_or(Offset(0));
        const Offset second = after.value_or(Offset(0));
        if (limit.exceeded_by(first, second)) {
            note(arguments.common, {source_name(arguments.second), 0,
                                    "the " + what + " grew from " + grouped(first) + " B to " + grouped(second) + " B",
                                    "--max-growth allows " + *arguments.max_growth});
            all_pass = false;
        }
    };
    if (has_segments(compared)) {
        // The segments of two runs have different addresses, so that none could be compared with itself.
        judge(are_recorded(compared) ? "highest reserved size" : "peak", compared.first_height.peak,
              compared.second_height.peak);
        return all_pass;
    }
    for (const RegionGrowth& region : compared.regions) {
        judge("peak of region " + in_quotes(region.name), region.first, region.second);
    }
    return all_pass;
}

std::optional<ExitStatus> write_picture(const CompareArguments& arguments, const Compared& compared) {
    if (arguments.picture.empty()) {
        return std::nullopt;
    }
    const std::string first = file_title(arguments.common.file);
    const std::string second = file_title(arguments.second);
    const SideBySide both = side_by_side({compared.first.problem, compared.first.layout}, first,
                                         {compared.second.problem, compared.second.layout}, second);
    ExportRequest request;
    request.output = arguments.picture;
    request.title = first + " → " + second;
    request.source = request.title;
    request.figures = comparison_figures({compared.first.problem, compared.first.layout},
                                         {compared.second.problem, compared.second.layout});
    request.object_numbers = both.object_numbers;
    request.note = comparison_note(compared.changes);
    Document shown;
    shown.problem = both.problem;
    shown.layout = both.layout;
    return export_picture_of(arguments.common, request, shown);
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
        if (const auto refused = refuse_picture_path(arguments.common, arguments.picture)) {
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
    const Compared both = compared(std::move(*first), std::move(*second));
    report_findings(arguments, arguments.common.file, both.first_report);
    report_findings(arguments, arguments.second, both.second_report);
    if (const auto failed = write_picture(arguments, both)) {
        return *failed;
    }
    if (!print_result(
            arguments.common, [&] { return compared_json(both); }, [&] { return compared_text(both); })) {
        return ExitStatus::unwritten;
    }
    return !limit || is_acceptable(arguments, *limit, both) ? ExitStatus::fine : ExitStatus::finding;
}

}  // namespace arenascope
