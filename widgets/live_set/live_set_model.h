#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractItemModel>

#include "core/explain/live_census.h"
#include "core/picture/table_unit.h"
#include "widgets/style/shown_names.h"

namespace arenascope {

/// The members of a census as rows, or groups of them with the members below. Cells are formatted on demand.
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

    explicit LiveSetModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

    /// `grouping` empty: no groups. Keeps the order of sort().
    void set_census(std::shared_ptr<const Problem> problem, LiveCensus census, std::optional<GroupBy> grouping);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const LiveCensus& census() const { return census_; }
    [[nodiscard]] const std::vector<LiveGroup>& groups() const { return groups_; }
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
    [[nodiscard]] bool is_range() const { return length(census_.steps) > Duration(1); }
    /// The group of a top-level row; null: it is a buffer.
    [[nodiscard]] const LiveGroup* group_at(const QModelIndex& index) const;
    [[nodiscard]] const LiveMember& member_at(const QModelIndex& index) const;
    void order_rows();
    void order_members(std::vector<std::size_t>& members) const;
    void count_decimals();
    [[nodiscard]] QString share_of(Bytes counted) const;
    [[nodiscard]] QString group_text(const LiveGroup& group, int column) const;
    [[nodiscard]] QString group_tooltip(const LiveGroup& group, int column) const;
    [[nodiscard]] QString text(const LiveMember& member, int column) const;
    [[nodiscard]] QString tooltip(const LiveMember& member, int column) const;

    std::shared_ptr<const Problem> problem_ = std::make_shared<Problem>();
    ShownNames names_;
    LiveCensus census_;
    std::optional<GroupBy> grouping_;
    std::vector<LiveGroup> groups_;     ///< in the order of the rows; empty without a grouping
    std::vector<std::size_t> members_;  ///< without a grouping: positions in the census, in the order of the rows
    int sorted_by_ = size;
    Qt::SortOrder sort_order_ = Qt::DescendingOrder;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int size_decimals_ = 0;
    int offset_decimals_ = 0;
};

}  // namespace arenascope
