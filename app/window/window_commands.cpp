// What the window's commands do; how it is put together is in main_window.cpp, what it shows in window_shows.cpp.

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "app/session/model_attachment.h"
#include "app/window/attachment_report.h"
#include "app/window/comparison_dialog.h"
#include "app/window/core_views.h"
#include "app/window/export_dialog.h"
#include "app/window/keys_dialog.h"
#include "app/window/main_window.h"
#include "app/window/options_dialog.h"
#include "app/window/sample_file.h"
#include "app/window/save_dialog.h"
#include "app/window/screen_fit.h"
#include "app/window/window_settings.h"
#include "core/format/reading.h"
#include "core/memory/live_profile.h"
#include "core/trace/trace_player.h"
#include "widgets/buffer_table/buffer_table.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/message_bar/message_bar.h"
#include "widgets/picture/picture_export.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

/// The page that shows what the session shows.
PageContent page_of(const Session& session, ColorBy color_by, Unit unit) {
    PageContent content;
    content.problem = session.problem().get();
    content.layout = &session.layout();
    content.risks = session.risks();
    if (const CheckReport* report = session.report()) {
        content.overlaps = report->overlaps;
        content.overlap_areas = session.overlap_areas();
        content.overlap_count = report->overlap_count;
    }
    content.title = QFileInfo(session.path()).fileName().toStdString();
    content.provenance = session.state().provenance;
    content.color_by = color_by;
    content.unit = unit;
    QStringList notes;
    if (const int position = session.chief_position(); position >= 0) {
        notes << MainWindow::tr("step %1 of %2").arg(position + 1).arg(session.chief_steps().size());
    }
    if (const Frame* frame = session.placement_shown()) {
        notes << visible_text(frame->note);
    }
    if (!session.state().edits.empty()) {
        notes << MainWindow::tr("edited by hand");
    }
    if (const std::size_t left_out = session.state().left_out; left_out > 0) {
        notes << counted(static_cast<std::int64_t>(left_out), MainWindow::tr("without 1 value left out"),
                         MainWindow::tr("without %1 values left out"));
    }
    content.note = notes.join(MainWindow::tr(" · ")).toStdString();
    return content;
}

}  // namespace

