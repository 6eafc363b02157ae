#include "widgets/panels/progress_panel/progress_panel.h"

#include <algorithm>

#include "core/picture/plan/run_caption.h"
#include "qt/words/meaning.h"
#include "qt/words/tooltip.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int bar_steps = 1000;

}  // namespace

ProgressPanel::ProgressPanel(QWidget* parent)
    : QWidget(parent),
      title_(new FittingLabel(this)),
      best_(new FittingLabel(this)),
      bar_(new QProgressBar(this)),
      cancel_(new QPushButton(tr("&Cancel"), this)) {
    bar_->setAccessibleName(tr("Work done"));
    bar_->setTextVisible(false);
    // Wide enough to tell a share, narrow enough that a run does not widen the middle of the window.
    bar_->setMinimumWidth(10 * fontMetrics().averageCharWidth());
    best_->setAccessibleName(tr("Best peak so far"));
    best_->setToolTip(plain_tooltip(threshold_meaning()));
    bar_->setToolTip(plain_tooltip(work_meaning()));
    cancel_->setToolTip(tr("Stops the run and keeps the best layout so far"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(panel_margins);
    row->setSpacing(12);
    row->addWidget(title_);
    row->addWidget(bar_, 1);
    row->addWidget(best_);
    row->addWidget(cancel_);
    connect(cancel_, &QPushButton::clicked, this, [this] {
        cancel_->setEnabled(false);
        title_->set_parts({tr("%1 is stopping").arg(planner_)});
        bar_->setRange(0, 0);
        emit cancel_requested();
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*title_, theme, TextTone::plain);
        apply_text_tone(*best_, theme, TextTone::dim);
    });
}

void ProgressPanel::start(const QString& planner, Bytes threshold, const QString& placed_by) {
    planner_ = planner;
    threshold_ = threshold;
    if (placed_by.isEmpty()) {
        title_->set_parts({tr("%1 is planning").arg(planner)});
    } else {
        title_->set_parts({tr("%1 is looking for a lower peak").arg(planner), tr("placed by %1").arg(placed_by)});
    }
    cancel_->setEnabled(true);
    set_progress(0, 0, Offset(0));
}

void ProgressPanel::set_progress(std::uint64_t work, std::uint64_t work_limit, Offset best_peak) {
    // A run that has done all of its work, or is stopping, still takes time that nobody knows: a full bar would say
    // that it has ended.
    if (work >= work_limit || !cancel_->isEnabled()) {
        bar_->setRange(0, 0);
    } else {
        // As a fraction, because the work may exceed the range of the bar.
        const double share = static_cast<double>(work) / static_cast<double>(work_limit);
        bar_->setRange(0, bar_steps);
        bar_->setValue(static_cast<int>(share * bar_steps));
    }
    best_peak_ = best_peak;
    show_best();
}

void ProgressPanel::show_best() {
    best_->set_parts({QString::fromStdString(best_peak_text(best_peak_, threshold_, unit_))});
}

void ProgressPanel::set_unit(Unit unit) {
    unit_ = unit;
    show_best();
}

}  // namespace arenascope
