#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/compare/change_filter.h"
#include "core/compare/compared_plans.h"
#include "core/picture/table_unit.h"
#include "widgets/style/shown_names.h"

namespace arenascope {

/// The buffers that differ between two plans, A and B, as rows.
class ChangeModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, change, size, offset_a, offset_b, moved, tier_a, tier_b, column_count };

    explicit ChangeModel(QObject* parent = nullptr);

    /// Null: there is no comparison.
    void set_plans(std::shared_ptr<const ComparedPlans> plans);
    void set_filter(ChangeFilter filter);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    void sort(int column, Qt::SortOrder order) override;

    /// The number of buffers that differ, whether the filter accepts them or not.
    [[nodiscard]] std::size_t difference_count() const { return different_.size(); }
    [[nodiscard]] const ComparedBuffer& buffer_at(int row) const;
    /// The row of a buffer of A; −1: it has none.
    [[nodiscard]] int row_of(BufferIndex of_a) const;
    /// The short names in use; see ShownNames::note().
    [[nodiscard]] QString names_note() const { return names_of_b_.note(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void refill();
    void arrange();
    void count_decimals();
    [[nodiscard]] QString text(const ComparedBuffer& buffer, int column) const;
    [[nodiscard]] QString tooltip(const ComparedBuffer& buffer, int column) const;
    [[nodiscard]] std::int64_t sort_key(const ComparedBuffer& buffer) const;
    [[nodiscard]] QString amount(std::int64_t bytes, bool with_sign = false) const;

    std::shared_ptr<const ComparedPlans> plans_;
    std::vector<std::size_t> different_;  ///< positions in the changes
    std::vector<std::size_t> rows_;       ///< those that the filter accepts, in the shown order
    ChangeFilter filter_;
    ShownNames names_of_a_;
    ShownNames names_of_b_;
    int sort_column_ = moved;
    Qt::SortOrder sort_order_ = Qt::DescendingOrder;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
