#include "widgets/tables/hit_list/hit_list.h"

#include <utility>

#include "core/trace/step_title.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_look.h"

namespace arenascope {

HitList::HitList(QWidget* parent)
    : QWidget(parent),
      model_(new RowModel<StepHit>(this)),
      rows_(new StepRows(*model_, tr("Hits"), {HitColumn::note, HitColumn::condition}, {}, this)) {
    model_->set_columns({
        {.title = tr("step"),
         .is_figure = false,
         .text = [this](const StepHit& hit) { return QString::fromStdString(findings_->paths[hit.frame]); },
         .tooltip = [this](const StepHit& hit) { return QString::fromStdString(step_title(*trace_, hit.frame)); }},
        {.title = tr("peak %1"), .amount = [](const StepHit& hit) { return hit.peak.value(); }},
        {.title = tr("notes"),
         .is_figure = false,
         .text =
             [this](const StepHit& hit) {
                 const Frame& frame = trace_->frames[hit.frame];
                 return frame.note.empty() ? goal_label(frame.goal) : visible_text(frame.note);
             },
         .repeats_text = true},
        {.title = tr("condition"),
         .is_figure = false,
         .text =
             [this](const StepHit& hit) { return conditions_[findings_->breakpoint_of_hit[model_->position_of(hit)]]; },
         .repeats_text = true},
    });
    model_->set_roles([](const StepHit& hit, int /*column*/, int role) {
        return role == frame_role ? QVariant(static_cast<qulonglong>(hit.frame.value())) : QVariant();
    });
    rows_->set_hint(tr("The steps at which breakpoints stop are listed here."));
    new_panel_column(*this)->addWidget(rows_);
    setFocusProxy(rows_);
    connect(rows_, &StepRows::chosen, this, &HitList::chosen);
}

void HitList::set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                       const std::vector<Breakpoint>& breakpoints) {
    findings_ = trace ? std::move(findings) : nullptr;
    trace_ = std::move(trace);
    conditions_.clear();
    for (const Breakpoint& breakpoint : breakpoints) {
        conditions_.push_back(visible_text(breakpoint.condition));
    }
    model_->set_rows(findings_ ? findings_->hits : std::vector<StepHit>());
}

void HitList::set_here(FrameIndex here) {
    here_ = here;
    rows_->mark(model_->row_of(here, &StepHit::frame));
}

void HitList::set_unit(Unit unit) {
    model_->set_unit(unit);
    set_here(here_);
}

}  // namespace arenascope
