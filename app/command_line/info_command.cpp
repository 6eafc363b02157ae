#include <algorithm>
#include <utility>
#include <vector>

#include "app/command_line/allocator_report.h"
#include "app/command_line/arena_report.h"
#include "app/command_line/arguments.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/text_table.h"
#include "app/command_line/verdict_report.h"
#include "core/analysis/debugging/step_search.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/format/document.h"
#include "core/format/registry.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

/// Adds the figures that only models have: folded operators and skipped tensors.
void add_import(Json& json, const ImportReport& import) {
    json["folded"] = import.folded;
    json["skipped"] = json_list(import.skipped, [](const SkippedTensor& tensor) -> Json {
        return {{"tensor", tensor.tensor}, {"reason", tensor.reason}};
    });
    if (import.threshold_without_scratch) {
        json["threshold_without_scratch"] = import.threshold_without_scratch->value();
    }
}

PlanSummary summary_of(const Document& document) {
    return plan_summary(document.problem, document.layout, document.import.has_value());
}

Json pinned_notes_json(const Document& document) {
    Json list = Json::array();
    for (std::size_t i = 0; i < document.pinned_notes.size(); ++i) {
        const PinnedNote& note = document.pinned_notes[i];
        Json entry = {{"number", i + 1}, {"text", note.text}};
        if (const auto* const buffer = std::get_if<BufferIndex>(&note.anchor)) {
            entry["buffer"] = document.problem.buffers[*buffer].name;
        } else if (const auto* const place = std::get_if<BytePlace>(&note.anchor)) {
            entry["region"] = document.problem.regions[place->region].name;
            entry["step"] = place->step.value();
            entry["offset"] = place->byte.value();
        } else {
            entry["step"] = std::get<Step>(note.anchor).value();
        }
        list.push_back(std::move(entry));
    }
    return list;
}

Json bookmarks_json(const Document& document) {
    const auto& regions = document.problem.regions;
    const auto paths = document.trace ? frame_paths(*document.trace) : IndexedVector<FrameIndex, std::string>();
    return json_list(document.bookmarks, [&](const Bookmark& bookmark) {
        Json entry = {{"name", bookmark.name},
                      {"begin", bookmark.steps.begin.value()},
                      {"end", bookmark.steps.end.value()},
                      {"from", bookmark.from.offset.value()},
                      {"from_region", regions[bookmark.from.region].name},
                      {"to", bookmark.to.offset.value()},
                      {"to_region", regions[bookmark.to.region].name}};
        if (bookmark.frame != FrameIndex::none()) {
            entry["frame"] = paths[bookmark.frame];
        }
        return entry;
    });
}

Json info_json(const Document& document, const Verdict& verdict) {
    const auto& graph = document.problem.graph;
    const PlanSummary summary = summary_of(document);
    Json json = {{"format", name_of(document.format)},
                 {"buffers", document.problem.buffers.size()},
                 {"steps", length(summary.steps).value()},
                 {"threshold", summary.height.threshold.value()},
                 {"peak_step", summary.height.peak_step.value()},
                 {"total_bytes", summary.total.value()},
                 {"placed", summary.height.peak.has_value()},
                 {"peak", number_or_null(summary.height.peak)},
                 {"regions", facts_json(region_facts(document.problem, summary))},
                 {"unknown_sizes", unknown_sizes_json(document.problem)},
                 {"assumed_dimensions", graph ? graph->assumed_dimensions.size() : 0},
                 {"bounded_sizes", graph ? graph->bounded_sizes.size() : 0},
                 {"notes", document.notes},
                 {"verdict", verdict_json(verdict, document.problem)}};
    if (graph) {
        json["assumed"] = graph->assumed_dimensions;
        json["bounded"] = json_list(graph->bounded_sizes, [](const BoundedSize& bounded) -> Json {
            return {{"tensor", bounded.tensor}, {"operator", bounded.operator_name}, {"type", bounded.type}};
        });
    }
    if (!document.hand_edits.empty()) {
        json["hand_edits"] = json_list(document.hand_edits, [](const HandEdit& edit) { return text_of(edit); });
    }
    if (!document.pinned_notes.empty()) {
        json["pinned_notes"] = pinned_notes_json(document);
    }
    if (!document.bookmarks.empty()) {
        json["bookmarks"] = bookmarks_json(document);
    }
    if (document.import) {
        add_import(json, *document.import);
    }
    if (document.arena) {
        json["arena"] = arena_info_json(*document.arena);
    }
    if (document.problem.history) {
        json["allocator"] = allocator_info_json(document);
    }
    if (!document.layout.sharing.empty()) {
        add_sharing(json, document.problem, document.layout);
    }
    return json;
}