void MainWindow::connect_actions() {
    connect(actions_.open, &QAction::triggered, this, &MainWindow::choose_file);
    connect(actions_.reload, &QAction::triggered, &session_, &Session::reload);
    auto* attachment = new ModelAttachment(session_, this);
    connect(actions_.attach_model, &QAction::triggered, attachment,
            [this, attachment] { choose_model(this, session_, *attachment); });
    connect(attachment, &ModelAttachment::attached, this,
            [this](const AttachmentSummary& summary) { show_attachment(this, summary); });
    connect(attachment, &ModelAttachment::failed, this, [this](const Error& error) { report(error); });
    connect(actions_.save_layout, &QAction::triggered, this, &MainWindow::save_layout);
    connect(actions_.save_trace, &QAction::triggered, this, &MainWindow::save_trace);
    connect(actions_.export_picture, &QAction::triggered, this, &MainWindow::export_picture);
    connect(actions_.close, &QAction::triggered, this, [this] {
        if (may_leave_plan()) {
            session_.close();
        }
    });
    connect(actions_.quit, &QAction::triggered, this, &QWidget::close);
    connect(actions_.copy_picture, &QAction::triggered, this, &MainWindow::copy_picture);
    connect(actions_.find, &QAction::triggered, this, [this] {
        docks_.buffers_dock->show();
        docks_.buffers_dock->raise();
        docks_.buffers->focus_filter();
    });
    connect(actions_.clear, &QAction::triggered, this, [this] {
        // What is looked at first, then what dims the rest: a filter takes longer to write than a click.
        if (session_.selection().empty() && !session_.cursor()) {
            docks_.buffers->set_filter_text({});
        }
        session_.select({});
        session_.set_cursor(std::nullopt);
        core_views_->clear_pick();
        view_->setFocus();
    });
    connect(actions_.fit, &QAction::triggered, view_, [this] { view_->run(ViewCommand::fit); });
    connect(actions_.zoom_to_selection, &QAction::triggered, view_,
            [this] { view_->run(ViewCommand::zoom_to_selection); });
    connect(actions_.zoom_in, &QAction::triggered, view_, [this] { view_->run(ViewCommand::zoom_in); });
    connect(actions_.zoom_out, &QAction::triggered, view_, [this] { view_->run(ViewCommand::zoom_out); });
    connect(actions_.view_back, &QAction::triggered, view_, [this] { view_->run(ViewCommand::go_back); });
    connect(actions_.view_forward, &QAction::triggered, view_, [this] { view_->run(ViewCommand::go_forward); });
    connect(actions_.free_areas, &QAction::toggled, this, [this](bool shown) {
        view_->picture().set_free_areas(shown);
        // Without a step there would be nothing to see.
        if (shown && session_.has_plan() && !free_areas_step(view_->picture().content())) {
            session_.set_cursor(deciding_profile(*session_.problem(), session_.layout()).peak_step);
        }
    });
    connect(actions_.smooth, &QAction::toggled, this, [this](bool on) {
        view_->set_animated(on);
        window_settings::set_smooth_transitions(on);
    });
    connect(actions_.reset_docks, &QAction::triggered, this, [this] { docks_.arrange(*this); });
    connect(actions_.units, &QActionGroup::triggered, this, [this](const QAction* chosen) {
        window_settings::set_unit_choice(chosen->data().toInt());
        apply_unit();
    });
    connect(actions_.colors, &QActionGroup::triggered, this,
            [this](const QAction* chosen) { color_choice_->setCurrentIndex(color_choice_->findData(chosen->data())); });
    connect(color_choice_, &QComboBox::currentIndexChanged, this, [this](int index) {
        color_by_ = static_cast<ColorBy>(color_choice_->itemData(index).toInt());
        actions_.colors->actions().at(index)->setChecked(true);
        view_->picture().set_color_by(color_by_);
    });
    connect(actions_.themes, &QActionGroup::triggered, this, [this](const QAction* chosen) {
        window_settings::set_theme_choice(chosen->data().toInt());
        apply_theme();
    });
    connect(actions_.tune, &QAction::triggered, this, &MainWindow::tune);
    connect(actions_.options, &QAction::triggered, this, [this] {
        options_->show();
        options_->raise();
    });
    connect(actions_.compare, &QAction::triggered, this, [this] {
        fit_into_screen(*comparison_);
        comparison_->show();
        comparison_->raise();
        comparison_->activateWindow();
    });
    connect(actions_.cancel, &QAction::triggered, session_.run(), &PlanRun::cancel);
    connect(actions_.largest_drop, &QAction::triggered, this, [this] {
        if (const auto& trace = session_.state().trace) {
            if (const FrameIndex frame = largest_drop(*trace); frame != FrameIndex::none()) {
                session_.show_frame(frame);
            } else {
                message_bar_->show_message(MessageBar::Severity::information, tr("No step lowered the peak."));
            }
        }
    });
    connect(actions_.into, &QAction::triggered, this, &MainWindow::step_into);
    connect(actions_.out_of, &QAction::triggered, this, &MainWindow::step_out);
    connect(actions_.check, &QAction::triggered, this, [this] {
        session_.check_now();
        docks_.overlaps_dock->show();
        docks_.overlaps_dock->raise();
    });
    connect(check_button_, &QPushButton::clicked, actions_.check, &QAction::trigger);
    connect(actions_.next_overlap, &QAction::triggered, this, [this] { go_to_overlap(1); });
    connect(actions_.previous_overlap, &QAction::triggered, this, [this] { go_to_overlap(-1); });
    connect(actions_.keys, &QAction::triggered, this, &MainWindow::show_keys);
    connect(actions_.about, &QAction::triggered, this, &MainWindow::show_about);
}

void MainWindow::open(const QString& path) {
    if (may_leave_plan()) {
        session_.open(path);
    }
}

void MainWindow::open_sample() {
    if (const QString path = sample_file(); !path.isEmpty()) {
        open(path);
    } else {
        report({{},
                0,
                tr("the bundled sample is not installed").toStdString(),
                tr("open a file of your own").toStdString()});
    }
}

