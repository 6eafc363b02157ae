#pragma once

#include <memory>

#include <QWidget>

#include "core/analysis/debugging/run_findings.h"
#include "widgets/base/row_model.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {

/// The columns of the log.
struct LogColumn {
    enum Column { step, line };
};

/// The lines of the logpoints, in time order.
class LogList final : public QWidget {
    Q_OBJECT

public:
    explicit LogList(QWidget* parent = nullptr);

    /// Null: there are none.
    void set_lines(std::shared_ptr<const RunFindings> findings);
    /// Marks the shown step.
    void set_here(FrameIndex here);

signals:
    void chosen(FrameIndex frame);

private:
    std::shared_ptr<const RunFindings> findings_;
    RowModel<const RunLine*>* model_;
    StepRows* rows_;
};

}  // namespace arenascope
