#pragma once

#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/explain/free_memory.h"

namespace arenascope {

/// Free areas by size: a row for each class, with the areas at a step and what they are of the whole plan.
class FreeAreaModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// `bytes` and `of_plan` have bars: bar_role gives their length.
    enum Column { least, areas, bytes, of_plan, column_count };
    /// From 0 to 1: the longest bar of its column.
    static constexpr int bar_role = Qt::UserRole;

    explicit FreeAreaModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// `of_plan` empty: not known yet.
    void set_memory(FreeMemory at_step, std::optional<FreeMemory> of_plan);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        Bytes least;
        FreeAreaClass at_step;
        FreeAreaClass of_plan;
    };
    [[nodiscard]] double share_of_plan(const Row& row) const;
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] QString tooltip(const Row& row, int column) const;
    [[nodiscard]] double bar(const Row& row, int column) const;

    std::vector<Row> rows_;  ///< the largest areas first
    FreeMemory at_step_;
    std::optional<FreeMemory> of_plan_;
};

/// An amount in its own unit, because classes range from bytes to mebibytes: "64 KiB".
[[nodiscard]] QString class_amount(Bytes bytes);

}  // namespace arenascope
