#include "widgets/tables/hit_list/log_model.h"

#include <utility>

#include "qt/words/visible_text.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {

LogModel::LogModel(QObject* parent) : RowModel(parent) {
    const auto words = [](const RunLine* written) { return visible_text(written->text); };
    set_columns({
        {.title = tr("step"),
         .is_figure = false,
         .text = [this](const RunLine* written) { return QString::fromStdString(findings_->paths[written->frame]); },
         .tooltip = words},
        {.title = tr("line"), .is_figure = false, .text = words, .repeats_text = true},
    });
}

void LogModel::set_lines(std::shared_ptr<const RunFindings> findings) {
    // The rows that are shown until then lie in the findings before.
    const std::shared_ptr<const RunFindings> before = std::exchange(findings_, std::move(findings));
    set_rows(findings_ ? pointers_to(findings_->lines) : std::vector<const RunLine*>());
}

int LogModel::row_of(FrameIndex frame) const {
    return findings_ ? row_of_frame(findings_->lines, frame) : -1;
}

QVariant LogModel::role_of(const RunLine* const& written, int /*column*/, int role) const {
    return role == frame_role ? static_cast<qulonglong>(written->frame.value()) : QVariant();
}

}  // namespace arenascope
