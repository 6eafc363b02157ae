#pragma once

#include <memory>

#include <QWidget>

#include "widgets/tables/hit_list/log_model.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {

/// The lines of the logpoints, in time order.
class LogList final : public QWidget {
    Q_OBJECT

public:
    explicit LogList(QWidget* parent = nullptr);

    /// As in LogModel.
    void set_lines(std::shared_ptr<const RunFindings> findings);
    /// Marks the shown step.
    void set_here(FrameIndex here);

signals:
    void chosen(FrameIndex frame);

private:
    LogModel* model_;
    StepRows* rows_;
};

}  // namespace arenascope
