#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/base/text/amount.h"
#include "core/model/memory/problem.h"
#include "core/trace/placement_step.h"
#include "widgets/base/row_model.h"
#include "widgets/base/section_header.h"

namespace arenascope {

/// A candidate with its figures.
struct CandidateRow {
    std::size_t number = 0;  ///< its rank, from 0
    Offset offset;
    PlacementStep::Figures figures;
};

/// The candidates of one placement of a many-core run with their figures, best first. The chosen one is bold. The user
/// picks a candidate to see its context. Without a step, or if its figures were not recorded, a hint says where there
/// are some.
///
///   no.   offset KiB   height KiB   waste KiB   below KiB   above KiB   takes over from
///   1              0          512           0           0         512   relu_2
class CandidateTable final : public QWidget {
    Q_OBJECT

public:
    enum Column { number, offset, height, waste, below, above, taken_from, column_count };

    explicit CandidateTable(QWidget* parent = nullptr);

    /// Nothing is picked afterwards. Emits no signal.
    void set_step(std::shared_ptr<const Problem> problem, std::optional<PlacementStep> step);
    void set_unit(Unit unit);
    /// The candidate that the user picked; empty: none.
    [[nodiscard]] std::optional<std::size_t> picked() const { return picked_; }
    /// Whether the step has candidates with figures.
    [[nodiscard]] bool has_candidates() const;
    /// The text of a cell.
    [[nodiscard]] QString cell(int row, Column column) const { return model_->index(row, column).data().toString(); }

signals:
    void picked_changed();

private:
    void add_columns();
    void refresh();
    [[nodiscard]] bool is_chosen(const CandidateRow& row) const { return row.number == step_->chosen; }
    [[nodiscard]] QString giver(const CandidateRow& row) const;

    std::shared_ptr<const Problem> problem_;
    std::optional<PlacementStep> step_;
    std::optional<std::size_t> picked_;
    bool following_ = false;
    SectionHeader* header_;
    RowModel<CandidateRow>* model_;
    QTableView* table_;
    QLabel* hint_;
};

}  // namespace arenascope
