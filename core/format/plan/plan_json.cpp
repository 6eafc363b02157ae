#include "core/format/plan/plan_json.h"

#include <string>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/check/contradictions.h"
#include "core/format/plan/annotations_json.h"
#include "core/format/plan/json_document.h"
#include "core/format/plan/plain_buffer_list.h"
#include "core/format/plan/problem_json.h"
#include "core/model/memory/free_areas.h"

namespace arenascope {
namespace {

/// `plain`: the list of buffers, if `content` lacks it.
Expected<Document> read_plan(std::string_view content, const std::string& source, PlainBufferList* plain) {
    return read_json_document(content, source, plan_format_version,
                              [&](const JsonField& root, Document& document) {
                                  root.with_object("provenance", [&document](const JsonField& field) {
                                      document.provenance = read_provenance(field);
                                  });
                                  read_problem(root, document.problem, document.layout, plain);
                                  read_annotations(root, document, 0);
                                  root.note_unknown_keys({"format",        "version",       "provenance",
                                                          "hand_edits",    "pinned_notes",  "bookmarks",
                                                          "regions",       "steps",         "buffers",
                                                          "objects",       "sharing",       "operators",
                                                          "tensors",       "unknown_sizes", "assumed_dimensions",
                                                          "bounded_sizes", "only_tensors",  "derived_lifetimes",
                                                          "removed",       "copied",        "heaps"});
                              })
        .and_then([&](Document document) {
            return validate_read(document.problem, content, source, {{"buffers", 0}}).map([&] {
                return std::move(document);
            });
        });
}

/// Removes what the layout says and its offsets do not show. A note says so.
void correct_outcome(Document& document) {
    std::vector<std::string> notes;
    for (const OperatorIndex index : reinstate_operators(document.layout, document.problem)) {
        notes.push_back("operator " + in_quotes(document.problem.graph->operators[index].name) +
                        " is listed as removed, but its data is not in place without it: it counts as one that runs");
        document.layout.misstated.push_back({.kind = Contradiction::Kind::removed, .node = index});
    }
    for (const HeapBounds& heap : remove_wrong_heaps(document.layout, document.problem)) {
        notes.push_back("the heap " + in_quotes(document.problem.regions[heap.region].name) +
                        " is listed as reaching from " + std::to_string(heap.after.from.value()) + " to " +
                        std::to_string(heap.after.to.value()) +
                        ", but its buffers reach elsewhere: its bounds are ignored");
        document.layout.misstated.push_back({.kind = Contradiction::Kind::heap,
                                             .region = heap.region,
                                             .stated = size(heap.after).value(),
                                             .actual = peak(document.problem, document.layout, heap.region).value()});
    }
    const auto outside = outside_objects(document.problem, document.layout);
    document.layout.misstated.insert(document.layout.misstated.end(), outside.begin(), outside.end());
    document.notes.insert(document.notes.begin(), notes.begin(), notes.end());
}

}  // namespace

Expected<Document> parse_plan_json(std::string_view content, const std::string& source, const ReadProgress& progress) {
    Expected<Document> document = failure(Error{});
    if (auto plain = plain_buffer_list(content, progress)) {
        document = read_plan(plain->rest, source, &*plain);
    }
    // Errors name a line of the whole file.
    if (!document) {
        document = read_plan(content, source, nullptr);
    }
    if (document) {
        correct_outcome(*document);
    }
    return document;
}

void write_plan_json(const TextSink& sink, const Problem& problem, const Layout& layout,
                     const std::optional<Provenance>& provenance, const Annotations& annotations) {
    std::string out;
    MemberWriter plan(out, 2);
    plan.text("format", plan_format_name);
    plan.number("version", plan_format_version);
    if (provenance) {
        append_provenance(plan.name("provenance"), *provenance);
    }
    append_annotations(plan, annotations, problem, BookmarkFrames::left_out);
    append_problem(plan, problem, layout, sink);
    plan.close();
    out += '\n';
    sink(out);
}

std::string plan_json_text(const Problem& problem, const Layout& layout, const std::optional<Provenance>& provenance,
                           const Annotations& annotations) {
    std::string text;
    write_plan_json(
        [&text](std::string_view part) {
            text += part;
            return true;
        },
        problem, layout, provenance, annotations);
    return text;
}

Format plan_json_format() {
    return {
        .description = {FileFormat::plan_json, "plan-json", "plan", "*.json"},
        .signs = {.json_name = plan_format_name},
        .read = [](const FormatInput& input) { return parse_plan_json(input.content, input.source, input.progress); },
        .plan = {
            .suffix = ".json",
            .words = "the program's own plan",
            .file_type = "Arenascope plan (*.json)",
            .write = [](const TextSink& sink, const PlanContent& content, const std::optional<Provenance>& provenance) {
                write_plan_json(sink, content.problem, content.layout, provenance, content.annotations);
            }}};
}

void append_provenance(std::string& out, const Provenance& provenance) {
    MemberWriter members(out);
    members.text("planner", provenance.planner);
    MemberWriter options(members.name("options"));
    for (const auto& [key, value] : provenance.options) {
        options.text(key, value);
    }
    options.close();
    members.count("seed", provenance.seed);
    members.flag("reproducible", provenance.reproducible);
    members.close();
}

Provenance read_provenance(const JsonField& field) {
    Provenance provenance;
    provenance.planner = field.text("planner");
    field.with_object("options", [&provenance](const JsonField& options) {
        for (const auto& [key, value] : options.value().items()) {
            provenance.options.emplace_back(bytes_of_json_string(key), options.text(key));
        }
    });
    provenance.seed = field.count("seed");
    provenance.reproducible = field.flag("reproducible", true);
    field.note_unknown_keys({"planner", "options", "seed", "reproducible"});
    return provenance;
}

}  // namespace arenascope
