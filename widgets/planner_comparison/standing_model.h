#pragma once

#include <string_view>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/planner_comparison/standing_column.h"

namespace arenascope {

/// The planners of a comparison as rows with their figures; an *entry* is an attempt's place in the list, a row its
/// place as sorted: where no column is sorted by, as planners were set, and what was added behind the others of its
/// planner. What has no figure comes last, whichever way is up.
class StandingModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    using enum StandingColumn::Index;
    /// Of the column `state`: how much of the work is done, from 0 to 1; none where that is not known.
    static constexpr int share_role = Qt::UserRole;

    explicit StandingModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void set_planners(const std::vector<PlannerDescription>& planners);
    /// One more of a planner that was set, chosen; becomes the last entry. Settings that are the defaults are left out.
    void add(std::string_view name, const std::vector<KeyValue>& settings, std::uint64_t seed);
    /// Those behind it move up.
    void remove(std::size_t entry);
    /// What it came to with other settings is gone.
    void configure(std::size_t entry, const std::vector<KeyValue>& settings, std::uint64_t seed);
    void set_unit(Unit unit);
    /// Everything but the planners, their settings and the choice goes back to the beginning.
    void clear_results();
    void clear_result(std::size_t entry);
    void set_chosen(std::size_t entry, bool chosen);
    void set_state(std::size_t entry, AttemptState now, const QString& error = {});
    void set_progress(std::size_t entry, std::uint64_t work, std::uint64_t work_limit);
    void set_standing(std::size_t entry, PlannerStanding standing);
    void sort(int column, Qt::SortOrder order) override;

    [[nodiscard]] const std::vector<Attempt>& attempts() const { return attempts_; }
    [[nodiscard]] std::size_t entry_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int row_of(std::size_t entry) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void choice_changed();

private:
    void refresh(std::size_t entry);
    void order_rows();
    /// The same while views look on: what is selected stays selected.
    void reorder();

    std::vector<Attempt> attempts_;
    std::vector<std::size_t> rows_;  ///< entries
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    Unit unit_ = Unit::kibibytes;
};

}  // namespace arenascope
