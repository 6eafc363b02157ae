#pragma once

#include <memory>
#include <vector>

#include "core/analysis/debugging/run_findings.h"
#include "core/trace/trace.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The steps at which breakpoints stop, in time order. Rows are formatted on demand.
class HitModel final : public RowModel<StepHit> {
    Q_OBJECT

public:
    enum Column { step, peak, note, condition };

    explicit HitModel(QObject* parent = nullptr);

    /// Null: there are none. The breakpoints are those of the findings.
    void set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                  const std::vector<Breakpoint>& breakpoints);
    /// The first row of a step; −1: it has none. Linear.
    [[nodiscard]] int row_of(FrameIndex frame) const;

private:
    [[nodiscard]] QVariant role_of(const StepHit& hit, int column, int role) const override;
    [[nodiscard]] QString note_words(const StepHit& hit) const;

    std::shared_ptr<const RunFindings> findings_;
    std::shared_ptr<const Trace> trace_;
    std::vector<QString> conditions_;  ///< by breakpoint
};

}  // namespace arenascope
