#include "app/window/frame/status_display.h"

#include <algorithm>

#include <QAccessible>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QStatusBar>
#include <QToolTip>

#include "app/window/frame/window_tool_bar.h"
#include "core/analysis/debugging/recorded_step.h"
#include "core/format/document.h"
#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/step_names.h"
#include "qt/painting/theme.h"
#include "qt/words/shown_names.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/fitting_label.h"

namespace arenascope {
namespace {

constexpr int most_check_letters = 20;  ///< so that "no overlaps" is never cut

/// Escapes a part of a window title. Qt replaces "[*]" by a modification mark, and "[*][*]" by the letters "[*]".
QString in_a_title(QString part) {
    return part.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
}

void add_count(QStringList& parts, std::size_t number, const QString& one, const QString& many) {
    if (number > 0) {
        parts << counted(static_cast<std::int64_t>(number), one, many);
    }
}

}  // namespace

StatusDisplay::StatusDisplay(const WindowFrame& frame, WindowToolBar& tools)
    : WindowPart(frame),
      tools_(tools),
      check_(new FittingLabel),
      hovered_(new FittingLabel),
      figures_(new FittingLabel) {
    check_->set_least_letters(most_check_letters);
    check_->setAccessibleName(tr("Result of the overlap check"));
    figures_->setToolTip(tr("Buffers that lie elsewhere than in the previous iteration of the run are outlined. If "
                            "they are more than %1 and more "
                            "than half of the placed "
                            "ones, none is outlined, because outlines would tell nothing.")
                             .arg(few_moved));
    hovered_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // a long name must not widen the window
    window_.statusBar()->addWidget(check_);
    window_.statusBar()->addWidget(hovered_, 1);
    window_.statusBar()->addPermanentWidget(figures_);

    const auto show_all = [this] {
        show_title();
        show_check();
        show_figures();
        show_hovered();
    };
    connect(&session_.plan(), &OpenPlan::layout_changed, this, [this, show_all] {
        hide_stale_tooltip();
        show_all();
    });
    connect(&session_.plan(), &OpenPlan::renamed, this, &StatusDisplay::show_title);
    connect(&session_.plan(), &OpenPlan::closed, this, show_all);
    connect(&session_.judgement(), &Judgement::report_changed, this, &StatusDisplay::show_check);
    connect(&session_.selection(), &Selection::cursor_changed, this, &StatusDisplay::show_hovered);
    connect(&session_.selection(), &Selection::changed, this, [this] { set_found({}); });
    connect(&session_.selection(), &Selection::range_changed, this, &StatusDisplay::show_hovered);
    connect(&session_.selection(), &Selection::changed, this, &StatusDisplay::show_hovered);
    connect(session_.tuning().run(), &PlanRun::paused, this, show_all);
    connect(session_.tuning().run(), &PlanRun::resumed, this, show_all);
    connect(session_.undo_stack(), &QUndoStack::cleanChanged, this, &StatusDisplay::show_title);
    connect(&view_, &LayoutView::pointer_target_changed, this, &StatusDisplay::show_hovered);
    connect(&appearance_, &Appearance::theme_changed, this, &StatusDisplay::show_check);
    connect(&appearance_, &Appearance::unit_changed, this, [this] {
        show_check();
        show_figures();
    });
    show_all();
}

QString StatusDisplay::amount(std::int64_t bytes) const {
    return visible_text(amount_text(bytes, appearance_.unit()));
}

void StatusDisplay::show_title() {
    if (!session_.has_plan()) {
        window_.setWindowTitle(tr("Arenascope"));
        window_.setWindowModified(false);
        return;
    }
    QStringList parts{in_a_title(visible_text(QFileInfo(session_.path()).fileName())) + QStringLiteral("[*]")};
    if (session_.shown()->is_preview) {
        parts << running_words();
    } else if (const QString shown = shown_plan_words(); !shown.isEmpty()) {
        parts << shown;
    }
    window_.setWindowTitle(parts.join(tr(" — ")) + tr(" — Arenascope"));
    window_.setWindowModified(!session_.undo_stack()->isClean());
}

bool StatusDisplay::is_paused() const {
    return session_.tuning().run()->pause() != nullptr;
}

QString StatusDisplay::running_words() const {
    const Tuning& tuning = session_.tuning();
    return is_paused() ? tr("%1, step %2, paused")
                             .arg(in_a_title(visible_text(tuning.provenance().planner)),
                                  QString::fromStdString(path_text(tuning.run()->pause()->path)))
                       : tr("planning …");
}

/// Docks show the plan, so their tooltips tell of the layout before. The layout view refreshes its own tooltip.
void StatusDisplay::hide_stale_tooltip() const {
    if (!QToolTip::isVisible()) {
        return;
    }
    for (QWidget* at = QApplication::widgetAt(QCursor::pos()); at != nullptr; at = at->parentWidget()) {
        if (qobject_cast<QDockWidget*>(at) != nullptr && at->window() == &window_) {
            QToolTip::hideText();
        }
    }
}

QString StatusDisplay::shown_plan_words() const {
    const PlanState& state = session_.state();
    QStringList parts;
    if (state.provenance) {
        parts << in_a_title(visible_text(state.provenance->planner));
    }
    if (const QString place = session_.steps().place(); !place.isEmpty()) {
        parts << place;
    }
    if (const QString edited = edited_words(session_.hand_edits(), !parts.isEmpty()); !edited.isEmpty()) {
        parts << edited;
    }
    return parts.join(tr(", "));
}

void StatusDisplay::show_check_state(Color color, QStringList findings) {
    QPalette colours;  // the others are the window's
    colours.setColor(QPalette::WindowText, qt_color(color));
    check_->setPalette(colours);
    findings.first().prepend(tr("● "));
    check_->set_parts(findings, tr(", "));
}

void StatusDisplay::show_check() {
    const ShownPlan& plan = *session_.shown();
    if (!plan.report()) {
        tools_.set_check_text(tr("Check"));
        check_->setPalette({});
        check_->set_parts({!session_.has_plan() ? QString()
                           : plan.is_preview    ? (is_paused() ? tr("paused") : tr("planning …"))
                           : plan.check_failed  ? tr("not checked")
                                                : tr("checking …")});
    } else if (lacks_all_sizes(*plan.problem)) {
        tools_.set_check_text(tr("Check: no size known"));
        show_check_state(palette(appearance_.theme()).risk_text, {tr("nothing to check: no size is known")});
    } else if (plan.problem->buffers.empty()) {
        tools_.set_check_text(tr("Check"));
        show_check_state(palette(appearance_.theme()).dim, {tr("nothing to check")});
    } else {
        show_findings(*plan.report());
    }
}

void StatusDisplay::set_overlap(int position) {
    overlap_ = position;
    show_check();
    show_hovered();
    if (overlap_ >= 0) {
        hovered_->setAccessibleName(overlap_words());
        QAccessibleEvent event(hovered_, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    } else {
        hovered_->setAccessibleName({});
    }
}

QString StatusDisplay::overlap_words() const {
    const CheckReport* report = session_.shown()->report();
    const auto position = static_cast<std::size_t>(overlap_);
    if (overlap_ < 0 || report == nullptr || position >= report->overlaps.size()) {
        return {};
    }
    const Overlap& pair = report->overlaps[position];
    const ShownPlan& plan = *session_.shown();
    const ShortNames names = shown_rule(plan.problem);
    const auto name = [&](BufferIndex buffer) { return visible_text(names(plan.problem->buffers[buffer].name)); };
    return tr("Overlap %1: %2 and %3 share %4 at steps %5")
        .arg(grouped_text(overlap_ + 1), name(pair.a), name(pair.b), amount(arenascope::size(pair.bytes).value()),
             lifetime_text(pair.steps));
}

void StatusDisplay::set_found(const QString& words) {
    found_ = words;
    show_hovered();
}

QStringList StatusDisplay::faults_of(const CheckReport& report) const {
    const ShownPlan& plan = *session_.shown();
    QStringList faults;
    if (overlap_ < 0) {
        add_count(faults, report.overlap_count, tr("1 overlap"), tr("%1 overlaps"));
    } else {
        faults << tr("overlap %1 of %2").arg(grouped_text(overlap_ + 1), grouped_text(report.overlap_count));
    }
    add_count(faults, report.misaligned.size(), tr("1 misaligned"), tr("%1 misaligned"));
    add_count(faults, report.contradictions.size(), tr("1 contradiction"), tr("%1 contradictions"));
    for (std::size_t i = 0; i < plan.problem->regions.size(); ++i) {
        const Region& region = plan.problem->regions[i];
        const Offset top = plan.figures->regions[i].peak;
        if (region.capacity && top > Offset(region.capacity->value())) {
            faults << tr("capacity of %1 exceeded by %2")
                          .arg(visible_text(region.name), amount(top.value() - region.capacity->value()));
        }
    }
    const auto elsewhere = std::count_if(report.outside.begin(), report.outside.end(), [&](BufferIndex buffer) {
        const auto& placement = plan.layout->placements[buffer];
        return placement->region != plan.problem->buffers[buffer].region || placement->offset < Offset(0);
    });
    add_count(faults, static_cast<std::size_t>(elsewhere), tr("1 outside its region"), tr("%1 outside their region"));
    return faults;
}

void StatusDisplay::show_findings(const CheckReport& report) {
    QStringList findings = faults_of(report);
    const Palette& tokens = palette(appearance_.theme());
    const bool only_unplaced = findings.isEmpty();
    const bool under_way = session_.steps().is_under_way();
    const bool clean = findings.isEmpty() && (under_way || report.unplaced.empty());
    add_count(findings, report.unplaced.size(), under_way ? tr("1 comes later") : tr("1 not placed"),
              under_way ? tr("%1 come later") : tr("%1 not placed"));
    const Color color = only_unplaced && !findings.isEmpty() ? tokens.dim : clean ? tokens.good : tokens.risk_text;
    if (clean) {
        findings.prepend(tr("no overlaps"));
        add_count(findings, report.inferred_count, tr("sound if 1 pair is meant to share"),
                  tr("sound if %1 pairs are meant to share"));
    }
    show_check_state(color, findings);
    const std::size_t found =
        report.overlap_count + report.misaligned.size() + report.outside.size() + report.contradictions.size();
    tools_.set_check_text(found > 0 ? tr("Check ✗ %1").arg(grouped_text(static_cast<std::int64_t>(found)))
                          : clean   ? tr("Check ✓ 0")
                                    : tr("Check: not placed"));
}

/// Addresses that an allocator recorded have neither a peak nor a threshold of a plan.
QStringList StatusDisplay::recorded_figures(const Problem& problem) const {
    const AllocatorHistory& history = *problem.history;
    const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
    QStringList parts{history.has_events ? counted(count(history.events.size()), tr("1 event"), tr("%1 events"))
                                         : tr("no events")};
    parts << counted(count(problem.buffers.size()), tr("1 allocation"), tr("%1 allocations"))
          << counted(count(history.segments.size()), tr("1 segment"), tr("%1 segments"))
          << tr("device %1").arg(history.device);
    return parts;
}

QString StatusDisplay::moved_words() const {
    const std::vector<Move>& moves = *session_.shown()->moves;
    const QString moved = counted(static_cast<std::int64_t>(moves.size()), tr("1 buffer moved since previous"),
                                  tr("%1 buffers moved since previous"));
    return !are_outlined(moves.size(), session_.shown()->figures->placed) ? tr("%1 (not outlined)").arg(moved)
           : moves.size() > most_small_moved ? tr("%1 (outlined where large enough)").arg(moved)
                                             : moved;
}

void StatusDisplay::show_figures() {
    if (!session_.has_plan()) {
        figures_->set_parts({});
        return;
    }
    const ShownPlan& plan = *session_.shown();
    if (has_segment_regions(*plan.problem)) {
        figures_->set_parts(recorded_figures(*plan.problem));
        return;
    }
    QStringList parts;
    if (const auto& pause = session_.tuning().run()->pause(); pause && pause->best && plan.is_preview) {
        parts << tr("best %1").arg(amount(pause->best->value()));
    }
    parts << counted(static_cast<std::int64_t>(plan.problem->buffers.size()), tr("1 buffer"), tr("%1 buffers"));
    if (!plan.moves->empty()) {
        parts << moved_words();
    }
    if (plan.tiers_of != FrameIndex::none()) {
        parts << tr("tiers of the iteration before, which made the group");
    }
    figures_->set_parts(parts);
}

void StatusDisplay::show_hovered() {
    if (!session_.has_plan()) {
        hovered_->set_parts({});
        return;
    }
    const ShownPlan& plan = *session_.shown();
    QStringList parts;
    if (!found_.isEmpty()) {
        parts << found_;
    }
    if (const QString overlap = overlap_words(); !overlap.isEmpty()) {
        parts << overlap;
    }
    if (const BufferIndex buffer = view_.pointer_target().buffer; buffer != BufferIndex::none()) {
        const Buffer& each = plan.problem->buffers[buffer];
        const auto& placement = plan.layout->placements[buffer];
        parts << visible_text(each.name) << amount(each.size.value()) << lifetime_text(each.lifetime);
        if (placement) {
            parts << tr("offset %1").arg(amount(placement->offset.value()));
        }
        parts << drag_words(view_.picture().content(), buffer);
    }
    if (const auto range = session_.selection().range()) {
        parts << tr("range of steps %1").arg(lifetime_text(*range));
    }
    // If the pointer is not on the picture, show the step of the time cursor.
    const std::optional<Step> step =
        view_.pointer_target().step ? view_.pointer_target().step : session_.selection().cursor();
    if (step) {
        if (const std::string title = title_of_step(*plan.problem, *step); !title.empty()) {
            parts << tr("step %1: %2").arg(grouped_text(step->value()), visible_text(title));
        }
    }
    hovered_->set_parts(parts);
}

}  // namespace arenascope
