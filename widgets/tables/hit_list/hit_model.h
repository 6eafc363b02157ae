#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/debugging/run_findings.h"
#include "core/picture/plan/unit.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The steps at which breakpoints stop, in time order. Rows are formatted on demand.
class HitModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { step, peak, note, condition, column_count };

    explicit HitModel(QObject* parent = nullptr);

    /// Null: there are none. The breakpoints are those of the findings.
    void set_hits(std::shared_ptr<const RunFindings> findings, std::shared_ptr<const Trace> trace,
                  const std::vector<Breakpoint>& breakpoints);
    void set_unit(Unit unit);
    /// The first row of a step; −1: it has none. Linear.
    [[nodiscard]] int row_of(FrameIndex frame) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void count_decimals();
    [[nodiscard]] QString text(std::size_t row, int column) const;
    [[nodiscard]] QString tooltip(std::size_t row, int column) const;

    std::shared_ptr<const RunFindings> findings_;
    std::shared_ptr<const Trace> trace_;
    std::vector<QString> conditions_;  ///< by breakpoint
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
