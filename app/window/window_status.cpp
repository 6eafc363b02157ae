// What the window says in its title and in its status bar.

#include <QFileInfo>
#include <QLabel>

#include "app/window/main_window.h"
#include "core/memory/live_profile.h"
#include "core/picture/step_names.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

}  // namespace

void MainWindow::show_title() {
    if (!session_.has_plan()) {
        setWindowTitle(tr("Arenascope"));
        setWindowModified(false);
        return;
    }
    QStringList parts{QFileInfo(session_.path()).fileName() + QStringLiteral("[*]")};
    if (const auto& provenance = session_.state().provenance) {
        const int position = session_.chief_position();
        parts << (position >= 0 ? tr("%1, step %2 of %3")
                                      .arg(text(provenance->planner))
                                      .arg(position + 1)
                                      .arg(session_.chief_steps().size())
                                : text(provenance->planner));
    }
    setWindowTitle(parts.join(tr(" — ")) + tr(" — Arenascope"));
    setWindowModified(!session_.undo_stack()->isClean());
}

void MainWindow::show_figures() {
    if (!session_.has_plan()) {
        figures_->clear();
        return;
    }
    const Problem& problem = *session_.problem();
    const Offset top = peak(problem, session_.layout());
    const Bytes limit = threshold(problem, session_.layout());
    QStringList parts;
    parts << tr("peak %1").arg(text(amount_text(top.value(), unit_)))
          << tr("threshold %1").arg(text(amount_text(limit.value(), unit_)))
          << counted(static_cast<std::int64_t>(problem.buffers.size()), tr("1 buffer"), tr("%1 buffers"));
    if (const std::size_t small = view_->figures().too_small; small > 0) {
        parts << tr("%1 too small for an edge").arg(grouped_text(static_cast<std::int64_t>(small)));
    }
    if (session_.state().seconds) {
        parts << tr("tuned in %1 s").arg(*session_.state().seconds, 0, 'f', 1);
    }
    figures_->setText(parts.join(tr(" · ")));
}

void MainWindow::show_hovered() {
    if (!session_.has_plan()) {
        hovered_->clear();
        return;
    }
    const Problem& problem = *session_.problem();
    QStringList parts;
    if (const BufferIndex buffer = view_->hovered_buffer(); buffer != BufferIndex::none()) {
        const Buffer& each = problem.buffers[buffer.value()];
        const auto& placement = session_.layout().placements[buffer.value()];
        parts << text(each.name) << text(amount_text(each.size.value(), unit_)) << lifetime_text(each.lifetime);
        if (placement) {
            parts << tr("offset %1").arg(text(amount_text(placement->offset.value(), unit_)));
        }
    }
    // Away from the picture the time cursor says whose step it is.
    const std::optional<Step> step = view_->hovered_step() ? view_->hovered_step() : session_.cursor();
    if (step) {
        if (const std::string title = title_of_step(problem, *step); !title.empty()) {
            parts << tr("step %1: %2").arg(grouped_text(step->value()), text(title));
        }
    }
    hovered_->setText(parts.join(tr(" · ")));
}

}  // namespace arenascope
