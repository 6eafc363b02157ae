#include <cstdlib>
#include <iostream>
#include <string_view>

#include "core/check/overlap_checker.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/plan/trace_json.h"
#include "core/format/reading.h"
#include "core/format/registry.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/model/memory/live_profile.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/fuzz/target.h"

using namespace arenascope;

namespace {

/// Aborts if a condition is violated. libFuzzer treats this as a crash and keeps the file.
void require(bool holds, std::string_view what) {
    if (!holds) {
        std::cerr << "It does not hold that " << what << ".\n";
        std::abort();
    }
}

/// What a file says wrongly about its layout is not written again.
Layout as_written(Layout layout) {
    layout.misstated.clear();
    return layout;
}

void require_consistent(const Document& document) {
    const Problem& problem = document.problem;
    const Layout& layout = document.layout;
    require(validate(problem).has_value(), "the problem is valid");
    require(layout.placements.size() == problem.buffers.size(), "the layout is of the problem");

    const CheckReport report = check(problem, layout);
    require(report.unplaced.empty() == is_complete(layout), "the checker sees what is not placed");
    require(threshold(problem, layout) <= threshold(problem), "sharing adds nothing to the threshold");

    if (problem.buffers.empty()) {
        return;  // a model without known sizes; there is nothing to save
    }
    const auto again =
        parse_plan_json(plan_json_text(problem, layout, document.provenance, annotations_of(document)), "plan");
    if (!again) {
        std::cerr << to_string(again.error()) << "\n";
    }
    require(again.has_value(), "a plan that was written can be read");
    Problem kept = problem;
    kept.history.reset();  // no plan holds it
    require(again->problem == kept, "a plan keeps the problem");
    require(as_written(again->layout) == as_written(layout), "a plan keeps the layout");
    require(again->provenance == document.provenance, "a plan keeps what made it");
    Annotations kept_annotations = annotations_of(document);
    kept_annotations.bookmarks = without_frames(std::move(kept_annotations.bookmarks));  // a plan has no run
    require(annotations_of(*again) == kept_annotations, "a plan keeps edits by hand, notes and bookmarks");
    require(parse_minimalloc_csv(minimalloc_csv_text(problem, layout), "csv").has_value(),
            "a CSV that was written can be read");
}

void require_consistent(const Document& document, const Trace& trace) {
    const Problem& problem = document.problem;
    const Layout& layout = document.layout;
    const Annotations annotations = annotations_of(document);
    require(validate_trace(trace).has_value(), "the trace is valid");
    TracePlayer player(trace);
    for (std::size_t frame = trace.frames.size(); frame > 0; --frame) {
        player.go_to(FrameIndex(static_cast<std::int32_t>(frame - 1)));
        require(player.layout(problem).placements.size() == problem.buffers.size(), "a frame is of the problem");
    }
    const auto again = parse_trace_json(trace_json_text(problem, layout, trace, annotations), "trace");
    require(again.has_value(), "a trace that was written can be read");
    require(again->trace == trace, "a trace is kept");
    require(as_written(again->layout) == as_written(layout), "the layout that a trace ends with is kept");
    require(annotations_of(*again) == annotations, "a trace keeps edits by hand, notes and bookmarks");
    const auto binary = parse_trace_binary(trace_binary_bytes(problem, layout, trace, annotations), "trace");
    require(binary.has_value(), "a binary trace that was written can be read");
    require(binary->trace == trace && as_written(binary->layout) == as_written(layout),
            "a binary trace keeps the trace and its layout");
    require(annotations_of(*binary) == annotations, "a binary trace keeps edits by hand, notes and bookmarks");
}

bool is_binary(FileFormat format) {
    const FormatSigns& signs = format_of(format).signs;
    return !signs.mark.empty() || signs.is_binary != nullptr;
}

/// Import options that all differ from the defaults.
ImportOptions unusual_options() {
    ImportOptions options;
    options.fold = false;
    options.inputs = Residence::throughout;
    options.outputs = Residence::outside;
    options.variables = Residence::lifetime;
    options.scratch = false;
    options.unused_outputs = UnusedOutputs::keep;
    options.size_multiple = Bytes(64);
    options.unknown_dimension = 3;
    return options;
}

}  // namespace

void fuzz::read_file(FileFormat format, Input input) {
    const std::string_view content(reinterpret_cast<const char*>(input.data), input.size);
    if (!is_binary(format) && content.find('\0') != std::string_view::npos) {
        return;  // read_content refuses such a text
    }
    const auto document = parse_document_as(format, content, "file");
    if (!document) {
        require(!document.error().cause.empty(), "an error has a cause");
        return;
    }
    require_consistent(*document);
    if (document->trace) {
        require_consistent(*document, *document->trace);
    }
    if (document->import) {
        const auto other = parse_document_as(format, content, "file", unusual_options());
        if (other) {
            require_consistent(*other);
        }
    }
}
