#include "core/format/plan/trace_json.h"

#include <cstdint>
#include <string>
#include <utility>

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/plan/annotations_json.h"
#include "core/format/plan/frame_json.h"
#include "core/format/plan/json_document.h"
#include "core/format/plan/problem_json.h"
#include "core/format/plan/trace_head.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"

namespace arenascope {
namespace {

/// By frame: what it changes, as a file lists it.
using ListedChanges = IndexedVector<FrameIndex, FrameChanges>;

Trace read_trace(const JsonField& root, Document& document, ListedChanges& changes, PlainBufferList* plain) {
    Trace trace = read_trace_head(root, document, plain);
    root.for_each("frames", [&](const JsonField& frame) {
        trace.frames.push_back(read_frame(frame));
        changes.push_back(read_frame_changes(frame));
    });
    trace.result = read_result(root, trace.frames.size());
    read_annotations(root, document, trace.frames.size());
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const FrameIndex parent = trace.frames[i].parent;
        if (parent != FrameIndex::none() && parent.value() >= i) {
            root.refuse("frames", "frame " + std::to_string(i) + " stands before its parent", "record the trace again");
            return trace;
        }
    }
    link_frames(trace);
    root.note_unknown_keys({"format", "version", "provenance", "hand_edits", "pinned_notes", "bookmarks", "problem",
                            "fingerprint", "threshold", "result", "dropped", "dropped_kinds", "frames"});
    return trace;
}

Error misplaced(const Misplacement& found, std::string_view content, const std::string& source) {
    const std::size_t frame = found.frame.value();
    return {source, line_of(content, {{"frames", 0}, {"", frame}, {std::string(found.key), 0}}),
            "frames[" + std::to_string(frame) + "]." + std::string(found.key) + ": " + found.cause,
            "record the trace again"};
}

/// The tails and addresses of every state that a replay can reach must fit in 64 bits, and so must those of the steps.
Expected<void> check_places(const Document& document, const ListedChanges& changes, std::string_view content,
                            const std::string& source) {
    const Problem& problem = document.problem;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        for (const Move& move : changes[i].moves) {
            for (const std::optional<Offset> offset : {move.from, move.to}) {
                if (std::string cause = unfit_place(problem, move.buffer, offset.value_or(Offset(0))); !cause.empty()) {
                    return failure(misplaced({FrameIndex(i), "moves", std::move(cause)}, content, source));
                }
            }
        }
    }
    const auto found = first_misplacement(problem, *document.trace);
    return found ? failure(misplaced(*found, content, source)) : Expected<void>();
}

/// Sets the changes of the trace. Checks what must hold between the trace and its problem, and within the trace.
Expected<void> set_consistent_changes(Document& document, const ListedChanges& changes, std::string_view content,
                                      const std::string& source) {
    if (auto valid = check_trace_problem(document, content, source); !valid) {
        return valid;
    }
    if (auto valid = set_changes(*document.trace, changes); !valid) {
        Error error = std::move(valid.error());
        error.source = source;
        error.line = line_of(content, {{"frames", 0}});
        return failure(std::move(error));
    }
    return check_places(document, changes, content, source);
}

/// `plain`: the list of buffers, if `content` lacks it.
Expected<Document> read_document(std::string_view content, const std::string& source, PlainBufferList* plain) {
    ListedChanges changes;
    auto document = read_json_document(
        content, source, trace_format_version,
        [&](const JsonField& root, Document& read) { read.trace = read_trace(root, read, changes, plain); });
    if (!document) {
        return document;
    }
    if (auto consistent = set_consistent_changes(*document, changes, content, source); !consistent) {
        return failure(std::move(consistent.error()));
    }
    set_result(*document);
    return document;
}

}  // namespace

Expected<Document> parse_trace_json(std::string_view content, const std::string& source) {
    if (auto plain = plain_buffers_of_trace(content)) {
        if (auto document = read_document(plain->rest, source, &*plain)) {
            return document;
        }
    }
    // Errors name a line of the whole file.
    return read_document(content, source, nullptr);
}

std::string trace_json_text(const Problem& problem, const Layout& layout, const Trace& trace,
                            const Annotations& annotations) {
    std::string out;
    MemberWriter members(out, 0);
    members.text("format", trace_format_name);
    members.number("version", trace_format_version);
    append_trace_head(members, problem, layout, trace, annotations);
    members.name("frames") += '[';
    ChangeWalk walk(trace);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        out += i == 0 ? "" : ",";
        append_json_line(out, 0);
        append_frame(out, trace.frames[i], walk.changes_of(FrameIndex(i)));
    }
    append_json_line(out, 0);
    out += ']';
    members.close();
    out += '\n';
    return out;
}

Format trace_json_format() {
    return {.description = {FileFormat::trace_json, "trace-json", "trace", "*.json"},
            .signs = {.json_name = trace_format_name},
            .read = [](const FormatInput& input) { return parse_trace_json(input.content, input.source); },
            .trace_suffix = ".json",
            .trace_bytes = trace_json_text};
}

}  // namespace arenascope
