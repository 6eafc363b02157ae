#pragma once

#include <memory>
#include <vector>

#include <QWidget>

#include "core/analysis/debugging/run_findings.h"
#include "widgets/base/row_model.h"
#include "widgets/tables/hit_list/step_rows.h"

namespace arenascope {

/// The columns of the hits.
struct HitColumn {
    enum Column { step, peak, note, condition };
};

/// All steps at which breakpoints stop, in time order: step, peak, note, and which condition.
class HitList final : public QWidget {
    Q_OBJECT

public:
    explicit HitList(QWidget* parent = nullptr);

    /// Null: there are none. The breakpoints are those of the findings.
    void set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                  const std::vector<Breakpoint>& breakpoints);
    /// Marks the shown step.
    void set_here(FrameIndex here);
    void set_unit(Unit unit);

signals:
    void chosen(FrameIndex frame);

private:
    std::shared_ptr<const RunFindings> findings_;
    std::shared_ptr<const Trace> trace_;
    std::vector<QString> conditions_;  ///< by breakpoint
    RowModel<StepHit>* model_;
    StepRows* rows_;
    FrameIndex here_ = FrameIndex::none();
};

}  // namespace arenascope
