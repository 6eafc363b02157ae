#pragma once

#include <memory>

#include "core/analysis/debugging/run_findings.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The lines that logpoints wrote, in time order.
class LogModel final : public RowModel<const RunLine*> {
    Q_OBJECT

public:
    enum Column { step, line };

    explicit LogModel(QObject* parent = nullptr);

    /// Null: there are none.
    void set_lines(std::shared_ptr<const RunFindings> findings);
    /// The first row of a step; −1: it has none. Linear.
    [[nodiscard]] int row_of(FrameIndex frame) const;

private:
    [[nodiscard]] QVariant role_of(const RunLine* const& written, int column, int role) const override;

    std::shared_ptr<const RunFindings> findings_;
};

}  // namespace arenascope
