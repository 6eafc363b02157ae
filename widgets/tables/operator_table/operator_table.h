#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QWidget>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "widgets/base/row_model.h"
#include "widgets/base/section_header.h"

namespace arenascope {

/// The columns of the operators.
struct OperatorColumn {
    enum Column { step, name, type, feature, reads, writes, relation };
};

/// A table of the operators of a network, sortable and filtered by a part of name, type or feature. It highlights the
/// producer and the consumers of the selected buffers.
class OperatorTable final : public QWidget {
    Q_OBJECT

public:
    explicit OperatorTable(QWidget* parent = nullptr);

    /// For a problem without a graph, a hint explains why the table is empty.
    void set_problem(std::shared_ptr<const Problem> problem);
    void set_unit(Unit unit);
    /// Marks the producers and consumers of these buffers and scrolls to the first. Emits no signal.
    void set_selected_buffers(const std::vector<BufferIndex>& buffers);
    /// Selects the row of an operator. Emits no signal.
    void set_operator(std::optional<OperatorIndex> shown);

signals:
    /// The user selected a row.
    void chosen(OperatorIndex index);

private:
    /// The relation of an operator to the selected buffers.
    struct Relation {
        bool writes = false;
        bool reads = false;
    };

    void add_columns();
    void show_rows();
    void show_state();
    void restore_row();
    [[nodiscard]] const IndexedVector<OperatorIndex, Operator>& operators() const;
    /// The first row that writes a selected buffer, otherwise the first that reads one; −1: there is none.
    [[nodiscard]] int first_marked_row() const;
    [[nodiscard]] QString relation_words(OperatorIndex one) const;

    std::shared_ptr<const Problem> problem_;
    std::vector<OperatorIndex> all_;
    IndexedVector<OperatorIndex, Bytes> read_bytes_;  ///< each buffer counts once
    IndexedVector<OperatorIndex, Bytes> written_bytes_;
    IndexedVector<OperatorIndex, Relation> relations_;
    int sort_column_ = OperatorColumn::step;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    RowModel<OperatorIndex>* model_;
    SectionHeader* header_;
    QWidget* filter_row_;
    QLineEdit* filter_field_;
    QLabel* hint_;
    QTableView* view_;
    std::optional<OperatorIndex> operator_;
    bool restoring_ = false;
};

}  // namespace arenascope