void MainWindow::choose_file() {
    const QString folder = session_.path().isEmpty() ? QString() : QFileInfo(session_.path()).absolutePath();
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open Plan"), folder,
        tr("Models, plans, problems, sequences and traces (*.onnx *.tflite *.param *.pte *.csv *.json *.txt "
           "*.log);;All files (*)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

bool MainWindow::may_leave_plan() {
    if (!session_.has_plan() || session_.undo_stack()->isClean()) {
        return true;
    }
    const auto answer =
        QMessageBox::question(this, tr("Save the plan?"), tr("The plan was changed here and is not saved."),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save) {
        save_layout();
        return session_.undo_stack()->isClean();
    }
    return answer == QMessageBox::Discard;
}

void MainWindow::save_layout() {
    const QFileInfo file(session_.path());
    const QString path = choose_path_to_save(
        this, tr("Save Plan"), file.dir().filePath(file.completeBaseName() + QStringLiteral(".arenascope.json")),
        {tr("Arenascope plan (*.json)"), tr("MiniMalloc CSV (*.csv)")});
    if (path.isEmpty()) {
        return;
    }
    if (const auto written = session_.save_layout(path); !written) {
        report(written.error());
        return;
    }
    watch_.acknowledge();
    message_bar_->show_message(MessageBar::Severity::information, tr("Saved %1").arg(visible_text(path)));
}

void MainWindow::save_trace() {
    const QFileInfo file(session_.path());
    const QString path = choose_path_to_save(
        this, tr("Save Trace"), file.dir().filePath(file.completeBaseName() + QStringLiteral(".trace.json")),
        {tr("Arenascope trace (*.json)")});
    if (path.isEmpty()) {
        return;
    }
    if (const auto written = session_.save_trace(path); !written) {
        report(written.error());
    }
}

void MainWindow::export_picture() {
    ExportChoices choices = window_settings::export_choices();
    choices.theme = theme_;
    ExportDialog dialog(session_.path(), choices, this);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    choices = dialog.choices();
    window_settings::set_export_choices(choices);
    PageContent content = page_of(session_, color_by_, unit_);
    core_views_->add_to(content);
    content.free_areas_at = free_areas_step(view_->picture().content());
    if (!choices.title.isEmpty()) {
        content.title = choices.title.toStdString();
    }
    if (choices.extent == ExportChoices::Extent::what_is_seen) {
        content.view = view_->camera().view();
    }
    const PictureSettings settings{static_cast<double>(choices.width), static_cast<double>(choices.height),
                                   choices.scale, choices.theme};
    auto written = validate(settings).and_then(
        [&] { return arenascope::export_picture(dialog.path().toStdString(), content, settings); });
    if (!written) {
        report(written.error());
    } else {
        message_bar_->show_message(MessageBar::Severity::information, tr("Wrote %1").arg(visible_text(dialog.path())));
    }
}

void MainWindow::copy_picture() {
    PageContent content = page_of(session_, color_by_, unit_);
    core_views_->add_to(content);
    content.view = view_->camera().view();
    content.free_areas_at = free_areas_step(view_->picture().content());
    const auto image = render_image(content, {.theme = theme_});
    if (!image) {
        report(image.error());
        return;
    }
    QApplication::clipboard()->setImage(*image);
    message_bar_->show_message(MessageBar::Severity::information, tr("The picture is on the clipboard."));
}

void MainWindow::tune() {
    PlanOrder order;
    order.planner = options_->planner().toStdString();
    order.settings = options_->settings();
    order.seed = options_->seed();
    session_.plan(order);
}

void MainWindow::step_into() {
    const auto& trace = session_.state().trace;
    const FrameIndex frame = session_.state().frame;
    if (!trace || frame == FrameIndex::none()) {
        return;
    }
    const Frame& here = trace->frames[frame.value()];
    if (!here.children.empty()) {
        session_.show_frame(here.children.front());
        return;
    }
    // At a leaf: on to the next sibling, or to the next sibling of what encloses it.
    FrameIndex at = frame;
    while (at != FrameIndex::none() && trace->frames[at.value()].parent != FrameIndex::none()) {
        const auto& siblings = trace->frames[trace->frames[at.value()].parent.value()].children;
        const auto next = std::upper_bound(siblings.begin(), siblings.end(), at);
        if (next != siblings.end()) {
            session_.show_frame(*next);
            return;
        }
        at = trace->frames[at.value()].parent;
    }
}

void MainWindow::step_out() {
    const auto& trace = session_.state().trace;
    const FrameIndex frame = session_.state().frame;
    if (!trace || frame == FrameIndex::none()) {
        return;
    }
    const FrameIndex parent = trace->frames[frame.value()].parent;
    if (parent != FrameIndex::none() && trace->frames[parent.value()].kind != FrameKind::pass) {
        session_.show_frame(parent);
    }
}

void MainWindow::go_to_overlap(int direction) {
    if (!session_.report() || session_.report()->overlaps.empty()) {
        return;
    }
    const auto count = static_cast<int>(session_.report()->overlaps.size());
    overlap_position_ =
        overlap_position_ < 0 ? (direction > 0 ? 0 : count - 1) : (overlap_position_ + direction + count) % count;
    show_overlap(session_.report()->overlaps[static_cast<std::size_t>(overlap_position_)]);
}

void MainWindow::show_overlap(const Overlap& overlap) {
    session_.select({overlap.a, overlap.b});
    // Both buffers whole: the shared area alone would not tell whose it is.
    view_->run(ViewCommand::zoom_to_selection);
}

void MainWindow::report(const Error& error, const QString& action) {
    bar_action_ = nullptr;
    message_bar_->show_error(error, action);
}

void MainWindow::show_keys() {
    KeysDialog(*menuBar(), this).exec();
}

void MainWindow::show_about() {
    QString told = tr("<p><b>Arenascope %1</b></p><p>A visual debugger for tensor memory layouts.</p>"
                      "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                       .arg(QCoreApplication::applicationVersion());
    for (const FileFormat format : missing_formats()) {
        told += tr("<p>It does not read %1: it was built without %2.</p>")
                    .arg(QString::fromStdString(std::string(name_of(format))),
                         QString::fromStdString(std::string(needed_for(format))));
    }
    QMessageBox::about(this, tr("About Arenascope"), told);
}

}  // namespace arenascope