/// A line of the report with a number.
struct Figure {
    std::string label;
    std::string number;
    std::string unit = {};
    std::string detail = {};
};

/// The amounts have the same number of decimals, so that their digits line up.
std::vector<Figure> amounts(const std::vector<std::pair<std::string, std::int64_t>>& labelled_bytes, Unit unit) {
    int decimals = 0;
    std::size_t columns = 0;
    const auto exact = [unit](std::int64_t bytes) {
        return unit == Unit::bytes ? std::string() : "(" + grouped(bytes) + " B)";
    };
    for (const auto& [label, bytes] : labelled_bytes) {
        decimals = std::max(decimals, decimals_of(bytes, unit));
        columns = std::max(columns, exact(bytes).size());
    }
    std::vector<Figure> figures;
    for (const auto& [label, bytes] : labelled_bytes) {
        figures.push_back(
            {label, number_text(bytes, unit, decimals), name_of(unit), padded(exact(bytes), columns, true)});
    }
    return figures;
}

/// The labels of the whole report have the same width.
std::string figures_text(const std::vector<Figure>& figures) {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(figures.size());
    for (const Figure& figure : figures) {
        rows.push_back({padded(figure.label, 12, false), figure.number, figure.unit, figure.detail});
    }
    return table_text({{{}, false, {}}, {{}, true, {}}, {" ", false, {}}, {" ", false, {}}}, rows);
}

/// The lines for counts and amounts.
std::string figures_text(const Document& document, const PlanSummary& summary, Unit unit) {
    const Lifetime span = summary.steps;
    std::vector<std::pair<std::string, std::int64_t>> bytes = {{"threshold", summary.height.threshold.value()}};
    if (document.import && document.import->threshold_without_scratch) {
        bytes.emplace_back("no scratch", document.import->threshold_without_scratch->value());
    }
    bytes.emplace_back("total", summary.total.value());
    if (summary.height.peak) {
        bytes.emplace_back("peak", summary.height.peak->value());
    }
    std::vector<Figure> figures = amounts(bytes, unit);
    figures.insert(figures.begin(), {{"buffers", grouped(document.problem.buffers.size())},
                                     {"steps", grouped(length(span)), {}, range_text(span.begin, span.end)}});
    const auto add_detail = [](Figure& figure, const std::string& detail) {
        figure.detail = figure.detail.empty() ? "(" + detail + ")"
                                              : figure.detail.substr(0, figure.detail.size() - 1) + ", " + detail + ")";
    };
    const auto threshold =
        std::find_if(figures.begin(), figures.end(), [](const Figure& figure) { return figure.label == "threshold"; });
    // Of several memories, the highest peak and the highest threshold may belong to different ones.
    const auto region_words = [&document](const std::optional<RegionIndex>& region) {
        const auto& regions = document.problem.regions;
        return region && regions.size() > 1 ? ", in region " + in_quotes(regions[*region].name) : std::string();
    };
    add_detail(*threshold,
               "first at step " + grouped(summary.height.peak_step) + region_words(summary.height.threshold_in));
    if (summary.height.peak) {
        add_detail(figures.back(), "fragmentation " +
                                       percent_text(fragmentation(*summary.height.peak, summary.height.threshold)) +
                                       region_words(summary.height.peak_in));
    }
    return figures_text(figures) + (summary.height.peak ? "" : "peak        not placed\n");
}

std::string regions_text(const std::vector<Region>& regions, Unit unit) {
    int decimals = 0;
    for (const Region& region : regions) {
        decimals = std::max(decimals, region.capacity ? decimals_of(region.capacity->value(), unit) : 0);
    }
    std::size_t columns = 0;
    const auto capacity_text = [&](const Region& region) {
        return region.capacity ? number_text(*region.capacity, unit, decimals) + " " + name_of(unit) : std::string();
    };
    for (const Region& region : regions) {
        columns = std::max(columns, capacity_text(region).size());
    }
    const bool have_addresses = std::ranges::any_of(regions, [](const Region& region) { return region.base != 0; });
    std::vector<std::vector<std::string>> rows;
    for (const Region& region : regions) {
        rows.push_back({visible(region.name),
                        region.capacity ? "capacity " + padded(capacity_text(region), columns, true) : "no capacity",
                        grouped(region.alignment)});
        if (have_addresses) {
            rows.back().push_back(address_text(region.base));
        }
    }
    std::vector<TextColumn> shown = {{"region      ", false, {}}, {"  ", false, {}}, {"  alignment ", true, {}}};
    if (have_addresses) {
        shown.push_back({"  address ", true, {}});
    }
    return table_text(shown, rows);
}

