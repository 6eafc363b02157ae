#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "core/analysis/debugging/run_findings.h"

namespace arenascope {

/// The lines that logpoints wrote, in time order.
class LogModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { step, line, column_count };

    explicit LogModel(QObject* parent = nullptr);

    /// Null: there are none.
    void set_lines(std::shared_ptr<const RunFindings> findings);
    /// The first row of a step; −1: it has none. Linear.
    [[nodiscard]] int row_of(FrameIndex frame) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const RunFindings> findings_;
};

}  // namespace arenascope
