#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractItemModel>

#include "core/analysis/explain/live_census.h"
#include "core/base/text/amount.h"
#include "qt/tasks/background_task.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The members of a census in the order of their rows. Any thread can make it.
struct LiveRows {
    std::shared_ptr<const Problem> problem = std::make_shared<const Problem>();
    LiveCensus census;
    std::optional<GroupBy> grouping;   ///< empty: no groups
    std::vector<LiveGroup> groups;     ///< in the order of the rows; empty without a grouping
    std::vector<std::size_t> members;  ///< without a grouping: positions in the census, in the order of the rows
};

/// The members of a census as rows, or groups of them with the members below. Cells are formatted on demand.
///
/// Those of a recorded allocator have addresses instead of offsets.
///
///   name          offset   size   share
///   ▾ Conv2D · 2            96   75.0 %
///       conv1          0    64   50.0 %
///       conv2         64    32   25.0 %
class LiveSetModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    /// `share` is the part of the live size; of a range of several steps, it is the number of steps in use.
    enum Column { name, offset, size, share, column_count };

    /// What the rows are sorted by.
    struct Order {
        int column = size;
        Qt::SortOrder order = Qt::DescendingOrder;
        friend bool operator==(const Order&, const Order&) = default;
    };

    explicit LiveSetModel(QObject* parent = nullptr);

    /// The rows of a census. Linear in the buffers, and O(k log k) for k members.
    [[nodiscard]] static std::shared_ptr<const LiveRows> rows_of_census(std::shared_ptr<const Problem> problem,
                                                                        LiveCensus census,
                                                                        std::optional<GroupBy> grouping, Order order);
    /// Shows rows of that order, which is sorted again if it is not order() any more.
    void set_rows(std::shared_ptr<const LiveRows> rows, Order order);
    /// The address of a member in the memory of a recorded allocator; empty: it is not placed.
    [[nodiscard]] static std::optional<Address> address_of_member(const Problem& problem, const LiveMember& member);
    [[nodiscard]] Order order() const { return order_; }
    void set_unit(Unit unit);
    [[nodiscard]] const LiveCensus& census() const { return rows_->census; }
    [[nodiscard]] const std::vector<LiveGroup>& groups() const { return rows_->groups; }
    /// The buffer of a row, or all buffers of a group.
    [[nodiscard]] std::vector<BufferIndex> buffers_at(const QModelIndex& index) const;
    /// The rows of buffers, and of groups whose buffers are all among them. `buffers` is ascending. Linear in the rows.
    [[nodiscard]] QModelIndexList rows_of(const std::vector<BufferIndex>& buffers) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] QString place_of(const LiveMember& member) const;
    [[nodiscard]] bool is_range() const { return length(census().steps) > Duration(1); }
    /// The group of a top-level row; null: it is a buffer.
    [[nodiscard]] const LiveGroup* group_at(const QModelIndex& index) const;
    [[nodiscard]] const LiveMember& member_at(const QModelIndex& index) const;
    void show_rows(std::shared_ptr<const LiveRows> rows);
    void count_decimals();
    [[nodiscard]] QString share_of(Bytes counted) const;
    [[nodiscard]] QString share_words(const LiveMember& member) const;
    void show_titles();

    /// By column; of groups, offsets have no text.
    std::vector<TableColumn<LiveMember>> columns_;
    std::vector<TableColumn<LiveGroup>> group_columns_;
    std::shared_ptr<const LiveRows> rows_;  ///< never null
    ShownNames names_;
    Order order_;
    Unit unit_ = Unit::bytes;
    int size_decimals_ = 0;
    int offset_decimals_ = 0;
    bool has_addresses_ = false;  ///< instead of offsets, because an allocator recorded them
    BackgroundTask sorting_;
};

}  // namespace arenascope
