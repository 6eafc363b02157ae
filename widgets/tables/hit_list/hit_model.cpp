#include "widgets/tables/hit_list/hit_model.h"

#include <utility>

#include "qt/words/frame_words.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {

HitModel::HitModel(QObject* parent) : RowModel(parent) {
    set_columns({
        {.title = tr("step"),
         .is_figure = false,
         .text = [this](const StepHit& hit) { return QString::fromStdString(findings_->paths[hit.frame]); },
         .tooltip = [this](const StepHit& hit) { return frame_path(*trace_, hit.frame); }},
        {.title = tr("peak %1"), .amount = [](const StepHit& hit) { return hit.peak.value(); }},
        {.title = tr("notes"),
         .is_figure = false,
         .text = [this](const StepHit& hit) { return note_words(hit); },
         .repeats_text = true},
        {.title = tr("condition"),
         .is_figure = false,
         .text = [this](const StepHit& hit) { return conditions_[findings_->breakpoint_of_hit[position_of(hit)]]; },
         .repeats_text = true},
    });
}

void HitModel::set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                        const std::vector<Breakpoint>& breakpoints) {
    findings_ = trace ? std::move(findings) : nullptr;
    trace_ = std::move(trace);
    conditions_.clear();
    for (const Breakpoint& breakpoint : breakpoints) {
        conditions_.push_back(visible_text(breakpoint.condition));
    }
    set_rows(findings_ ? findings_->hits : std::vector<StepHit>());
}

int HitModel::row_of(FrameIndex frame) const {
    return row_of_frame(rows(), frame);
}

QString HitModel::note_words(const StepHit& hit) const {
    const Frame& frame = trace_->frames[hit.frame];
    return frame.note.empty() ? goal_label(frame.goal) : visible_text(frame.note);
}

QVariant HitModel::role_of(const StepHit& hit, int /*column*/, int role) const {
    return role == frame_role ? static_cast<qulonglong>(hit.frame.value()) : QVariant();
}

}  // namespace arenascope
