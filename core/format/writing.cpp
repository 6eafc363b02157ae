#include "core/format/writing.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"
#include "core/format/plan/deployment_json.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/plan/trace_json.h"
#include "core/format/without_exceptions.h"

namespace arenascope {

Expected<FileFormat> plan_format_of(const std::string& path) {
    const std::string suffix = lower_case(std::filesystem::path(path).extension().string());
    if (suffix == ".csv" || path == "-") {
        return FileFormat::minimalloc_csv;
    }
    if (suffix == ".json") {
        return FileFormat::plan_json;
    }
    return failure(Error{path, 0, "plans cannot be written with the suffix " + in_quotes(suffix),
                         "use .csv (MiniMalloc CSV) or .json (the program's own plan); traces may have .arenatrace"});
}

FileFormat trace_format_of(const std::string& path) {
    const std::string suffix = lower_case(std::filesystem::path(path).extension().string());
    return suffix == ".arenatrace" ? FileFormat::trace_binary : FileFormat::trace_json;
}

namespace {

bool is_written_as_csv(const std::string& path) {
    const auto format = plan_format_of(path);
    return format && *format == FileFormat::minimalloc_csv;
}

/// By region: whether a buffer is placed in it.
std::vector<bool> regions_in_use(const Problem& problem, const Layout& layout) {
    std::vector<bool> in_use(problem.regions.size(), false);
    for (const auto& placement : layout.placements) {
        if (placement) {
            in_use[placement->region.value()] = true;
        }
    }
    return in_use;
}

}  // namespace

Expected<void> write_document(const std::string& path, const Problem& problem, const Layout& layout,
                              const std::optional<Provenance>& provenance, AddressColumn addresses,
                              const Annotations& annotations, ReadOnlyFile read_only) {
    return without_exceptions(path, "to write it", [&]() -> Expected<void> {
        return plan_format_of(path).and_then([&](FileFormat format) {
            const auto content = [&](const TextSink& sink) {
                if (format == FileFormat::minimalloc_csv) {
                    write_minimalloc_csv(sink, problem, layout, addresses);
                } else {
                    write_plan_json(sink, problem, layout, provenance, annotations);
                }
            };
            return write_atomically(path, content, read_only);
        });
    });
}

Expected<void> write_deployment(const std::string& path, const Problem& problem, const Layout& layout,
                                ReadOnlyFile read_only) {
    return without_exceptions(path, "to write it", [&] {
        return write_atomically(path, deployment_json_text(problem, layout, layout.removed), read_only);
    });
}

std::string lost_in(const std::string& path, const Problem& problem, const Layout& layout, bool has_provenance,
                    AddressColumn addresses, const Annotations& annotations) {
    std::string list;
    const auto add = [&list](bool is_there, std::string_view what) {
        list += is_there ? (list.empty() ? "" : ", ") + std::string(what) : std::string();
    };
    if (is_written_as_csv(path)) {
        const auto& regions = problem.regions;
        add(std::any_of(regions.begin(), regions.end(), [](const Region& region) { return region.capacity; }),
            "capacities");
        const std::vector<bool> is_told = addresses == AddressColumn::written
                                              ? regions_in_use(problem, layout)
                                              : std::vector<bool>(regions.size(), false);
        for (std::size_t i = 0; i < regions.size(); ++i) {
            if (regions[i].base != 0 && !is_told[i]) {
                add(true, addresses == AddressColumn::written ? "base addresses of regions without a placed buffer"
                                                              : "base addresses");
                break;
            }
        }
        add(std::any_of(regions.begin(), regions.end(), [](const Region& region) { return region.shares_addresses; }),
            "shared addresses");
        add(std::any_of(regions.begin(), regions.end(), [](const Region& region) { return region.fast; }),
            "the fast part of the heap");
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
    }
    add(problem.history != nullptr, "the history of the allocator (no plan can)");
    return list;
}

std::string lost_in(const std::string& path, const Document& document, AddressColumn addresses) {
    return lost_in(path, document.problem, document.layout, document.provenance.has_value(), addresses,
                   annotations_of(document));
}

Expected<void> write_trace(const std::string& path, const Problem& problem, const Layout& layout, const Trace& trace,
                           const Annotations& annotations, ReadOnlyFile read_only) {
    return without_exceptions(path, "to write it", [&] {
        return write_atomically(path,
                                trace_format_of(path) == FileFormat::trace_binary
                                    ? trace_binary_bytes(problem, layout, trace, annotations)
                                    : trace_json_text(problem, layout, trace, annotations),
                                read_only);
    });
}

}  // namespace arenascope
