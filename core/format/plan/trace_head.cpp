#include "core/format/plan/trace_head.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"
#include "core/format/plan/annotations_json.h"
#include "core/format/plan/object_choice_json.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/problem_json.h"
#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

constexpr int hexadecimal = 16;

std::string hex_text(std::uint64_t number) {
    std::array<char, 16> digits = {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, hexadecimal).ptr;
    return {digits.data(), end};
}

void append_dropped(MemberWriter& members, const Trace& trace) {
    const std::uint64_t all = dropped_frames(trace);
    members.count("dropped", all);
    if (all == trace.dropped[static_cast<std::size_t>(FrameKind::rearrangement)]) {
        return;
    }
    MemberWriter kinds(members.name("dropped_kinds"));
    for (std::size_t kind = 0; kind < frame_kind_count; ++kind) {
        if (trace.dropped[kind] > 0) {
            kinds.count(name_of(static_cast<FrameKind>(kind)), trace.dropped[kind]);
        }
    }
    kinds.close();
}

void read_fingerprint(const JsonField& root, Trace& trace) {
    const std::string text = root.text("fingerprint");
    const auto fingerprint = plain_number<std::uint64_t>(text, hexadecimal);
    trace.fingerprint = fingerprint.value_or(0);
    if (!fingerprint) {
        root.refuse("fingerprint", "it is no hexadecimal number", "record the trace again");
    }
}

/// Earlier files have one number, because only rearrangements were left out.
void read_dropped(const JsonField& root, Trace& trace) {
    if (!root.has("dropped_kinds")) {
        trace.dropped[static_cast<std::size_t>(FrameKind::rearrangement)] = root.count("dropped");
        return;
    }
    root.with_object("dropped_kinds", [&trace](const JsonField& kinds) {
        for (std::size_t kind = 0; kind < frame_kind_count; ++kind) {
            trace.dropped[kind] = kinds.count(name_of(static_cast<FrameKind>(kind)));
        }
    });
}

std::string lack_of_region(RegionIndex region) {
    return "there is no region " + std::to_string(region.value());
}

/// The first place of a step where its buffer cannot lie; empty: there is none.
std::string unfit_place_of(const Problem& problem, const PlacementStep& step) {
    for (const Offset candidate : step.candidates) {
        if (std::string cause = unfit_place(problem, step.buffer, candidate); !cause.empty()) {
            return cause;
        }
    }
    for (const PlacementStep::Ghost& ghost : step.ghosts) {
        if (std::string cause = unfit_place(problem, ghost.buffer, ghost.offset); !cause.empty()) {
            return cause;
        }
    }
    for (std::size_t i = 0; i < step.contexts.size() && !step.ghosts.empty(); ++i) {
        const BufferIndex buffer = step.ghosts[i % step.ghosts.size()].buffer;
        if (std::string cause = unfit_place(problem, buffer, step.contexts[i]); !cause.empty()) {
            return cause;
        }
    }
    return {};
}

}  // namespace

void append_trace_head(MemberWriter& members, const Problem& problem, const Layout& layout, const Trace& trace,
                       const Annotations& annotations) {
    append_provenance(members.name("provenance"), trace.provenance);
    append_annotations(members, annotations, problem, BookmarkFrames::written);
    Layout sharing = empty_layout(problem);
    copy_sharing(sharing, layout);
    MemberWriter plan(members.name("problem"), 2);
    append_problem(plan, problem, sharing);
    plan.close();
    members.text("fingerprint", hex_text(trace.fingerprint));
    members.number("threshold", trace.threshold.value());
    members.number("result", trace.result == FrameIndex::none() ? std::nullopt
                                                                : std::optional<std::int64_t>(trace.result.value()));
    append_dropped(members, trace);
}

Trace read_trace_head(const JsonField& root, Document& document, PlainBufferList* plain) {
    Trace trace;
    if (!root.has("problem")) {
        root.refuse("problem", "it is missing", "record the trace again");
        return trace;
    }
    root.with_object("problem", [&document, plain](const JsonField& field) {
        read_problem(field, document.problem, document.layout, plain, VariableSize::written);
    });
    root.with_object("provenance", [&trace](const JsonField& field) { trace.provenance = read_provenance(field); });
    read_fingerprint(root, trace);
    trace.buffer_count = static_cast<std::uint32_t>(document.problem.buffers.size());
    trace.threshold = Bytes(not_negative(root, "threshold"));
    read_dropped(root, trace);
    return trace;
}

std::optional<PlainBufferList> plain_buffers_of_trace(std::string_view content) {
    static constexpr std::array within = {std::string_view("problem")};
    return plain_buffer_list(content, {}, within);
}

FrameIndex read_result(const JsonField& root, std::size_t frames) {
    const auto result = root.optional_integer("result");
    if (result && (*result < 0 || *result >= static_cast<std::int64_t>(frames))) {
        root.refuse("result", "there is no frame " + std::to_string(*result), "record the trace again");
        return FrameIndex::none();
    }
    return result ? FrameIndex(static_cast<std::size_t>(*result)) : FrameIndex::none();
}

Expected<void> check_trace_problem(const Document& document, std::string_view content, const std::string& source) {
    if (auto valid = validate_read(document.problem, content, source, {{"problem", 0}, {"buffers", 0}}); !valid) {
        return valid;
    }
    if (fingerprint(document.problem) != document.trace->fingerprint) {
        return failure(Error{source, line_of(content, {{"fingerprint", 0}}),
                             "fingerprint: the trace was recorded on another problem than the one beside it",
                             "record the trace again"});
    }
    return {};
}

void set_result(Document& document) {
    Layout result = empty_layout(document.problem);
    if (document.trace->result != FrameIndex::none()) {
        TracePlayer player(*document.trace);
        player.go_to(document.trace->result);
        result = player.layout(document.problem);
    }
    copy_sharing(result, document.layout);
    document.layout = std::move(result);
    document.provenance = document.trace->provenance;
}

std::string unfit_place(const Problem& problem, BufferIndex index, Offset offset) {
    const Buffer& buffer = problem.buffers[index];
    const auto tail = checked_add(offset.value(), buffer.size.value());
    if (tail && has_addresses(problem.regions[buffer.region].base, *tail)) {
        return {};
    }
    return "base + offset + size of buffer " + in_quotes(buffer.name) + " does not fit in 64 bits";
}

std::optional<Misplacement> first_misplacement(const Problem& problem, const Trace& trace) {
    const std::size_t regions = problem.regions.size();
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        if (frame.region != RegionIndex::none() && frame.region.value() >= regions) {
            return Misplacement{FrameIndex(i), "region", lack_of_region(frame.region)};
        }
        if (frame.learning && frame.learning->region.value() >= regions) {
            return Misplacement{FrameIndex(i), "learning", lack_of_region(frame.learning->region)};
        }
        if (std::string cause = frame.step ? unfit_place_of(problem, *frame.step) : std::string(); !cause.empty()) {
            return Misplacement{FrameIndex(i), "step", std::move(cause)};
        }
    }
    return std::nullopt;
}

}  // namespace arenascope
