#pragma once

#include <memory>
#include <vector>

#include <QWidget>

#include "widgets/tables/hit_list/hit_model.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {

/// All steps at which breakpoints stop, in time order: step, peak, note, and which condition.
class HitList final : public QWidget {
    Q_OBJECT

public:
    explicit HitList(QWidget* parent = nullptr);

    /// As in HitModel.
    void set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                  const std::vector<Breakpoint>& breakpoints);
    /// Marks the shown step.
    void set_here(FrameIndex here);
    void set_unit(Unit unit);

signals:
    void chosen(FrameIndex frame);

private:
    HitModel* model_;
    StepRows* rows_;
    FrameIndex here_ = FrameIndex::none();
};

}  // namespace arenascope
