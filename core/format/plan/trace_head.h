#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/document.h"
#include "core/format/plan/plain_buffer_list.h"
#include "core/model/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Adds what a trace has beside its frames: the members provenance, hand_edits, pinned_notes, bookmarks,
/// problem, fingerprint, threshold, result, dropped and dropped_kinds of docs/formats.md, section "Trace". Of `layout`,
/// only the sharing is written.
void append_trace_head(MemberWriter& members, const Problem& problem, const Layout& layout, const Trace& trace,
                       const Annotations& annotations);

/// Reads what append_trace_head() has written, but for the result and the annotations: the problem and the sharing
/// into the document, the rest into the trace, which gets no frames. Errors go into the field's reading. `plain`: the
/// list of buffers, if the JSON lacks it; see plain_buffers_of_trace().
[[nodiscard]] Trace read_trace_head(const JsonField& root, Document& document, PlainBufferList* plain);

/// The list of buffers of a trace's JSON, if it is plain. A tree of JSON would take a kilobyte a buffer.
[[nodiscard]] std::optional<PlainBufferList> plain_buffers_of_trace(std::string_view content);

/// The member `result`, which must be one of so many frames.
[[nodiscard]] FrameIndex read_result(const JsonField& root, std::size_t frames);

/// Whether the problem is valid and the one that the trace of the document was recorded on. `content`: the JSON of the
/// head, for the line of an error.
[[nodiscard]] Expected<void> check_trace_problem(const Document& document, std::string_view content,
                                                 const std::string& source);

/// Sets the layout of a document, which has its sharing already, to that of the result of its trace, and the provenance
/// to that of its trace. The trace must be valid.
void set_result(Document& document);

/// What of a frame the problem of its trace does not have.
struct Misplacement {
    FrameIndex frame;
    std::string_view key;  ///< of the frame in a trace of JSON: "region", "step" or "learning"
    std::string cause;
};

/// The first region, or the first place of a step, that does not exist in the problem. The trace must be valid. Linear
/// in the steps.
[[nodiscard]] std::optional<Misplacement> first_misplacement(const Problem& problem, const Trace& trace);

/// Why a buffer cannot lie there: its tail or its address does not fit in 64 bits. Empty: it can.
[[nodiscard]] std::string unfit_place(const Problem& problem, BufferIndex buffer, Offset offset);

}  // namespace arenascope
