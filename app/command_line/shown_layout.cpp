#include "app/command_line/shown_layout.h"

#include <algorithm>
#include <utility>

#include "core/file/file_content.h"
#include "core/memory/allocator_history.h"
#include "core/picture/unit.h"
#include "core/planner/tuner/rectangle_classifier.h"
#include "core/trace/frame_number.h"
#include "core/trace/group_frame.h"
#include "core/trace/step_layout.h"
#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

/// "iteration 7 (of 0 to 8), group 2, rearrangement 15, in the tiers of iteration 6": the numbers that `--iteration`
/// takes.
std::string caption_of(const Trace& trace, FrameIndex frame) {
    const std::vector<FrameIndex> steps = chief_frames(trace);
    std::string inner;
    FrameIndex step = frame;
    for (; is_inner(trace.frames[step].kind); step = trace.frames[step].parent) {
        inner = ", " + std::string(name_of(trace.frames[step].kind)) + " " +
                grouped(static_cast<std::int64_t>(number_of(trace, step))) + inner;
    }
    const auto position = std::ranges::lower_bound(steps, step) - steps.begin();
    std::string caption =
        "iteration " + grouped(position) + " (of 0 to " + grouped(std::ssize(steps) - 1) + ")" + inner;
    if (tier_frame(trace, frame) != FrameIndex::none()) {
        caption += ", in the tiers of iteration " + grouped(position - 1);
    }
    return caption;
}

/// The note of the caption, and whether the plan was edited by hand.
std::string with_edits(std::string note, const Document& document) {
    const std::string_view edited = words_of(hand_edited(document.hand_edits));
    return edited.empty() ? note : note.empty() ? std::string(edited) : note + " · " + std::string(edited);
}

}  // namespace

Expected<ShownFile> open_shown_file(const FileArguments& common, const std::string& planner, bool shows_iteration) {
    auto document = open_document(common, common.file);
    if (!document) {
        return tl::unexpected(document.error());
    }
    report_open_sizes(common, *document, common.file);
    report_notes(common, *document, common.file);
    ShownFile shown;
    shown.is_finding = is_strict_finding(common, *document);
    if (document->left_out > 0) {
        shown.note = document->left_out == 1 ? "1 value left out · "
                                             : std::to_string(document->left_out) + " values left out · ";
    }
    auto plan = plan_if_needed(std::move(*document), common, planner);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    shown.note += plan->planned     ? "planned for this picture"
                  : shows_iteration ? "trace of the file"
                                    : "layout of the file";
    shown.document.problem = std::move(plan->problem);
    shown.document.layout = std::move(plan->layout);
    shown.document.provenance = std::move(plan->provenance);
    shown.document.trace = std::move(plan->trace);
    shown.document.hand_edits = std::move(plan->annotations.hand_edits);
    shown.document.pinned_notes = std::move(plan->annotations.pinned_notes);
    shown.document.bookmarks = std::move(plan->annotations.bookmarks);
    return shown;
}

Expected<ShownLayout> shown_layout(const Document& document, const std::optional<std::string>& iteration,
                                   const std::string& note, const std::string& source) {
    if (!iteration) {
        return ShownLayout{document.layout, document.provenance, with_edits(note, document)};
    }
    if (!document.trace) {
        return failure(Error{source, 0, "there is no trace, so there are no iterations",
                             "give a file written by `plan --trace`, or remove --iteration"});
    }
    const Trace& trace = *document.trace;
    const auto numbered = frame_numbered(trace, *iteration);
    if (!numbered) {
        return failure(Error{source, 0, numbered.error().cause, numbered.error().cure});
    }
    const FrameIndex frame = *numbered;
    TracePlayer player(trace);
    player.go_to(frame);
    std::string caption = caption_of(trace, frame);
    if (const Frame& step = trace.frames[frame]; step.kind == FrameKind::placement && !step.note.empty()) {
        caption += " · " + step.note;
    }
    if (!note.empty()) {
        caption += " · " + note;
    }
    ShownLayout shown{step_layout(player.layout(document.problem), document.layout, document.problem), trace.provenance,
                      with_edits(std::move(caption), document), trace.frames[frame].step,
                      cut_short_frames(trace)[frame] ? std::vector<Move>() : moves_in(trace, frame)};
    const auto group = group_at(trace, frame);
    shown.group.assign(group.begin(), group.end());
    if (const FrameIndex tiers = tier_frame(trace, frame); tiers != FrameIndex::none()) {
        player.go_to(tiers);
        shown.recorded_risks = player.risks();
    }
    return shown;
}

IndexedVector<BufferIndex, Risk> shown_risks(const Problem& problem, const ShownLayout& shown) {
    const bool needs_tiers = shown.recorded_risks.empty() && !has_segment_regions(problem);
    return needs_tiers ? classify(problem, shown.layout) : shown.recorded_risks;
}

}  // namespace arenascope
