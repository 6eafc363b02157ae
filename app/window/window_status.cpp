// What the window says in its title and in its status bar.

#include <algorithm>

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>

#include "app/window/main_window.h"
#include "core/memory/live_profile.h"
#include "core/picture/step_names.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/style/theme.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"

namespace arenascope {
namespace {

QString text(const std::string& utf8) {
    return visible_text(utf8);
}

/// A part of a window's title, where Qt replaces "[*]" by a mark of what was changed, and "[*][*]" by those letters.
QString in_a_title(QString part) {
    return part.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
}

}  // namespace

void MainWindow::show_check_state() {
    const CheckReport* report = session_.report();
    if (!report) {
        check_button_->setText(tr("Check"));
        check_state_->setText(!session_.has_plan()       ? QString()
                              : session_.is_previewing() ? tr("planning …")
                              : session_.check_failed()  ? tr("not checked")
                                                         : tr("checking …"));
        return;
    }
    const Problem& problem = *session_.problem();
    const Palette& tokens = arenascope::palette(theme_);
    const auto say = [this](Color color, const QString& words) {
        check_state_->setText(
            QStringLiteral("<span style='color:%1'>● %2</span>").arg(qt_color(color).name(), words.toHtmlEscaped()));
    };
    if (problem.buffers.empty()) {
        check_button_->setText(tr("Check"));
        say(tokens.dim, tr("nothing to check"));
        return;
    }
    QStringList findings;
    const auto add = [&findings](std::size_t number, const QString& one, const QString& many) {
        if (number > 0) {
            findings << counted(static_cast<std::int64_t>(number), one, many);
        }
    };
    add(report->overlap_count, tr("1 overlap"), tr("%1 overlaps"));
    add(report->misaligned.size(), tr("1 misaligned"), tr("%1 misaligned"));
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const Region& region = problem.regions[i];
        const Offset top = peak(problem, session_.layout(), RegionIndex(i));
        if (region.capacity && top > Offset(region.capacity->value())) {
            findings << tr("capacity of %1 exceeded by %2")
                            .arg(text(region.name), text(amount_text(top.value() - region.capacity->value(), unit_)));
        }
    }
    const auto elsewhere = std::count_if(report->outside.begin(), report->outside.end(), [&](BufferIndex buffer) {
        const auto& placement = session_.layout().placements[buffer.value()];
        return placement->region != problem.buffers[buffer.value()].region || placement->offset < Offset(0);
    });
    add(static_cast<std::size_t>(elsewhere), tr("1 outside its region"), tr("%1 outside their region"));
    const bool only_unplaced = findings.isEmpty();
    const bool under_way = session_.is_under_way();
    const bool clean = findings.isEmpty() && (under_way || report->unplaced.empty());
    add(report->unplaced.size(), under_way ? tr("1 comes later") : tr("1 not placed"),
        under_way ? tr("%1 come later") : tr("%1 not placed"));
    const Color color = only_unplaced && !findings.isEmpty() ? tokens.dim : clean ? tokens.good : tokens.risk_text;
    if (clean) {
        findings.prepend(tr("no overlaps"));
    }
    say(color, findings.join(tr(", ")));
    const std::size_t found = report->overlap_count + report->misaligned.size() + report->outside.size() +
                              (under_way ? 0 : report->unplaced.size());
    check_button_->setText(clean ? tr("Check ✓ 0")
                                 : tr("Check ✗ %1").arg(grouped_text(static_cast<std::int64_t>(found))));
}

void MainWindow::show_title() {
    if (!session_.has_plan()) {
        setWindowTitle(tr("Arenascope"));
        setWindowModified(false);
        return;
    }
    QStringList parts{in_a_title(visible_text(QFileInfo(session_.path()).fileName())) + QStringLiteral("[*]")};
    if (session_.is_previewing()) {
        parts << tr("planning …");
    } else if (const auto& provenance = session_.state().provenance) {
        const int position = session_.chief_position();
        const QString planner = in_a_title(text(provenance->planner));
        parts << (position >= 0
                      ? tr("%1, step %2 of %3").arg(planner).arg(position + 1).arg(session_.chief_steps().size())
                      : planner);
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
    const auto& placements = session_.layout().placements;
    const bool placed =
        std::any_of(placements.begin(), placements.end(), [](const auto& each) { return each.has_value(); });
    QStringList parts;
    parts << (placed ? tr("peak %1").arg(text(amount_text(top.value(), unit_))) : tr("not placed yet"))
          << tr("threshold %1").arg(text(amount_text(limit.value(), unit_)))
          << counted(static_cast<std::int64_t>(problem.buffers.size()), tr("1 buffer"), tr("%1 buffers"));
    if (const std::size_t small = view_->figures().too_small; small > 0) {
        parts << tr("%1 too small for an edge").arg(grouped_text(static_cast<std::int64_t>(small)));
    }
    if (session_.state().seconds && !session_.is_previewing()) {
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
    if (const BufferIndex buffer = view_->pointed().buffer; buffer != BufferIndex::none()) {
        const Buffer& each = problem.buffers[buffer.value()];
        const auto& placement = session_.layout().placements[buffer.value()];
        parts << text(each.name) << text(amount_text(each.size.value(), unit_)) << lifetime_text(each.lifetime);
        if (placement) {
            parts << tr("offset %1").arg(text(amount_text(placement->offset.value(), unit_)));
        }
    }
    // Away from the picture the time cursor says whose step it is.
    const std::optional<Step> step = view_->pointed().step ? view_->pointed().step : session_.cursor();
    if (step) {
        if (const std::string title = title_of_step(problem, *step); !title.empty()) {
            parts << tr("step %1: %2").arg(grouped_text(step->value()), text(title));
        }
    }
    hovered_->setText(parts.join(tr(" · ")));
}

}  // namespace arenascope
