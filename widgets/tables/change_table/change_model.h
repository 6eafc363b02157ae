#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/compare/change_filter.h"
#include "core/analysis/compare/compared_plans.h"
#include "core/picture/plan/table_unit.h"
#include "qt/tasks/background_task.h"
#include "qt/words/shown_names.h"
#include "widgets/tables/change_table/change_rows.h"

namespace arenascope {

/// The buffers that differ between two plans, A and B, as rows. Those of large plans are found on another thread.
class ChangeModel final : public QAbstractTableModel, public ChangeColumn {
    Q_OBJECT

public:
    explicit ChangeModel(QObject* parent = nullptr);

    /// Null: there is no comparison.
    void set_plans(std::shared_ptr<const ComparedPlans> plans);
    void set_filter(ChangeFilter filter);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    void sort(int column, Qt::SortOrder order) override;

    /// The number of buffers that differ, whether the filter accepts them or not.
    [[nodiscard]] std::size_t difference_count() const { return rows_->different; }
    [[nodiscard]] const ComparedBuffer& buffer_at(int row) const;
    /// The row of a buffer of A; −1: it has none.
    [[nodiscard]] int row_of(BufferIndex of_a) const;
    /// Whether the rows are not yet those that filter and order ask for.
    [[nodiscard]] bool is_arranging() const { return task_.is_running(); }
    /// The short names in use; see ShownNames::note().
    [[nodiscard]] QString names_note() const { return names_of_b_.note(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// The rows are those that filter and order ask for.
    void arranged();

private:
    void arrange();
    [[nodiscard]] QString text(const ComparedBuffer& buffer, int column) const;
    [[nodiscard]] QString tooltip(const ComparedBuffer& buffer, int column) const;
    [[nodiscard]] QString amount(std::int64_t bytes, bool with_sign = false) const;

    std::shared_ptr<const ComparedPlans> plans_;
    std::shared_ptr<const ChangeRows> rows_;  ///< never null
    ChangeFilter filter_;
    ShownNames names_of_a_;
    ShownNames names_of_b_;
    int sort_column_ = moved;
    Qt::SortOrder sort_order_ = Qt::DescendingOrder;
    TableUnit table_unit_;
    BackgroundTask task_;
};

}  // namespace arenascope
