#include "app/window/picture_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

#include "app/window/appearance.h"
#include "app/window/core_views.h"
#include "app/window/export_dialog.h"
#include "app/window/notices.h"
#include "app/window/window_actions.h"
#include "app/window/window_settings.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/picture/picture_export.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"

namespace arenascope {

PictureCommands::PictureCommands(QWidget& window, Session& session, const WindowActions& actions,
                                 const LayoutView& view, const CoreViews& cores, const Appearance& appearance,
                                 Notices& notices, QObject* parent)
    : QObject(parent),
      window_(window),
      session_(session),
      view_(view),
      cores_(cores),
      appearance_(appearance),
      notices_(notices) {
    connect(actions.export_picture, &QAction::triggered, this, &PictureCommands::export_picture);
    connect(actions.copy_picture, &QAction::triggered, this, &PictureCommands::copy_picture);
}

PageContent PictureCommands::page() const {
    const ShownPlan& plan = *session_.shown();
    PageContent content;
    content.problem = plan.problem.get();
    content.layout = plan.layout.get();
    content.risks = *plan.risks;
    if (const CheckReport* report = plan.report()) {
        content.overlaps = report->overlaps;
        content.overlap_areas = plan.overlap_areas();
        content.overlap_count = report->overlap_count;
    }
    content.title = QFileInfo(session_.path()).fileName().toStdString();
    content.provenance = session_.state().provenance;
    content.color_by = appearance_.color_by();
    content.unit = appearance_.unit();
    content.moves = *plan.moves;
    content.free_areas_at = free_areas_step(view_.picture().content());
    cores_.add_to(content);
    QStringList notes;
    if (const QString place = session_.steps().place(); !place.isEmpty()) {
        notes << place;
    }
    if (const Frame* frame = session_.steps().placement_shown()) {
        notes << visible_text(frame->note);
    }
    if (!session_.state().edits.empty()) {
        notes << tr("edited by hand");
    }
    if (const std::size_t left_out = session_.state().left_out; left_out > 0) {
        notes << counted(static_cast<std::int64_t>(left_out), tr("1 value left out"), tr("%1 values left out"));
    }
    content.note = notes.join(tr(" · ")).toStdString();
    return content;
}

void PictureCommands::export_picture() {
    ExportChoices choices = window_settings::export_choices();
    choices.theme = appearance_.theme();
    ExportDialog dialog(session_.path(), choices, &window_);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    choices = dialog.choices();
    window_settings::set_export_choices(choices);
    PageContent content = page();
    if (!choices.title.isEmpty()) {
        content.title = choices.title.toStdString();
    }
    if (choices.extent == ExportChoices::Extent::what_is_seen) {
        content.view = view_.camera().view();
    }
    const PictureSettings settings{static_cast<double>(choices.width), static_cast<double>(choices.height),
                                   choices.scale, choices.theme};
    auto written = validate(settings).and_then(
        [&] { return arenascope::export_picture(dialog.path().toStdString(), content, settings); });
    if (!written) {
        notices_.report(written.error());
    } else {
        notices_.inform(tr("Wrote %1").arg(visible_text(dialog.path())));
    }
}

void PictureCommands::copy_picture() {
    PageContent content = page();
    content.view = view_.camera().view();
    const auto image = render_image(content, {.theme = appearance_.theme()});
    if (!image) {
        notices_.report(image.error());
        return;
    }
    QApplication::clipboard()->setImage(*image);
    notices_.inform(tr("The picture is on the clipboard."));
}

}  // namespace arenascope
