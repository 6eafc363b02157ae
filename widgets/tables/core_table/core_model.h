#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/explain/core_use.h"
#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/container.h"
#include "core/planner/planner.h"
#include "qt/tasks/background_task.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The figures of memories that take a pass over the buffers.
struct CoreFigures {
    IndexedVector<RegionIndex, CoreUse> uses;
    std::shared_ptr<const PlanProfiles> profiles;
    IndexedVector<RegionIndex, std::int64_t> mean_live;
    std::int64_t span = 1;  ///< steps
};

/// The memories of a problem as rows, in the order of the picture, the topmost first. The check box of a row shows or
/// hides its container. Dragging a row or sorting by a column also reorders the containers.
/// The figures of a large plan are found on another thread, and read "…" until then.
class CoreModel final : public RowModel<RegionIndex> {
    Q_OBJECT

public:
    enum Column { name, live, peak, peak_step, threshold, capacity, fragmentation, buffers };

    explicit CoreModel(QObject* parent = nullptr);

    /// The order and the hidden and folded containers are kept if the new problem has the same memories. A core is
    /// highlighted if its capacity is exceeded or if one of `misfits` is on it. `profiles` are the live sizes. `layout`
    /// null: nobody sees the figures, so that none are found.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const PlanProfiles> profiles, const std::vector<Misfit>& misfits);
    /// The live column shows the live size at the cursor; empty: its mean over time.
    void set_cursor(std::optional<Step> step);
    void sort(int column, Qt::SortOrder order) override;
    /// Moves a row in front of another one; `to` may be the number of rows.
    void move(int from, int to);
    /// Sets all folded and all hidden containers, ascending. If all would be hidden, none is.
    void set_shown(std::vector<RegionIndex> folded, std::vector<RegionIndex> hidden);

    [[nodiscard]] const ContainerChoice& choice() const { return choice_; }
    [[nodiscard]] RegionIndex core_at(int row) const { return this->row(row); }
    [[nodiscard]] bool is_folded_at(int row) const;
    /// The step of a core's peak; empty: nothing is placed.
    [[nodiscard]] std::optional<Step> peak_step_at(int row) const;
    [[nodiscard]] const Problem& problem() const { return *problem_; }

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
    /// Shows the same rows with other figures.
    void show_figures();
    [[nodiscard]] std::vector<TableColumn<RegionIndex>> new_columns();
    /// Makes a function of the figures of a core one of the core: "…" or nothing as long as they are not known.
    [[nodiscard]] std::function<QString(RegionIndex)> told(QString (*words)(const CoreUse&)) const;
    /// A column of an amount that follows from the figures.
    [[nodiscard]] TableColumn<RegionIndex> amount_column(Column column, const QString& title,
                                                         std::function<std::int64_t(RegionIndex)> amount) const;
    bool show_core(RegionIndex core, bool is_shown);
    [[nodiscard]] bool is_exceeded(RegionIndex core) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const CoreFigures> figures_;  ///< null: not known yet
    IndexedVector<RegionIndex, bool> has_misfit_;
    ContainerChoice choice_;
    std::optional<Step> cursor_;
    BackgroundTask task_;
};

}  // namespace arenascope
