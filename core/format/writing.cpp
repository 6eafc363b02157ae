#include "core/format/writing.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"
#include "core/format/plan/deployment_json.h"
#include "core/format/registry.h"
#include "core/format/without_exceptions.h"

namespace arenascope {
namespace {

std::string suffix_of(const std::string& path) {
    return lower_case(std::filesystem::path(path).extension().string());
}

/// The suffixes of the formats that plans are written in, in the order of the alphabet. `words_of`: what follows each.
std::string list_of_suffixes(const std::function<std::string(const PlanWriting&)>& words_of) {
    std::vector<std::string> suffixes;
    for (const Format& format : formats()) {
        if (format.plan.write != nullptr) {
            suffixes.push_back(std::string(format.plan.suffix) + words_of(format.plan));
        }
    }
    std::ranges::sort(suffixes);
    std::string list;
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
        list += (i == 0 ? "" : i + 1 == suffixes.size() ? " or " : ", ") + suffixes[i];
    }
    return list;
}

}  // namespace

std::string plan_suffixes() {
    return list_of_suffixes([](const PlanWriting& /*writing*/) { return std::string(); });
}

Expected<FileFormat> plan_format_of(const std::string& path) {
    if (path == "-") {
        return FileFormat::minimalloc_csv;
    }
    const std::string suffix = suffix_of(path);
    for (const Format& format : formats()) {
        if (format.plan.write != nullptr && format.plan.suffix == suffix) {
            return format.description.format;
        }
    }
    return failure(Error{path, 0, "plans cannot be written with the suffix " + in_quotes(suffix),
                         "use " + list_of_suffixes([](const PlanWriting& writing) {
                             return " (" + std::string(writing.words) + ")";
                         }) + "; traces may have .arenatrace"});
}

FileFormat trace_format_of(const std::string& path) {
    const std::string suffix = suffix_of(path);
    const auto found = std::ranges::find_if(formats(), [&](const Format& format) {
        return format.trace_bytes != nullptr && format.trace_suffix == suffix;
    });
    return found == formats().end() ? FileFormat::trace_json : found->description.format;
}

Expected<void> write_document(const std::string& path, const Problem& problem, const Layout& layout,
                              const std::optional<Provenance>& provenance, AddressColumn addresses,
                              const Annotations& annotations, ReadOnlyFile read_only) {
    return without_exceptions(path, "to write it", [&]() -> Expected<void> {
        return plan_format_of(path).and_then([&](FileFormat format) {
            const auto content = [&](const TextSink& sink) {
                format_of(format).plan.write(sink, {problem, layout, addresses, annotations}, provenance);
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
    const auto format = plan_format_of(path);
    const auto lost = format ? format_of(*format).plan.lost : nullptr;
    std::vector<std::string_view> all;
    if (lost != nullptr) {
        all = lost({problem, layout, addresses, annotations}, has_provenance);
    }
    if (problem.history != nullptr) {
        all.emplace_back("the history of the allocator (no plan can)");
    }
    std::string list;
    for (const std::string_view what : all) {
        list += (list.empty() ? "" : ", ") + std::string(what);
    }
    return list;
}

std::string lost_in(const std::string& path, const Document& document, AddressColumn addresses) {
    return lost_in(path, document.problem, document.layout, document.provenance.has_value(), addresses,
                   annotations_of(document));
}

Expected<void> write_trace(const std::string& path, const Problem& problem, const Layout& layout, const Trace& trace,
                           const Annotations& annotations, ReadOnlyFile read_only) {
    return without_exceptions(path, "to write it", [&] {
        const auto bytes = format_of(trace_format_of(path)).trace_bytes(problem, layout, trace, annotations);
        return write_atomically(path, bytes, read_only);
    });
}

}  // namespace arenascope