/// The assumed dimensions, and how to set them. Only some formats name them.
std::string assumed_text(const std::vector<std::string>& dimensions, bool are_named) {
    std::string text = "assumed     " + counted(dimensions.size(), "dimension", "dimensions");
    for (const std::string& name : dimensions) {
        text += ' ';
        text += visible(name);
    }
    if (!dimensions.empty()) {
        text += "; set all with --set unknown-dimension=N";
        text += are_named ? ", or one with --set dim.NAME=N" : "";
    }
    return text + "\n";
}

std::string import_text(const ImportReport& import) {
    std::string text = "folded      " + grouped(import.folded.size()) + " operators\n";
    for (const SkippedTensor& tensor : import.skipped) {
        text += "skipped     " + visible(tensor.tensor + ": " + tensor.reason) + "\n";
    }
    return text;
}

/// Lines for assumed dimensions, unknown sizes and bounded sizes. Only models leave dimensions open.
std::string open_sizes_text(const Graph& graph, bool has_open_dimensions, bool has_named_dimensions) {
    std::string text = has_open_dimensions ? assumed_text(graph.assumed_dimensions, has_named_dimensions) : "";
    for (const UnknownSize& unknown : graph.unknown_sizes) {
        text += "unknown     " +
                visible(unknown.tensor + ": " + unknown.reason +
                        (unknown.operator_name.empty() ? "" : " (operator " + unknown.operator_name + ")")) +
                "\n";
    }
    for (const BoundedSize& bounded : graph.bounded_sizes) {
        text += "bounded     " +
                visible(bounded.tensor + ": the largest size that operator " + bounded.operator_name + " (" +
                        bounded.type + ") can write") +
                "\n";
    }
    return text;
}

std::string info_text(const Document& document, const Verdict& verdict) {
    const PlanSummary summary = summary_of(document);
    const Unit unit = unit_for(summary.height.threshold);
    std::string text = verdict.text() + "\nformat      " + std::string(name_of(document.format)) + "\n";
    if (!has_segment_regions(document.problem)) {
        text += figures_text(document, summary, unit);
        text += regions_text(document.problem.regions, unit);
    }
    text += document.arena ? arena_info_text(*document.arena) : "";
    text += document.problem.history ? allocator_info_text(document) : "";
    if (!document.layout.sharing.empty()) {
        text += "sharing     blocks " + grouped(sharing_blocks(document.layout).size()) + ", operators removed " +
                grouped(document.layout.removed.size()) + ", operands copied " +
                grouped(document.layout.copies.size()) + "\n";
    }
    if (document.import) {
        text += import_text(*document.import);
    }
    if (document.problem.graph) {
        const Graph& graph = *document.problem.graph;
        text +=
            open_sizes_text(graph, document.import || !graph.assumed_dimensions.empty(), !document.dimensions.empty());
    }
    for (const HandEdit& edit : document.hand_edits) {
        text += "by hand     " + visible(text_of(edit)) + "\n";
    }
    const auto add_count = [&text](std::size_t count, const std::string& label) {
        text += count == 0 ? std::string() : label + grouped(count) + "\n";
    };
    add_count(document.pinned_notes.size(), "pinned notes  ");
    add_count(document.bookmarks.size(), "bookmarks     ");
    for (const std::string& note : document.notes) {
        text += "note        " + visible(note) + "\n";
    }
    return text;
}

/// A line for each buffer, in the order of their names: what a comparison of lines between two plans reads well.
std::string buffer_lines(const Document& document) {
    const Problem& problem = document.problem;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        const auto& place = document.layout.placements[i];
        std::string line = visible(buffer.name) + "  steps " + range_text(buffer.lifetime.begin, buffer.lifetime.end) +
                           "  " + grouped(buffer.size) + " B";
        line += place ? "  at " + grouped(place->offset) + " in " + visible(problem.regions[place->region].name)
                      : std::string("  not placed");
        lines.push_back(std::move(line));
    }
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

}  // namespace

ExitStatus run_info(const InfoArguments& arguments) {
    const FileArguments& common = arguments.common;
    if (const auto settings = check_settings(common); !settings) {
        return fail(common, settings.error());
    }
    auto document = open_document(common, common.file);
    if (!document) {
        return fail(common, document.error());
    }
    if (arguments.capacity) {
        set_capacity(document->problem, arguments.capacity);
    }
    const Verdict verdict = checked_verdict_on(common, *document);
    const bool printed = print_result(
        common, [&] { return info_json(*document, verdict); },
        [&] { return arguments.buffers ? buffer_lines(*document) : info_text(*document, verdict); });
    return !printed                               ? ExitStatus::unwritten
           : is_strict_finding(common, *document) ? ExitStatus::finding
                                                  : ExitStatus::fine;
}

}  // namespace arenascope
