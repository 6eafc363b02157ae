#pragma once

#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/compare/planner_standing.h"
#include "core/picture/unit.h"

namespace arenascope {

/// How far a planner of a comparison is.
enum class AttemptState : std::uint8_t { idle, waiting, running, done, cancelled, failed };

/// One planner of a comparison and what became of it.
struct Attempt {
    PlannerDescription planner;
    bool chosen = true;
    AttemptState state = AttemptState::idle;
    std::uint64_t work = 0;
    std::uint64_t work_limit = 0;  ///< 0: none is known
    std::optional<PlannerStanding> standing;
    QString error;  ///< why it failed
};

/// The planners of a comparison as rows with their figures; an *entry* is a planner's place in the list that was set,
/// a row its place as sorted. What has no figure comes last, whichever way is up.
class StandingModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { planner, kind, state, peak, over, share, bound, time, moved, cancel, column_count };
    /// Of the column `state`: how much of the work is done, from 0 to 1; none where that is not known.
    static constexpr int share_role = Qt::UserRole;

    explicit StandingModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void set_planners(const std::vector<PlannerDescription>& planners);
    void set_unit(Unit unit);
    /// Everything but the choice of planners goes back to the beginning.
    void clear_results();
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
    [[nodiscard]] bool comes_before(std::size_t a, std::size_t b) const;
    [[nodiscard]] QString text_of(const Attempt& attempt, int column) const;
    [[nodiscard]] QString tooltip_of(const Attempt& attempt, int column) const;
    [[nodiscard]] int decimals_in(int column) const;

    std::vector<Attempt> attempts_;
    std::vector<std::size_t> rows_;  ///< entries
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    Unit unit_ = Unit::kibibytes;
};

}  // namespace arenascope
