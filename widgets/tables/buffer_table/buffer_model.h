#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/model/expression/buffer_filter.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/order_places.h"
#include "core/model/tiers/risk.h"
#include "qt/tasks/background_task.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"
#include "widgets/tables/buffer_table/buffer_rows.h"
#include "widgets/tables/buffer_table/listed_plan.h"

namespace arenascope {

/// The buffers of a problem as rows, with their places in a layout. Only visible cells are formatted. The rows of a
/// large plan are filtered and sorted on another thread. Meanwhile the rows before stay, unless they are of another
/// problem; their cells are always those of the plan. A metric that is not known yet reads "…".
class BufferModel final : public QAbstractTableModel, public BufferColumn {
    Q_OBJECT

public:
    explicit BufferModel(QObject* parent = nullptr);

    /// Shows another plan or another state of the same plan. `risks` is by buffer; null: no buffer has a tier.
    /// `order`: of the shown step; null: it has none. `reorders`: a step of its run changes the order.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                  std::shared_ptr<const OrderPlaces> order = nullptr, bool reorders = true);
    void set_unit(Unit unit);
    void set_filter(BufferFilter filter);
    void sort(int column, Qt::SortOrder order) override;
    /// False: nobody sees the rows, so that they are arranged only for a filter, which others show too.
    void set_watched(bool watched);

    /// The row of a buffer; −1: the filter hides it.
    [[nodiscard]] int row_of(BufferIndex buffer) const { return rows_->row_of(buffer); }
    [[nodiscard]] BufferIndex buffer_at(int row) const { return rows_->buffer_at(static_cast<std::size_t>(row)); }
    [[nodiscard]] std::size_t buffer_count() const { return plan_.count(); }
    [[nodiscard]] const Problem& problem() const { return *plan_.problem; }
    [[nodiscard]] const ShownNames& names() const { return names_; }
    /// Whether a column has anything to tell of the shown plan.
    [[nodiscard]] bool is_of_use(Column column) const;
    /// Whether the rows are not yet those that filter and order ask for.
    [[nodiscard]] bool is_arranging() const { return pending_ != Change::none || task_.is_running(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Emitted before and after the rows change in order or number.
    void rows_about_to_change();
    void rows_changed();
    /// By buffer, whether it passes the filter; null: there is no filter.
    void passing_changed(const std::shared_ptr<const std::vector<bool>>& passing);
    /// The rows are those that filter and order ask for.
    void arranged();
    /// is_of_use() has changed, or how wide the figures are.
    void widths_changed();

private:
    enum class Change { none, layout, filter, order, problem };

    [[nodiscard]] std::vector<TableColumn<BufferIndex>> new_columns();
    /// The metric of one of two columns. If it is not known yet, it is found, and the cells change then.
    [[nodiscard]] QString metric_text(Column column, BufferIndex buffer);
    /// Finds the rows again as far as a change needs it. False: they are not found yet.
    bool arrange(Change change);
    void adopt(const ArrangedRows& found);
    void exchange_rows(std::shared_ptr<const BufferRows> rows);
    void report_passing();

    std::vector<TableColumn<BufferIndex>> columns_;
    ListedPlan plan_;
    ShownNames names_;
    bool reorders_ = false;        ///< a step of the run changes the order
    bool has_bases_ = false;       ///< a region has an address of its own
    bool has_alignments_ = false;  ///< an alignment is not 1
    bool is_recorded_ = false;     ///< regions are segments of an allocator
    Unit unit_ = Unit::bytes;      ///< asked for; that of the rows follows
    AmountLook look_;
    BufferFilter filter_;
    std::shared_ptr<const BufferRows> rows_;  ///< never null
    BufferRows::Bits reported_;               ///< of the last passing_changed()
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    Change pending_ = Change::none;  ///< the largest change that the rows do not show yet
    bool is_watched_ = true;
    BackgroundTask task_;
    BackgroundTask metrics_task_;
};

}  // namespace arenascope
