#include <algorithm>

#include "core/format/table/buffer_columns.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/format/table/pool_comment.h"
#include "core/format/table/sequence_csv.h"

namespace arenascope {
namespace {

/// Written addresses tell the base of every region with a placed buffer.
bool is_base_lost(const PlanContent& content) {
    const auto& regions = content.problem.regions;
    std::vector<bool> is_told(regions.size(), false);
    for (const auto& placement : content.layout.placements) {
        if (placement && content.addresses == AddressColumn::written) {
            is_told[placement->region.value()] = true;
        }
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
        if (regions[i].base != 0 && !is_told[i]) {
            return true;
        }
    }
    return false;
}

std::vector<std::string_view> lost_in_csv(const PlanContent& content, bool has_provenance) {
    const auto& [problem, layout, addresses, annotations] = content;
    const auto has_region = [&regions = problem.regions](const auto& is_so) {
        return std::ranges::any_of(regions, is_so);
    };
    std::vector<std::string_view> lost;
    const auto add = [&lost](bool is_there, std::string_view what) {
        if (is_there) {
            lost.push_back(what);
        }
    };
    add(has_region([](const Region& region) { return region.capacity.has_value(); }), "capacities");
    add(is_base_lost(content),
        addresses == AddressColumn::written ? "base addresses of regions without a placed buffer" : "base addresses");
    add(has_region([](const Region& region) { return region.shares_addresses; }), "shared addresses");
    add(has_region([](const Region& region) { return region.fast; }), "the fast part of the heap");
    add(!problem.step_labels.empty(), "step labels");
    add(problem.graph.has_value(), "operators");
    add(problem.graph && !problem.graph->unknown_sizes.empty(), "tensors of unknown size");
    add(!problem.transfers.empty(), "transfers between cores");
    add(!problem.scratch.empty(), "scratch requests");
    add(!layout.objects.empty(), "shared objects");
    add(!layout.heaps.empty(), "heap bounds");
    add(!layout.scratch.empty(), "scratch rules");
    add(!layout.sharing.empty(), "sharing groups");
    add(!layout.removed.empty(), "removed operators");
    add(has_provenance, "provenance");
    add(!annotations.hand_edits.empty(), "the list of edits by hand");
    add(!annotations.pinned_notes.empty(), "notes");
    add(!annotations.bookmarks.empty(), "bookmarks");
    return lost;
}

}  // namespace

Format minimalloc_csv_format() {
    return {
        .description = {FileFormat::minimalloc_csv, "minimalloc-csv", "table of buffers", "*.csv"},
        // A sequence may have a column that is known here as well.
        .signs = {.is_text = begins_with_pool_comment,
                  .is_header =
                      [](std::string_view line) { return is_minimalloc_header(line) && !is_sequence_header(line); }},
        .read =
            [](const FormatInput& input) { return parse_minimalloc_csv(input.content, input.source, input.progress); },
        .plan = {
            .suffix = ".csv",
            .words = "MiniMalloc CSV",
            .file_type = "MiniMalloc CSV (*.csv)",
            .write =
                [](const TextSink& sink, const PlanContent& content, const std::optional<Provenance>& /*provenance*/) {
                    write_minimalloc_csv(sink, content.problem, content.layout, content.addresses);
                },
            .lost = lost_in_csv}};
}

}  // namespace arenascope
