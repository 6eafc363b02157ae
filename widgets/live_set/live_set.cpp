#include "widgets/live_set/live_set.h"

#include <algorithm>

#include "core/memory/conflict.h"
#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"
#include "widgets/style/wording.h"

namespace arenascope {

LiveSet::LiveSet(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      header_(new SectionHeader({}, this)),
      hint_(new QLabel(
          tr("Click into the picture to set the time cursor. The buffers in use at that step are listed here."), this)),
      list_(new BufferList(tr("Buffers in use at the time cursor"), {}, this)) {
    apply_paragraph_look(*hint_);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(hint_);
    column->addWidget(list_, 1);
    connect(list_, &BufferList::chosen, this, &LiveSet::chosen);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*hint_, theme, TextTone::dim);
    });
    refresh();
}

void LiveSet::set_problem(std::shared_ptr<const Problem> problem) {
    problem_ = std::move(problem);
    refresh();
}

void LiveSet::set_step(std::optional<Step> step) {
    if (step != step_) {
        step_ = step;
        refresh();
    }
}

void LiveSet::set_unit(Unit unit, UnitRule rule) {
    unit_ = unit;
    list_->set_unit(unit, rule);
    refresh();
}

void LiveSet::refresh() {
    hint_->setVisible(!step_.has_value());
    list_->setVisible(step_.has_value());
    if (!step_) {
        header_->set_title(tr("Live at a step"));
        header_->set_detail({});
        list_->set_rows(problem_, {});
        return;
    }
    std::vector<LiveBuffer> alive = live_set(*problem_, *step_);
    std::stable_sort(alive.begin(), alive.end(),
                     [](const LiveBuffer& a, const LiveBuffer& b) { return a.bytes > b.bytes; });
    Bytes sum;
    std::vector<BufferListRow> rows;
    rows.reserve(alive.size());
    for (const LiveBuffer& live : alive) {
        sum = sum + live.bytes;
        rows.push_back({live.buffer, live.bytes});
    }
    header_->set_title(tr("Live at step %1").arg(grouped_text(step_->value())));
    header_->set_detail(QString::fromStdString(amount_text(sum.value(), unit_)));
    list_->set_rows(problem_, std::move(rows));
}

}  // namespace arenascope
