#include "widgets/tables/hit_list/hit_list.h"

#include <utility>

#include "widgets/base/table_look.h"

namespace arenascope {

HitList::HitList(QWidget* parent)
    : QWidget(parent),
      model_(new HitModel(this)),
      rows_(new StepRows(*model_, tr("Hits"), {HitModel::note, HitModel::condition}, {}, this)) {
    rows_->set_hint(tr("The steps at which breakpoints stop are listed here."));
    new_panel_column(*this)->addWidget(rows_);
    setFocusProxy(rows_);
    connect(rows_, &StepRows::chosen, this, &HitList::chosen);
}

void HitList::set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                       const std::vector<Breakpoint>& breakpoints) {
    model_->set_hits(std::move(findings), std::move(trace), breakpoints);
}

void HitList::set_here(FrameIndex here) {
    here_ = here;
    rows_->mark(model_->row_of(here));
}

void HitList::set_unit(Unit unit) {
    model_->set_unit(unit);
    set_here(here_);
}

}  // namespace arenascope
