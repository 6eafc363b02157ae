#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/picture/plan/table_unit.h"
#include "widgets/plots/buffer_history/history_moment.h"

namespace arenascope {

/// The steps at which the subject of a history changed, in time order: a buffer was placed, moved, taken away or got
/// another tier; a place got another holder; the peak or who carried it is another.
class HistoryModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { step, offset, holder, tier, reason, column_count };

    explicit HistoryModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void set_moments(HistorySubject subject, const std::vector<HistoryMoment>& moments);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const std::vector<HistoryMoment>& rows() const { return rows_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const HistoryMoment& moment, int column) const;
    /// Chooses the unit of the table, too.
    void count_decimals();

    std::vector<HistoryMoment> rows_;
    HistorySubject subject_ = HistorySubject::buffer;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
