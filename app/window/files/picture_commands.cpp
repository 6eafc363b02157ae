#include "app/window/files/picture_commands.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

#include "app/session/comparison_picture.h"
#include "app/window/compare/comparison_source.h"
#include "app/window/dialogs/export_dialog.h"
#include "app/window/dialogs/target_question.h"
#include "app/window/frame/window_settings.h"
#include "app/window/inspect/core_views.h"
#include "app/window/inspect/verdict_views.h"
#include "core/base/error/out_of_memory.h"
#include "qt/painting/picture_export.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/tables/buffer_table/buffer_table.h"

namespace arenascope {
namespace {

/// A person waits for the picture.
constexpr int drawing_priority = 1;
/// A notice that is gone sooner would only move the picture.
constexpr std::chrono::milliseconds quietly_drawn(300);

}  // namespace

PictureCommands::PictureCommands(const WindowFrame& frame, const CoreViews& cores, const VerdictViews& verdict)
    : WindowPart(frame), cores_(cores), verdict_(verdict) {
    connect(actions_.export_picture, &QAction::triggered, this, &PictureCommands::export_picture);
    connect(actions_.copy_picture, &QAction::triggered, this, &PictureCommands::copy_picture);
    connect(&drawing_, &BackgroundTask::ran_out_of_memory, this, [this] {
        seconds_.stop();
        notices_.report(
            out_of_memory(tr("to draw the picture").toStdString(), tr("close other programs").toStdString()));
    });
    seconds_.setInterval(quietly_drawn);
    connect(&seconds_, &QTimer::timeout, this, &PictureCommands::say_drawing);
}

template <class Work, class Done>
void PictureCommands::draw(const PictureSource& source, Work work, Done done) {
    const bool is_drawn = drawing_.run(
        source.page.problem->buffers.size(),
        [work = std::move(work)](const Outdated& outdated) { return work(IsOutdated(outdated)); },
        [this, done = std::move(done)](const auto& result) {
            seconds_.stop();
            done(result);
        },
        drawing_priority);
    if (!is_drawn) {
        since_.start();
        seconds_.start();
    }
}

void PictureCommands::say_drawing() {
    const qint64 seconds = since_.elapsed() / 1000;
    const QString text = tr("Drawing the picture …");
    notices_.say_busy(seconds == 0 ? text : tr("%1 %2 s").arg(text).arg(seconds), [this] { cancel(); });
}

void PictureCommands::cancel() {
    drawing_.abandon();
    seconds_.stop();
    notices_.inform(tr("The picture was cancelled."));
}

PictureSource PictureCommands::source_of(std::shared_ptr<const ShownPlan> shown) const {
    PictureSource source;
    source.plan = std::move(shown);
    const ShownPlan& plan = *source.plan;
    PageContent& page = source.page;
    page.problem = plan.problem.get();
    page.layout = plan.layout.get();
    page.risks = *plan.risks;
    if (const CheckReport* report = plan.report()) {
        page.overlaps = report->overlaps;
        page.overlap_areas = plan.overlap_areas();
        page.overlap_count = report->overlap_count;
    }
    page.color_by = appearance_.color_by();
    page.unit = appearance_.unit();
    return source;
}

PictureSource PictureCommands::source() const {
    if (session_.comparison().result()) {
        return compared_source();
    }
    PictureSource source = source_of(session_.shown());
    const ShownPlan& plan = *source.plan;
    PageContent& page = source.page;
    page.title = QFileInfo(session_.path()).fileName().toStdString();
    if (!plan.is_preview) {
        page.provenance = session_.state().provenance;
    }
    if (const Verdict* verdict = verdict_.verdict(); verdict != nullptr && !plan.is_preview) {
        page.verdict = verdict->text();
        page.tone = verdict->tone;
    }
    page.moves = *plan.moves;
    if (plan.group) {
        page.group = *plan.group;
    }
    page.free_areas_at = free_areas_step(view_.picture().content());
    cores_.add_to(page);
    page.containers.shows_thin_bands = view_.picture().content().containers.shows_thin_bands;
    QStringList notes = layout_notes();
    if (page.free_areas_at) {
        notes << tr("free areas of step %1").arg(grouped_text(page.free_areas_at->value()));
    }
    if (const std::size_t left_out = session_.state().left_out; left_out > 0) {
        notes << counted(static_cast<std::int64_t>(left_out), tr("1 value left out"), tr("%1 values left out"));
    }
    if (plan.tiers_of != FrameIndex::none()) {
        notes << tr("tiers of the iteration before, which made the group");
    }
    page.note = notes.join(tr(" · ")).toStdString();
    source.notes = std::make_shared<const std::vector<PinnedNote>>(session_.state().pinned_notes);
    page.pinned_notes = *source.notes;
    source.marks = marks_of(view_.picture(), docks_.buffers->applied_filter().toStdString());
    source.view = view_.camera().view();
    source.is_part = !view_.camera().is_fitted();
    return source;
}

PictureSource PictureCommands::compared_source() const {
    const PlanComparison& comparison = session_.comparison();
    const QString first = shown_plan_title(session_);
    ComparisonPicture picture =
        comparison_picture(*comparison.result(), {tr("A · %1").arg(first).toStdString(), session_.state().pinned_notes},
                           {tr("B · %1").arg(comparison.title()).toStdString(), comparison.origin().pinned_notes});
    PictureSource source = source_of(picture.plan);
    source.object_numbers = std::make_shared<const std::vector<ObjectIndex>>(std::move(picture.object_numbers));
    PageContent& page = source.page;
    page.figures = std::move(picture.figures);
    page.object_numbers = *source.object_numbers;
    page.title = tr("%1 → %2").arg(first, comparison.title()).toStdString();
    page.note = std::move(picture.note);
    page.table = std::move(picture.table);
    source.notes = std::make_shared<const std::vector<PinnedNote>>(std::move(picture.pinned_notes));
    page.pinned_notes = *source.notes;
    return source;
}

QStringList PictureCommands::layout_notes() const {
    if (session_.shown()->is_preview) {
        return {tr("best layout so far of a run under way")};
    }
    QStringList notes;
    if (const QString place = session_.steps().place(); !place.isEmpty()) {
        notes << place;
    }
    if (const Frame* frame = session_.steps().placement_shown()) {
        notes << visible_text(frame->note);
    }
    if (const QString edited = edited_words(session_.hand_edits(), !notes.isEmpty()); !edited.isEmpty()) {
        notes << edited;
    }
    return notes;
}

ExportChoices PictureCommands::proposed_choices(bool is_part) const {
    ExportChoices choices = last_ ? *last_ : window_settings::export_choices();
    if (!last_) {
        choices.theme = appearance_.theme();
    }
    if (titled_ != session_.path()) {
        choices.title.clear();
    }
    const std::optional<ExportChoices>& before = last_of_.at(is_part ? 1 : 0);
    choices.extent = before    ? before->extent
                     : is_part ? ExportChoices::Extent::what_is_seen
                               : ExportChoices::Extent::whole_plan;
    choices.marks = before ? before->marks : is_part;
    return choices;
}

void PictureCommands::remember(const ExportChoices& choices, bool is_part) {
    last_ = choices;
    last_of_.at(is_part ? 1 : 0) = choices;
    titled_ = session_.path();
    window_settings::set_export_choices(choices);
}

void PictureCommands::export_picture() {
    const auto shown = std::make_shared<const PictureSource>(source());
    ExportDialog dialog(session_.path(), proposed_choices(shown->is_part), shown, &window_);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    if (const TargetAnswer answer = ask_about_target(&window_, dialog.path()); answer != TargetAnswer::replace) {
        return answer == TargetAnswer::save_elsewhere ? export_picture() : void();
    }
    const ExportChoices choices = dialog.choices();
    remember(choices, shown->is_part);
    const PictureSettings settings = settings_of(choices);
    if (const auto valid = validate(settings); !valid) {
        notices_.report(valid.error());
        return;
    }
    const QString path = dialog.path();
    const auto write = [shown, choices, settings, path](const IsOutdated& is_outdated) {
        return arenascope::export_picture(path.toStdString(), page_of(*shown, choices), settings, is_outdated,
                                          ReadOnlyFile::replaced);
    };
    const auto tell = [this, path](const Expected<void>& written) {
        if (written) {
            notices_.inform(tr("Wrote %1").arg(visible_text(path)));
        } else {
            notices_.report(written.error());
        }
    };
    draw(*shown, write, tell);
}

void PictureCommands::copy_picture() {
    const auto shown = std::make_shared<const PictureSource>(source());
    ExportChoices choices;
    choices.extent = ExportChoices::Extent::what_is_seen;
    choices.marks = true;
    choices.theme = appearance_.theme();
    draw(
        *shown,
        [shown, choices](const IsOutdated& is_outdated) {
            return render_image(page_of(*shown, choices), settings_of(choices), is_outdated);
        },
        [this, is_part = shown->is_part](const Expected<QImage>& image) {
            if (!image) {
                notices_.report(image.error());
                return;
            }
            QApplication::clipboard()->setImage(*image);
            notices_.inform(is_part ? tr("What you see, a part of the plan, is on the clipboard.")
                                    : tr("The picture is on the clipboard."));
        });
}

}  // namespace arenascope
