#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "widgets/base/row_model.h"
#include "widgets/plots/planner_comparison/attempt.h"

namespace arenascope {

/// The attempts of a comparison as table rows. An *entry* is the index of an attempt; a row is its position after
/// sorting. Unsorted rows are in listed_order(). Attempts without a figure come last in both sort orders.
class StandingModel final : public RowModel<std::size_t> {
    Q_OBJECT

public:
    /// `total`: the sum of the peaks of all memories.
    enum Column { planner, family, state, peak, over, share, total, bound, time, moved, cancel, column_count };
    /// Role of the column `state`: the share of the work that is done, 0 to 1; empty if unknown.
    static constexpr int share_role = Qt::UserRole;

    explicit StandingModel(QObject* parent = nullptr);

    void set_planners(const std::vector<PlannerDescription>& planners);
    /// Lists further planners, or no longer, behind the others: those that are not in the registry. Runs of the former
    /// ones go, with their results.
    void set_externals(const std::vector<PlannerDescription>& externals);
    /// Adds a chosen run of a listed planner as the last entry. Drops settings that equal the defaults. `listed` as
    /// in Attempt; empty: the user added it and may remove it.
    void add(std::string_view name, const std::vector<KeyValue>& settings, std::uint64_t seed,
             const std::string& listed = {});
    /// Removes an entry. The indices of later entries decrease by one.
    void remove(std::size_t entry);
    /// Changes the settings of an entry and clears its result.
    void configure(std::size_t entry, const std::vector<KeyValue>& settings, std::uint64_t seed);
    /// Clears all results. Keeps planners, settings and choices.
    void clear_results();
    void clear_result(std::size_t entry);
    void set_chosen(std::size_t entry, bool chosen);
    void set_state(std::size_t entry, AttemptState now, const QString& error = {});
    void set_progress(std::size_t entry, std::uint64_t work, std::uint64_t work_limit);
    void set_standing(std::size_t entry, PlannerStanding standing);

    [[nodiscard]] const std::vector<Attempt>& attempts() const { return attempts_; }
    [[nodiscard]] std::size_t entry_at(int row) const { return this->row(row); }

signals:
    void choice_changed();

private:
    [[nodiscard]] std::vector<TableColumn<std::size_t>> new_columns();
    [[nodiscard]] QVariant role_of(std::size_t entry, int column, int role) const;
    /// The standing of an entry; null: it has none.
    [[nodiscard]] const PlannerStanding* standing_of(std::size_t entry) const;
    [[nodiscard]] QString state_words(std::size_t entry) const;
    /// Whether an entry comes before another one in the order that is asked for.
    [[nodiscard]] bool comes_before(std::size_t one, std::size_t other) const;
    /// The number that a column of other figures than bytes sorts by.
    [[nodiscard]] static double figure_of(const PlannerStanding& standing, int column);
    void refresh(std::size_t entry);
    /// Names the attempts and shows them all anew.
    void show_attempts();
    [[nodiscard]] std::vector<std::size_t> ordered_rows() const;

    std::vector<Attempt> attempts_;
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
};

}  // namespace arenascope
