#include "app/window/compare/comparison_source.h"

#include <utility>

#include <QFileInfo>

#include "app/window/dialogs/format_filters.h"
#include "core/base/error/out_of_memory.h"
#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "core/trace/step_layout.h"
#include "qt/words/visible_text.h"
#include "widgets/base/file_dialog.h"

namespace arenascope {
namespace {

/// A file as a plan. `planner`: made its layout, because the file has none; empty: the layout is that of the file.
struct PlanOfFile {
    std::shared_ptr<const ShownPlan> plan;
    ComparedOrigin origin;
    std::string planner;
};

std::shared_ptr<const ShownPlan> as_it_is(Problem problem, Layout layout) {
    return plan_to_compare(std::make_shared<const Problem>(std::move(problem)),
                           std::make_shared<const Layout>(std::move(layout)));
}

/// `guarded`: see RunGuard; it may be empty.
Expected<PlanOfFile> read_plan(const std::string& path, const std::vector<KeyValue>& switches, const StopToken& stop,
                               const std::function<std::shared_ptr<const void>()>& guarded) {
    return import_options(switches)
        .and_then([&](ImportOptions options) {
            options.is_for_another_file_too = true;  // the switches may be those of the open plan
            return read_document(path, options, {});
        })
        .and_then([&](Document document) -> Expected<PlanOfFile> {
            ComparedOrigin origin{.file = path,
                                  .switches = switches,
                                  .pinned_notes = std::move(document.pinned_notes),
                                  .notes = std::move(document.notes)};
            if (is_complete(document.layout) || document.problem.buffers.empty()) {
                return PlanOfFile{
                    as_it_is(std::move(document.problem), std::move(document.layout)), std::move(origin), {}};
            }
            PlanOrder order;
            order.planner = default_planner;
            order.stop = stop;
            const std::shared_ptr<const void> mark = guarded ? guarded() : nullptr;
            return run_planner(document.problem, document.layout, order).map([&origin](Plan plan) {
                origin.obstacle = "B was planned for the comparison";
                return PlanOfFile{as_it_is(std::move(plan.problem), std::move(plan.result.layout)), std::move(origin),
                                  plan.provenance.planner};
            });
        });
}

QString file_name(const QString& path) {
    return visible_text(QFileInfo(path).fileName());
}

}  // namespace

QString shown_plan_title(const Session& session) {
    QStringList parts{file_name(session.path())};
    if (session.shown()->is_preview) {
        parts << ComparisonSource::tr("best layout so far of a run under way");
        return parts.join(QStringLiteral(" · "));
    }
    const QString place = session.steps().place();
    if (!place.isEmpty()) {
        parts << place;
    }
    if (const QString edited = edited_words(session.hand_edits(), !place.isEmpty()); !edited.isEmpty()) {
        parts << edited;
    }
    return parts.join(QStringLiteral(" · "));
}

ComparisonSource::ComparisonSource(const WindowFrame& frame) : WindowPart(frame) {
    connect(actions_.compare_with_file, &QAction::triggered, this, &ComparisonSource::choose_file);
    connect(actions_.compare_with_saved, &QAction::triggered, this, &ComparisonSource::compare_with_saved);
    connect(actions_.compare_with_first, &QAction::triggered, this, &ComparisonSource::compare_with_first);
    connect(actions_.keep_to_compare, &QAction::triggered, this, &ComparisonSource::keep_shown);
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, [this] {
        end();
        notices_.report(out_of_memory(tr("to compare it").toStdString(), tr("close other programs").toStdString()));
    });
    connect(&session_.plan(), &OpenPlan::closed, this, &ComparisonSource::end);
    connect(&session_.plan().changes(), &EditQueue::planned_beside, this, &ComparisonSource::compare_with_planned);
    connect(&session_.comparison(), &PlanComparison::unrelated, this, [this](const QString& title) {
        notices_.inform(tr("The comparison with %1 ended: this file is about other buffers.").arg(title));
    });
}

void ComparisonSource::compare_with(const QString& path) {
    // Makers of both files are found alike.
    std::vector<KeyValue> switches = session_.state().switches;
    std::erase_if(switches, [](const KeyValue& each) { return each.first != "library-code"; });
    read(path, switches, file_name(path));
}

