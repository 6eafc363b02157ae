#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QWidget>

#include "widgets/operator_table/operator_model.h"
#include "widgets/style/section_header.h"

namespace arenascope {

/// The operators of the network behind a plan: sortable, filtered by a part of name, type or feature. The producer and
/// the consumers of the selected buffers stand out.
class OperatorTable final : public QWidget {
    Q_OBJECT

public:
    explicit OperatorTable(QWidget* parent = nullptr);

    /// A problem without a graph shows why there is nothing to see.
    void set_problem(std::shared_ptr<const Problem> problem);
    void set_unit(Unit unit);
    /// Marks who writes and reads these, and brings the first of them into view; tells nobody.
    void set_selected_buffers(const std::vector<BufferIndex>& buffers);
    /// The operator whose row is selected; tells nobody.
    void set_operator(std::optional<OperatorIndex> shown);

signals:
    /// A row was selected by hand.
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
