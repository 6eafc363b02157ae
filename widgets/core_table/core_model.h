#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/explain/core_use.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/live_profile.h"
#include "core/memory/problem.h"
#include "core/picture/container_choice.h"
#include "core/picture/unit.h"
#include "core/planner/planner.h"

namespace arenascope {

/// The memories of a problem as rows, in the order in which the picture stacks them, the topmost first. The check box
/// of a row says whether its container is shown; a row that is dragged, and a column that is sorted by, order the
/// containers, too.
class CoreModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, live, peak, peak_step, threshold, capacity, fragmentation, buffers, column_count };

    explicit CoreModel(QObject* parent = nullptr);

    /// What was chosen stays where the problem has the same memories. A core stands out where its capacity is exceeded,
    /// and where one of `misfits` found no room.
    void set_plan(std::shared_ptr<const Problem> problem, const Layout& layout, const std::vector<Misfit>& misfits);
    void set_unit(Unit unit);
    /// The live size is that at the cursor; without one the mean over time.
    void set_cursor(std::optional<Step> step);
    void sort(int column, Qt::SortOrder order) override;
    /// Puts a row before another one; `to` may be the number of rows.
    void move(int from, int to);
    void set_folded(int row, bool folded);

    [[nodiscard]] const ContainerChoice& choice() const { return choice_; }
    [[nodiscard]] RegionIndex core_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int row_of(RegionIndex core) const;
    [[nodiscard]] bool is_folded_at(int row) const;
    /// The step of a core's peak; none where nothing is placed.
    [[nodiscard]] std::optional<Step> peak_step_at(int row) const;
    [[nodiscard]] const Problem& problem() const { return *problem_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    [[nodiscard]] bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                    const QModelIndex& parent) override;

signals:
    void choice_changed();

private:
    void apply_order();
    void count_decimals();
    /// The amount of a column of bytes; none where there is none.
    [[nodiscard]] std::optional<std::int64_t> amount_of(RegionIndex core, int column) const;
    [[nodiscard]] QString text_of(RegionIndex core, int column) const;
    [[nodiscard]] QString tooltip_of(RegionIndex core, int column) const;
    [[nodiscard]] bool is_exceeded(RegionIndex core) const;

    std::shared_ptr<const Problem> problem_;
    IndexedVector<RegionIndex, CoreUse> uses_;            ///< by RegionIndex
    IndexedVector<RegionIndex, bool> has_misfit_;         ///< likewise
    IndexedVector<RegionIndex, LiveProfile> profiles_;    ///< likewise
    IndexedVector<RegionIndex, std::int64_t> mean_live_;  ///< likewise
    std::int64_t span_ = 1;                               ///< steps
    std::vector<RegionIndex> rows_;
    ContainerChoice choice_;
    std::optional<Step> cursor_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
