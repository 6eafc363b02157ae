#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/compare/change_filter.h"
#include "core/analysis/compare/compared_plans.h"
#include "core/base/text/amount.h"
#include "qt/tasks/background_task.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"
#include "widgets/tables/change_table/change_rows.h"

namespace arenascope {

/// The changes of two plans in the order of their rows.
struct ChangeList {
    std::shared_ptr<const ComparedPlans> plans;                                      ///< null: there are none
    std::shared_ptr<const ChangeRows> found = std::make_shared<const ChangeRows>();  ///< never null

    [[nodiscard]] std::size_t size() const { return found->rows.size(); }
    [[nodiscard]] const ComparedBuffer& operator[](std::size_t row) const {
        return plans->changes.buffers[found->rows[row]];
    }
};

/// The buffers that differ between two plans, A and B, as rows. Those of large plans are found on another thread.
class ChangeModel final : public RowModel<ComparedBuffer, ChangeList>, public ChangeColumn {
    Q_OBJECT

public:
    explicit ChangeModel(QObject* parent = nullptr);

    /// Null: there is no comparison.
    void set_plans(std::shared_ptr<const ComparedPlans> plans);
    void set_filter(ChangeFilter filter);
    void set_unit(Unit unit);
    void sort(int column, Qt::SortOrder order) override;

    /// The number of buffers that differ, whether the filter accepts them or not.
    [[nodiscard]] std::size_t difference_count() const { return rows().found->different; }
    /// The row of a buffer of A; −1: it has none.
    [[nodiscard]] int row_of(BufferIndex of_a) const;
    /// Whether the rows are not yet those that filter and order ask for.
    [[nodiscard]] bool is_arranging() const { return task_.is_running(); }

signals:
    /// The rows are those that filter and order ask for.
    void arranged();

private:
    void arrange();
    void show(ChangeList list);
    [[nodiscard]] TableColumn<ComparedBuffer> offset_column(const QString& title, const QString& plan) const;
    [[nodiscard]] TableColumn<ComparedBuffer> tier_column(const QString& title, const QString& plan) const;
    [[nodiscard]] QString name_text(const ComparedBuffer& buffer) const;
    [[nodiscard]] QString name_words(const ComparedBuffer& buffer) const;
    [[nodiscard]] QString size_text(const ComparedBuffer& buffer) const;
    [[nodiscard]] QString size_words(const ComparedBuffer& buffer) const;
    [[nodiscard]] std::optional<std::int64_t> distance(const ComparedBuffer& buffer) const;

    std::shared_ptr<const ComparedPlans> plans_;
    ChangeFilter filter_;
    ShownNames names_of_a_;
    ShownNames names_of_b_;
    int sort_column_ = moved;
    Qt::SortOrder sort_order_ = Qt::DescendingOrder;
    Unit unit_ = Unit::bytes;  ///< asked for; that of the rows follows
    BackgroundTask task_;
};

}  // namespace arenascope
