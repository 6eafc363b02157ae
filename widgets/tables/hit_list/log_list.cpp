#include "widgets/tables/hit_list/log_list.h"

#include <utility>

#include "widgets/base/table_look.h"

namespace arenascope {

LogList::LogList(QWidget* parent)
    : QWidget(parent), model_(new LogModel(this)), rows_(new StepRows(*model_, tr("Log"), {LogModel::line}, {}, this)) {
    rows_->set_hint(
        tr("A breakpoint with \"log {frame}: {peak}\" in place of \"stop\" writes a line here at each hit."));
    new_panel_column(*this)->addWidget(rows_);
    setFocusProxy(rows_);
    connect(rows_, &StepRows::chosen, this, &LogList::chosen);
}

void LogList::set_lines(std::shared_ptr<const RunFindings> findings) {
    model_->set_lines(std::move(findings));
}

void LogList::set_here(FrameIndex here) {
    rows_->mark(model_->row_of(here));
}

}  // namespace arenascope
