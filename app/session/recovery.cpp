#include "app/session/recovery.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/session/journal_folder.h"
#include "app/session/journal_record.h"
#include "core/base/text/json_reader.h"
#include "core/format/plan/annotations_json.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/reading.h"
#include "core/model/network/import_options.h"

namespace arenascope {
namespace {

tl::unexpected<Error> nothing_in(const std::string& journal) {
    return failure(Error{journal, 0, "this journal of unsaved edits holds nothing that can be read", "discard it"});
}

/// The document of the plan's source, if it is needed and the file is still the same.
std::optional<Document> document_of_source(const JournalContent& content) {
    const PlanState& plan = content.work.plan;
    const bool needs_run = content.is_run_left_out && content.is_trace_of_file;
    const bool is_needed = content.has_import_report || content.has_history || needs_run;
    if (!is_needed || plan.source.isEmpty() ||
        change_since(content.work.origin.source, plan.source) != FileChange::none) {
        return std::nullopt;
    }
    const auto options = import_options(plan.switches);
    auto document = options ? read_document(plan.source.toStdString(), *options) : failure(options.error());
    if (!document) {
        return std::nullopt;
    }
    if (document->import) {
        document->import->switches = plan.switches;
    }
    return std::move(*document);
}

/// Problem and layout from the text, or from the source if that alone has all of them.
bool set_plan(const JournalContent& content, std::optional<Document>& source, RecoveredWork& recovered) {
    UnsavedWork& work = recovered.work;
    PlanState& plan = work.plan;
    auto kept = content.plan_text ? parse_plan_json(*content.plan_text, {}) : failure("there is no plan");
    if (kept) {
        plan.provenance = std::move(kept->provenance);
        plan.layout = std::make_shared<const Layout>(std::move(kept->layout));
    }
    const bool is_source_better = source && content.is_problem_of_file && (content.has_history || !kept);
    if (is_source_better && (kept || content.is_layout_of_file)) {
        plan.problem = std::make_shared<const Problem>(std::move(source->problem));
        if (content.is_layout_of_file && !content.is_run_left_out) {
            plan.layout = std::make_shared<const Layout>(std::move(source->layout));
        }
        if (!kept) {
            plan.provenance = std::move(source->provenance);
        }
    } else if (kept) {
        plan.problem = std::make_shared<const Problem>(std::move(kept->problem));
        recovered.gaps.lacks_history = content.has_history;
    } else {
        return false;
    }
    if (content.is_problem_of_file) {
        work.origin.problem = plan.problem;
    }
    if (content.is_layout_of_file && !content.is_run_left_out) {
        work.origin.layout = plan.layout;
    }
    return plan.layout->placements.size() == plan.problem->buffers.size();
}

/// The run, from the journal or from the source. Without it, the plan holds the layout of the shown step.
void set_run(const JournalContent& content, std::optional<Document>& source, RecoveredWork& recovered) {
    PlanState& plan = recovered.work.plan;
    const auto take = [&](std::optional<Trace> trace) {
        if (!trace || trace->buffer_count != plan.problem->buffers.size() ||
            trace->fingerprint != fingerprint(*plan.problem) ||
            (plan.frame != FrameIndex::none() && plan.frame.value() >= trace->frames.size())) {
            return;
        }
        plan.trace = std::make_shared<const Trace>(std::move(*trace));
        if (content.is_trace_of_file) {
            recovered.work.origin.trace = plan.trace;
        }
    };
    if (content.trace_bytes && !content.trace_bytes->empty()) {
        auto document = parse_trace_binary(*content.trace_bytes, {});
        if (document) {
            take(std::move(document->trace));
        }
    } else if (content.is_run_left_out && source && content.is_trace_of_file && content.is_problem_of_file &&
               content.is_layout_of_file) {
        auto layout = std::make_shared<const Layout>(std::move(source->layout));
        take(std::move(source->trace));
        if (plan.trace) {
            recovered.work.origin.layout = layout;
            plan.layout = std::move(layout);
        }
    }
    const bool had_run = content.is_run_left_out || (content.trace_bytes && !content.trace_bytes->empty());
    if (!plan.trace) {
        recovered.gaps.lacks_run = had_run;
        plan.frame = FrameIndex::none();
        if (content.is_run_left_out) {
            plan.hand_edits = hand_edits_of(plan);
            plan.edits = {};  // the layout has them already
        }
    }
}

/// False: the text is wrong, or does not fit the problem.
bool set_annotations(const JournalContent& content, PlanState& plan) {
    const auto tree = parse_json(content.annotations.empty() ? "{}" : content.annotations, {});
    if (!tree) {
        return false;
    }
    JsonReading reading;
    Document document;
    document.problem = *plan.problem;
    read_annotations(JsonField(*tree, reading), document, std::numeric_limits<std::int64_t>::max());
    plan.hand_edits = std::move(document.hand_edits);
    plan.pinned_notes = std::move(document.pinned_notes);
    plan.bookmarks = std::move(document.bookmarks);
    return !reading.failed();
}

/// Bookmarks keep the steps that the run has.
void fit_bookmarks(PlanState& plan) {
    const std::size_t frames = plan.trace ? plan.trace->frames.size() : 0;
    if (std::ranges::any_of(plan.bookmarks, [frames](const Bookmark& one) {
            return one.frame != FrameIndex::none() && one.frame.value() >= frames;
        })) {
        plan.bookmarks = without_frames(std::move(plan.bookmarks));
    }
}

/// Whether every move and misfit is about a buffer and a region of the problem.
bool has_sound_indices(const PlanState& plan) {
    const Problem& problem = *plan.problem;
    const auto is_place = [&problem](const OptionalPlacement& place) {
        return !place || place->region.value() < problem.regions.size();
    };
    return std::ranges::all_of(plan.edits,
                               [&](const Edit& edit) {
                                   return edit.buffer.value() < problem.buffers.size() && is_place(edit.placement) &&
                                          is_place(edit.from);
                               }) &&
           std::ranges::all_of(plan.misfits,
                               [&](const Misfit& misfit) { return misfit.buffer.value() < problem.buffers.size(); });
}

}  // namespace

std::vector<LeftWork> left_work(const std::string& folder) {
    std::vector<LeftWork> list;
    for (const std::string& journal : left_journals(folder)) {
        LeftWork left;
        left.journal = journal;
        left.is_damaged = true;
        if (const auto reading = read_records(journal)) {
            const JournalContent content = journal_content(reading->records);
            left.is_damaged = reading->is_damaged || content.is_damaged;
            left.is_newer = content.version > journal_version;
            if (content.records > 0) {
                left.path = content.work.path;
                left.at = content.work.at;
                left.edits = content.work.edits;
                left.is_dropped = content.work.is_dropped;
                left.file = change_since(content.work.origin.file, content.work.path);
            }
        }
        list.push_back(std::move(left));
    }
    std::ranges::stable_sort(list, std::ranges::greater(), &LeftWork::at);
    return list;
}

Expected<RecoveredWork> recover(const std::string& journal) {
    auto log = RecordLog::take_over(journal);
    if (!log) {
        return failure(std::move(log.error()));
    }
    const auto reading = log->read();
    if (!reading) {
        return failure(reading.error());
    }
    JournalContent content = journal_content(reading->records);
    if (content.records == 0) {
        return nothing_in(journal);
    }
    RecoveredWork recovered;
    recovered.gaps.is_damaged = reading->is_damaged || content.is_damaged;
    recovered.gaps.file = change_since(content.work.origin.file, content.work.path);
    std::optional<Document> source = document_of_source(content);
    recovered.work = std::exchange(content.work, UnsavedWork());
    if (!set_plan(content, source, recovered)) {
        return nothing_in(journal);
    }
    if (source && source->import) {
        recovered.work.plan.import = std::make_shared<const ImportReport>(std::move(*source->import));
    }
    recovered.gaps.lacks_import_report = content.has_import_report && !recovered.work.plan.import;
    recovered.gaps.lacks_trials = content.has_heap_trials;
    if (!has_sound_indices(recovered.work.plan) || !set_annotations(content, recovered.work.plan)) {
        return nothing_in(journal);
    }
    set_run(content, source, recovered);
    fit_bookmarks(recovered.work.plan);
    // Saving must not replace what somebody else has written since.
    recovered.work.can_replace_file = recovered.work.can_replace_file && recovered.gaps.file == FileChange::none;
    recovered.work.is_dropped = false;
    recovered.log = std::move(*log);
    return recovered;
}

Expected<void> discard_left_work(const std::string& journal) {
    auto log = RecordLog::take_over(journal);
    return log ? log->remove() : failure(std::move(log.error()));
}

}  // namespace arenascope
