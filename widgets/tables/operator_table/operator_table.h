#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QWidget>

#include "widgets/base/section_header.h"
#include "widgets/tables/operator_table/operator_model.h"

namespace arenascope {

/// A table of the operators of a network, sortable and filtered by a part of name, type or feature. It highlights the
/// producer and the consumers of the selected buffers.
class OperatorTable final : public QWidget {
    Q_OBJECT

public:
    explicit OperatorTable(QWidget* parent = nullptr);

    /// For a problem without a graph, a hint explains why the table is empty.
    void set_problem(std::shared_ptr<const Problem> problem);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    /// Marks the producers and consumers of these buffers and scrolls to the first. Emits no signal.
    void set_selected_buffers(const std::vector<BufferIndex>& buffers);
    /// Selects the row of an operator. Emits no signal.
    void set_operator(std::optional<OperatorIndex> shown);

signals:
    /// The user selected a row.
    void chosen(OperatorIndex index);

private:
    void show_state();
    void restore_row();

    OperatorModel* model_;
    SectionHeader* header_;
    QWidget* filter_row_;
    QLineEdit* filter_field_;
    QLabel* hint_;
    QTableView* view_;
    std::optional<OperatorIndex> operator_;
    bool restoring_ = false;
};

}  // namespace arenascope
