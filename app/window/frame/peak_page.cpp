#include "app/window/frame/peak_page.h"

#include <utility>

#include "core/model/memory/allocator_history.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

/// A lower page has room for the carriers alone.
constexpr int least_lines_with_memory = 24;

}  // namespace

PeakPage::PeakPage(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<const Problem>()),
      carriers_(new PeakChainList({}, this)),
      step_header_(new SectionHeader({}, this)),
      memory_(new MemoryMap(this)),
      list_(new QPushButton(this)),
      debug_(new QPushButton(tr("Step through a run"), this)) {
    auto* column = new_panel_column(*this);
    column->addWidget(carriers_, 2);
    column->addWidget(step_header_);
    column->addWidget(memory_, 3);
    for (QPushButton* button : {list_, debug_}) {
        button->setFlat(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    column->addLayout(new_button_row({list_}, QMargins()));
    column->addLayout(new_button_row({debug_}, QMargins()));
    connect(carriers_, &PeakChainList::chosen, this, &PeakPage::chosen);
    connect(memory_, &MemoryMap::chosen, this, &PeakPage::chosen);
    connect(list_, &QPushButton::clicked, this, &PeakPage::list_requested);
    connect(debug_, &QPushButton::clicked, this, &PeakPage::debug_requested);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
    refresh();
}

void PeakPage::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                        std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks, RegionIndex region,
                        Step peak_step) {
    problem_ = std::move(problem);
    peak_step_ = peak_step;
    memory_->set_step(step_.value_or(peak_step_));
    memory_->set_plan(problem_, std::move(layout), std::move(risks), region);
    refresh();
}

void PeakPage::set_step(std::optional<Step> step) {
    if (step != step_) {
        step_ = step;
        memory_->set_step(step_.value_or(peak_step_));
        refresh();
    }
}

void PeakPage::set_unit(Unit unit) {
    carriers_->set_unit(unit);
    memory_->set_unit(unit);
}

void PeakPage::set_keys(const QString& list, const QString& debug) {
    list_->setToolTip(plain_tooltip(list));
    debug_->setToolTip(plain_tooltip(debug));
}

void PeakPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refresh();
}

void PeakPage::refresh() {
    const bool has_buffers = !problem_->buffers.empty();
    // Nobody planned the addresses of a recorded allocator, so that nothing carries a peak.
    carriers_->setVisible(has_buffers && !has_segment_regions(*problem_));
    const bool has_room = height() >= least_lines_with_memory * fontMetrics().lineSpacing();
    step_header_->setVisible(has_buffers && has_room);
    memory_->setVisible(has_buffers && has_room);
    step_header_->set_title(tr("Memory at step %1").arg(grouped_text(step_.value_or(peak_step_).value())));
    list_->setText(
        counted(static_cast<std::int64_t>(problem_->buffers.size()), tr("The buffer"), tr("All %1 buffers")));
    list_->setVisible(has_buffers);
    debug_->setVisible(has_buffers);
}

}  // namespace arenascope
