#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/plots/planner_comparison/standing_column.h"

namespace arenascope {

/// The attempts of a comparison as table rows. An *entry* is the index of an attempt; a row is its position after
/// sorting. Unsorted rows are in listed_order(). Attempts without a figure come last in both sort orders.
class StandingModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    using enum StandingColumn::Index;
    /// Role of the column `state`: the share of the work that is done, 0 to 1; empty if unknown.
    static constexpr int share_role = Qt::UserRole;

    explicit StandingModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void set_planners(const std::vector<PlannerDescription>& planners);
    /// Adds a chosen run of a listed planner as the last entry. Drops settings that equal the defaults. `listed` as
    /// in Attempt; empty: the user added it and may remove it.
    void add(std::string_view name, const std::vector<KeyValue>& settings, std::uint64_t seed,
             const std::string& listed = {});
    /// Removes an entry. The indices of later entries decrease by one.
    void remove(std::size_t entry);
    /// Changes the settings of an entry and clears its result.
    void configure(std::size_t entry, const std::vector<KeyValue>& settings, std::uint64_t seed);
    void set_unit(Unit unit);
    /// Clears all results. Keeps planners, settings and choices.
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
    /// Orders the rows and notifies the views, so that selected rows stay selected.
    void reorder();

    std::vector<Attempt> attempts_;
    std::vector<std::size_t> rows_;  ///< entries
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    Unit unit_ = Unit::kibibytes;
};

}  // namespace arenascope
