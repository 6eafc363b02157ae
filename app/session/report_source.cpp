#include "app/session/report_source.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

#include "app/session/comparison_picture.h"
#include "app/session/session.h"
#include "core/analysis/debugging/step_search.h"
#include "core/format/reading.h"
#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/run_caption.h"
#include "core/picture/report/report_html.h"

namespace arenascope {
namespace {

/// Whether a file describes the shown buffers. A planner may choose sizes, alignments and regions, nothing else.
bool describes(const Problem& file, const Problem& shown) {
    return std::ranges::equal(file.buffers, shown.buffers,
                              [](const Buffer& a, const Buffer& b) {
                                  return a.name == b.name && a.lifetime == b.lifetime && a.kind == b.kind &&
                                         a.gaps() == b.gaps();
                              }) &&
           file.usage_graph == shown.usage_graph && file.step_labels == shown.step_labels;
}

/// Whether a step of the run is shown that is not its result.
bool shows_inner_step(const ReportSource& source) {
    return !source.plan->is_preview && !source.step.is_result;
}

/// Reads the file again, and notes what does not lead to what is shown.
void compare_with_file(Reproduction& way, const ReportSource& source) {
    if (source.plan->is_preview) {
        way.obstacle = "it is the best layout so far of a run under way";
        return;
    }
    const auto options = import_options(source.state.switches);
    auto file = options ? read_document(source.state.source.toStdString(), *options)
                        : Expected<Document>(tl::unexpected(options.error()));
    if (!file) {
        way.obstacle = "the file can no longer be read";
        return;
    }
    // Problems compare histories by address, and buffers tell whether it is the same recording.
    if (file->problem.history && source.state.problem->history) {
        file->problem.history = source.state.problem->history;
    }
    const bool is_planned = source.state.seconds.has_value();
    if (!describes(file->problem, *source.state.problem) ||
        (!is_planned && (file->problem != *source.state.problem || file->layout != *source.state.layout))) {
        way.obstacle = "the file holds something else than the window that wrote this report";
        return;
    }
    way.has_own_layout = file->trace || (is_complete(file->layout) && !file->problem.buffers.empty());
    if (file->pinned_notes != source.state.pinned_notes) {
        way.lacks.emplace_back("the notes that were pinned since the file was written");
    }
    if (QFileInfo(source.state.source).fileName().toStdString() != source.title) {
        way.lacks.emplace_back("the name of the file in its title");
    }
}

Reproduction reproduction_of(const ReportSource& source, const std::string& report_name) {
    const PlanState& state = source.state;
    Reproduction way{.file = state.source.toStdString(),
                     .switches = state.switches,
                     .planned = state.seconds ? state.provenance : std::nullopt,
                     .is_incomplete = !source.plan->figures->is_complete(),
                     .report = report_name};
    if (shows_inner_step(source)) {
        way.iteration = frame_paths(*state.trace)[state.frame];
    }
    if (source.plan->hand_edits->empty()) {
        compare_with_file(way, source);
    }
    return way;
}

/// Why the file of B does not lead to the B that is shown; empty: it does.
std::string obstacle_of_other(const ComparedSide& b, const ComparedOrigin& origin) {
    if (!origin.obstacle.empty()) {
        return origin.obstacle;
    }
    const auto file = import_options(origin.switches).and_then([&](ImportOptions options) {
        options.is_for_another_file_too = true;  // as when B was read: the switches may be those of A
        return read_document(origin.file, options);
    });
    if (!file) {
        return "the file of B cannot be read any more";
    }
    return file->problem.buffers == b.problem->buffers && file->problem.regions == b.problem->regions &&
                   file->layout == *b.layout
               ? std::string()
               : "the file of B holds something else by now";
}

Expected<std::string> report_of_comparison(const ReportSource& source, const std::string& report_name) {
    const ComparedOrigin& origin = source.other_origin;
    ComparedFrom a{.name = source.title,
                   .pinned_notes = source.state.pinned_notes,
                   .notes = source.state.notes,
                   .reproduction = reproduction_of(source, report_name)};
    if (!source.plan->hand_edits->empty()) {
        a.reproduction.obstacle = "A was edited by hand";
    }
    ComparedFrom b{.name = source.other_title,
                   .pinned_notes = origin.pinned_notes,
                   .notes = origin.notes,
                   .reproduction = {.file = origin.file,
                                    .switches = origin.switches,
                                    .obstacle = obstacle_of_other(source.compared->b, origin)}};
    if (QFileInfo(QString::fromStdString(origin.file)).fileName().toStdString() != source.other_title) {
        b.reproduction.lacks.emplace_back("the name of B in its title");
    }
    return comparison_report_of(*source.compared, a, b);
}

}  // namespace

ReportSource report_source(Session& session, ColorBy color_by, const std::string& title_of_a) {
    const PlanComparison& comparison = session.comparison();
    ReportSource source{session.shown(), session.state(), shown_step(session),
                        QFileInfo(session.path()).fileName().toStdString(), color_by};
    if (comparison.result()) {
        source.compared = comparison.result();
        source.title = title_of_a;
        source.other_title = comparison.title().toStdString();
        source.other_origin = comparison.origin();
    }
    return source;
}

Expected<std::string> report_of(const ReportSource& source, const std::string& report_name) {
    if (source.compared) {
        return report_of_comparison(source, report_name);
    }
    const ShownPlan& plan = *source.plan;
    const PlanState& state = source.state;
    const std::shared_ptr<const CheckFindings> checked =
        plan.checked ? plan.checked
                     : std::make_shared<const CheckFindings>(check_findings(*plan.problem, *plan.layout));
    ReportContent content;
    PageContent& page = content.page;
    page.problem = plan.problem.get();
    page.layout = plan.layout.get();
    if (!has_segment_regions(*plan.problem)) {
        page.risks = *plan.risks;
    }
    page.overlaps = checked->report.overlaps;
    page.overlap_areas = checked->overlap_areas;
    page.overlap_count = checked->report.overlap_count;
    page.title = source.title;
    page.color_by = source.color_by;
    if (!plan.is_preview) {
        page.provenance = state.provenance;
    }
    if (shows_inner_step(source)) {
        content.step = step_caption(*state.trace, state.frame);
        page.moves = *plan.moves;
        if (plan.group) {
            page.group = *plan.group;
        }
        if (const auto& step = state.trace->frames[state.frame].step; step && !step->candidates.empty()) {
            page.placement_step = step;
        }
    }
    content.check = &checked->report;
    content.verdict = shown_verdict(plan, state, source.step, content.check);
    content.format = state.format;
    content.is_model = state.import != nullptr;
    content.left_out = state.left_out;
    content.notes = state.notes;
    content.notes.insert(content.notes.end(), state.plan_notes.begin(), state.plan_notes.end());
    content.annotations = annotations_of(state);
    content.reproduction = reproduction_of(source, report_name);
    return report_html(content);
}

}  // namespace arenascope