void ComparisonSource::choose_file() {
    const QString path =
        choose_path_to_open(&window_, tr("Compare With"), QFileInfo(session_.path()).absolutePath(), format_filters());
    if (!path.isEmpty()) {
        compare_with(path);
    }
}

void ComparisonSource::compare_with_saved() {
    const bool is_source = session_.path() == session_.state().source;
    read(session_.path(), is_source ? session_.state().switches : std::vector<KeyValue>(),
         tr("%1 · as saved").arg(file_name(session_.path())));
}

void ComparisonSource::compare_with_first() {
    const PlanState& state = session_.state();
    if (!state.trace || session_.steps().chief_steps().empty()) {
        return;
    }
    const QString title = tr("%1 · first layout of the run").arg(file_name(session_.path()));
    begin(tr("Preparing %1 to be compared…").arg(title));
    reading_.start(
        [problem = state.problem, layout = state.layout, trace = state.trace] {
            Replay replay(trace);
            const FrameIndex first = replay.chief_steps().front();
            return plan_to_compare(problem, std::make_shared<const Layout>(
                                                step_layout(replay.layout_at(first, *problem), *layout, *problem)));
        },
        [this, title, notes = state.pinned_notes](std::shared_ptr<const ShownPlan> plan) {
            end();
            set_other(title, std::move(plan), {.obstacle = "B is a step of a run", .pinned_notes = notes});
        });
}

void ComparisonSource::keep_shown() {
    end();
    set_other(tr("%1 · kept").arg(shown_plan_title(session_)), session_.shown(),
              {.obstacle = "B is what the window showed before", .pinned_notes = session_.state().pinned_notes});
}

void ComparisonSource::read(const QString& path, const std::vector<KeyValue>& switches, const QString& title) {
    begin(tr("Preparing %1 to be compared…").arg(title));
    const RunGuard& guard = session_.run_guard();
    const auto guarded = guard ? guard(std::string(default_planner), path) : nullptr;
    reading_.start(
        [name = path.toStdString(), switches, is_outdated = is_outdated_, guarded] {
            return read_plan(
                name, switches, [is_outdated] { return is_outdated->load(); }, guarded);
        },
        [this, title](Expected<PlanOfFile> read) {
            end();
            if (!read) {
                notices_.report(read.error());
                return;
            }
            set_other(
                read->planner.empty() ? title : tr("%1 · planned here by %2").arg(title, visible_text(read->planner)),
                std::move(read->plan), std::move(read->origin));
        });
}

void ComparisonSource::begin(const QString& words) {
    end();
    is_outdated_ = std::make_shared<std::atomic<bool>>(false);
    notices_.inform(words);
}

void ComparisonSource::end() {
    reading_.abandon();
    if (is_outdated_) {
        *is_outdated_ = true;
        notices_.end_information();
    }
    is_outdated_.reset();
}

void ComparisonSource::compare_with_remedy(const QString& title, const Remedy& remedy) {
    begin(tr("Comparing …"));
    reading_.start([problem = remedy.problem, layout = remedy.layout] { return plan_to_compare(problem, layout); },
                   [this, title](std::shared_ptr<const ShownPlan> plan) {
                       end();
                       set_other(title, std::move(plan), {.obstacle = "B is a plan that Arenascope proposed"});
                   });
}

void ComparisonSource::compare_with_planned(const std::shared_ptr<const Plan>& plan) {
    const QString title =
        tr("%1 · planned here by %2").arg(file_name(session_.path()), visible_text(plan->provenance.planner));
    begin(tr("Comparing …"));
    reading_.start(
        [plan] {
            // They share the plan, which goes with the last of them.
            return plan_to_compare({plan, &plan->problem}, {plan, &plan->result.layout});
        },
        [this, title](std::shared_ptr<const ShownPlan> other) {
            end();
            set_other(title, std::move(other), {.obstacle = "B is a plan that Arenascope made beside the recording"});
            notices_.inform(
                tr("An allocator recorded these addresses, so they stay as they are. The plan of the same "
                   "allocations is B. To work on such a plan, import the file with segments: merged."));
        });
}

void ComparisonSource::set_other(const QString& title, std::shared_ptr<const ShownPlan> plan, ComparedOrigin origin) {
    session_.comparison().set_other(title, std::move(plan), std::move(origin));
    emit chosen();
}

}  // namespace arenascope
