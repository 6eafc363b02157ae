#pragma once

#include <optional>

#include "core/analysis/explain/free_memory.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The areas of one class.
struct FreeAreaRow {
    Bytes least;
    FreeAreaClass at_step;
    FreeAreaClass of_plan;
};

/// Free areas by size: a row for each class, with the areas at a step and what they are of the whole plan.
class FreeAreaModel final : public RowModel<FreeAreaRow> {
    Q_OBJECT

public:
    /// `bytes` and `of_plan` have bars: bar_role gives their length.
    enum Column { least, areas, bytes, of_plan };
    /// From 0 to 1: the longest bar of its column.
    static constexpr int bar_role = Qt::UserRole;

    explicit FreeAreaModel(QObject* parent = nullptr);

    /// `of_plan` empty: not known yet.
    void set_memory(FreeMemory at_step, std::optional<FreeMemory> of_plan);

private:
    [[nodiscard]] QVariant role_of(const FreeAreaRow& row, int column, int role) const override;
    [[nodiscard]] QString share_text(const FreeAreaRow& row) const;
    [[nodiscard]] QString share_words(const FreeAreaRow& row) const;
    [[nodiscard]] double bar(const FreeAreaRow& row, int column) const;

    FreeMemory at_step_;
    std::optional<FreeMemory> of_plan_;
};

/// An amount in its own unit, because classes range from bytes to mebibytes: "64 KiB".
[[nodiscard]] QString class_amount(Bytes bytes);

}  // namespace arenascope
