#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/compare/plan_totals.h"
#include "core/picture/plan/table_unit.h"

namespace arenascope {

/// Groups of buffers with what each of two plans, A and B, has of them.
class TotalsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, buffers, at_peak_a, at_peak_b, change, column_count };

    explicit TotalsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void set_totals(std::vector<GroupTotal> totals, GroupBy by);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void count_decimals();
    [[nodiscard]] QString text(const GroupTotal& total, int column) const;
    [[nodiscard]] QString tooltip(const GroupTotal& total, int column) const;

    std::vector<GroupTotal> totals_;
    GroupBy by_ = GroupBy::kind;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
