#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "core/compare/planner_standing.h"
#include "core/picture/unit.h"
#include "core/planner/planner.h"

namespace arenascope {

/// How far a planner of a comparison is.
enum class AttemptState : std::uint8_t { idle, waiting, running, done, cancelled, failed };

/// A run of one planner in a comparison and what became of it.
struct Attempt {
    PlannerDescription planner;           ///< with all options that it takes
    std::vector<KeyValue> settings = {};  ///< where they differ from the defaults
    std::uint64_t seed = 0;
    std::string name = {};  ///< tells it from the others: "exact", "exact (work=1000, seed=3)"
    bool added = false;     ///< one more of a planner that is listed anyway
    bool chosen = true;
    AttemptState state = AttemptState::idle;
    std::uint64_t work = 0;
    std::uint64_t work_limit = 0;  ///< 0: none is known
    std::optional<PlannerStanding> standing = {};
    QString error = {};  ///< why it failed
};

/// The planners of a comparison as rows with their figures; an *entry* is an attempt's place in the list, a row its
/// place as sorted: where no column is sorted by, as planners were set, and what was added behind the others of its
/// planner. What has no figure comes last, whichever way is up.
class StandingModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// `total`: the sum of the peaks of all memories.
    enum Column { planner, kind, state, peak, over, share, total, bound, time, moved, cancel, column_count };
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
    void name_attempts();
    void order_rows();
    /// The same while views look on: what is selected stays selected.
    void reorder();
    [[nodiscard]] bool comes_before(std::size_t a, std::size_t b) const;
    [[nodiscard]] QString text_of(const Attempt& attempt, int column) const;
    [[nodiscard]] QString tooltip_of(const Attempt& attempt, int column) const;
    /// Of all amounts, so that those beside each other compare, too.
    [[nodiscard]] int decimals() const;

    std::vector<Attempt> attempts_;
    std::vector<std::size_t> rows_;  ///< entries
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    Unit unit_ = Unit::kibibytes;
};

}  // namespace arenascope
