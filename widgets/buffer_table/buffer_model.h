#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/expression/buffer_filter.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/order_places.h"
#include "core/memory/risk.h"
#include "core/picture/table_unit.h"
#include "widgets/style/shown_names.h"

namespace arenascope {

/// The buffers of a problem as rows, with their places in a layout. Sorting and filtering use an index vector. So a
/// million rows need two integers each, and only visible cells are formatted.
class BufferModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// `order`: the place in the placing order of the shown step. `reordered`: its change since the step before.
    /// `overlap`: the metric of the rectangle sorter. `memory`: its region. `address`: base and offset.
    enum Column {
        name,
        tier,
        size,
        begin,
        end,
        memory,
        offset,
        tail,
        address,
        alignment,
        conflicts,
        overlap,
        order,
        reordered,
        column_count
    };

    explicit BufferModel(QObject* parent = nullptr);

    /// Shows another plan or another state of the same plan. `risks` is by buffer; null: no buffer has a tier.
    /// `order`: of the shown step; null: it has none. `reorders`: a step of its run changes the order.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                  std::shared_ptr<const OrderPlaces> order = nullptr, bool reorders = true);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    void set_filter(BufferFilter filter);
    void sort(int column, Qt::SortOrder order) override;

    /// The row of a buffer; −1: the filter hides it.
    [[nodiscard]] int row_of(BufferIndex buffer) const;
    [[nodiscard]] BufferIndex buffer_at(int row) const;
    [[nodiscard]] const std::vector<bool>& passing() const { return passing_; }
    [[nodiscard]] std::size_t buffer_count() const { return problem_->buffers.size(); }
    [[nodiscard]] const Problem& problem() const { return *problem_; }
    [[nodiscard]] const ShownNames& names() const { return names_; }
    /// Whether a column has anything to tell of the shown plan.
    [[nodiscard]] bool is_of_use(Column column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Emitted before and after the rows change in order or number.
    void rows_about_to_change();
    void rows_changed();
    void passing_changed(const std::vector<bool>& passing);

private:
    [[nodiscard]] BufferFacts facts() const;
    [[nodiscard]] std::optional<Offset> offset_of(BufferIndex buffer) const;
    /// The overlap metric by buffer. Found when it is first asked for.
    [[nodiscard]] const IndexedVector<BufferIndex, std::int64_t>& overlaps() const;
    [[nodiscard]] std::int64_t sort_key(BufferIndex buffer) const;
    [[nodiscard]] QString text(BufferIndex buffer, int column) const;
    [[nodiscard]] QString exact_text(BufferIndex buffer, int column) const;
    [[nodiscard]] std::vector<BufferIndex> wanted_rows() const;
    /// Chooses the unit of the table, too.
    void count_decimals();
    void refilter();
    void report_passing();
    void rearrange();

    std::shared_ptr<const Problem> problem_;
    ShownNames names_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks_;  ///< empty: no buffer has a tier
    std::shared_ptr<const OrderPlaces> order_;                       ///< null: the shown step has no order
    bool reorders_ = false;                                          ///< a step of the run changes the order
    IndexedVector<BufferIndex, std::int64_t> conflicts_;
    mutable IndexedVector<BufferIndex, std::int64_t> overlaps_;  ///< empty: not known yet
    bool has_bases_ = false;                                     ///< a region has an address of its own
    bool has_alignments_ = false;                                ///< an alignment is not 1
    bool is_recorded_ = false;                                   ///< regions are segments of an allocator
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int size_decimals_ = 0;
    int offset_decimals_ = 0;  ///< of offset and tail
    BufferFilter filter_;
    bool is_filtering_ = false;      ///< the last passing_changed() was about a filter that does not accept all
    std::vector<bool> passing_;      ///< by buffer
    std::vector<BufferIndex> rows_;  ///< by row
    IndexedVector<BufferIndex, std::int32_t> row_of_;
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
};

}  // namespace arenascope
