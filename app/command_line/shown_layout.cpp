#include "app/command_line/shown_layout.h"

#include <utility>

#include "core/base/file/file_content.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/picture/plan/run_caption.h"
#include "core/trace/frame_number.h"
#include "core/trace/group_frame.h"
#include "core/trace/step_layout.h"
#include "core/trace/step_title.h"
#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

/// The note of the caption, and whether the plan was edited by hand.
std::string with_edits(std::string note, const Document& document) {
    const std::string_view edited = words_of(hand_edited(document.hand_edits));
    return edited.empty() ? note : note.empty() ? std::string(edited) : note + " · " + std::string(edited);
}

}  // namespace

Expected<ShownFile> open_shown_file(const FileArguments& common, const std::string& planner, bool shows_iteration) {
    auto document = open_and_report(common);
    if (!document) {
        return tl::unexpected(document.error());
    }
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
    shown.is_planned = plan->planned;
    shown.note += plan->planned     ? "planned for this picture"
                  : shows_iteration ? "trace of the file"
                                    : "layout of the file";
    shown.document = std::move(plan->document);
    shown.claims = std::move(plan->claims);
    shown.document.notes.insert(shown.document.notes.end(), plan->notes.begin(), plan->notes.end());
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
    std::string caption = step_caption(trace, frame);
    if (const Frame& step = trace.frames[frame]; step.kind == FrameKind::placement && !step.note.empty()) {
        caption += " · " + step.note;
    }
    const std::string step_words = caption;
    if (!note.empty()) {
        caption += " · " + note;
    }
    ShownLayout shown{step_layout(player.layout(document.problem), document.layout, document.problem),
                      trace.provenance,
                      with_edits(std::move(caption), document),
                      step_words,
                      frame == trace.result ? std::string() : step_title(trace, frame),
                      trace.frames[frame].step,
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
