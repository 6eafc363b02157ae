#include "widgets/tables/hit_list/log_list.h"

#include <utility>

#include "qt/words/visible_text.h"
#include "widgets/base/table_look.h"

namespace arenascope {

LogList::LogList(QWidget* parent)
    : QWidget(parent),
      model_(new RowModel<const RunLine*>(this)),
      rows_(new StepRows(*model_, tr("Log"), {LogColumn::line}, {}, this)) {
    const auto words = [](const RunLine* written) { return visible_text(written->text); };
    model_->set_columns({
        {.title = tr("step"),
         .is_figure = false,
         .text = [this](const RunLine* written) { return QString::fromStdString(findings_->paths[written->frame]); },
         .tooltip = words},
        {.title = tr("line"), .is_figure = false, .text = words, .repeats_text = true},
    });
    model_->set_roles([](const RunLine* written, int /*column*/, int role) {
        return role == frame_role ? QVariant(static_cast<qulonglong>(written->frame.value())) : QVariant();
    });
    rows_->set_hint(
        tr("A breakpoint with \"log {frame}: {peak}\" in place of \"stop\" writes a line here at each hit."));
    new_panel_column(*this)->addWidget(rows_);
    setFocusProxy(rows_);
    connect(rows_, &StepRows::chosen, this, &LogList::chosen);
}

void LogList::set_lines(std::shared_ptr<const RunFindings> findings) {
    // The rows that are shown until then lie in the findings before.
    const std::shared_ptr<const RunFindings> before = std::exchange(findings_, std::move(findings));
    model_->set_rows(findings_ ? pointers_to(findings_->lines) : std::vector<const RunLine*>());
}

void LogList::set_here(FrameIndex here) {
    rows_->mark(model_->row_of(here, &RunLine::frame));
}

}  // namespace arenascope
