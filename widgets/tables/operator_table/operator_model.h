#pragma once

#include <memory>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The operators of a problem's graph as rows, sorted and filtered.
class OperatorModel final : public RowModel<OperatorIndex> {
    Q_OBJECT

public:
    enum Column { step, name, type, feature, reads, writes, relation };

    explicit OperatorModel(QObject* parent = nullptr);

    void set_problem(std::shared_ptr<const Problem> problem);
    /// Shows rows whose name, type or feature contains the text, ignoring case; empty: all rows.
    void set_filter(const QString& text);
    /// Buffers to mark: the column `relation` shows their producers and consumers.
    void set_marked(const std::vector<BufferIndex>& buffers);
    void sort(int column, Qt::SortOrder order) override;

    /// The row of an operator; −1: the filter hides it.
    [[nodiscard]] int row_of(OperatorIndex index) const;
    [[nodiscard]] const IndexedVector<OperatorIndex, Operator>& operators() const;
    /// The first row that writes a marked buffer, otherwise the first that reads one; −1: there is none.
    [[nodiscard]] int first_marked_row() const;

signals:
    void rows_changed();

private:
    /// The relation of an operator to the marked buffers.
    struct Relation {
        bool writes = false;
        bool reads = false;
    };

    void show_rows();
    [[nodiscard]] const std::vector<OperatorIndex>& measured_rows() const override { return all_; }
    [[nodiscard]] bool is_bold(const OperatorIndex& one) const override {
        return relations_[one].writes || relations_[one].reads;
    }
    [[nodiscard]] QString relation_words(OperatorIndex one) const;

    std::shared_ptr<const Problem> problem_;
    std::vector<OperatorIndex> all_;
    IndexedVector<OperatorIndex, Bytes> read_bytes_;  ///< each buffer counts once
    IndexedVector<OperatorIndex, Bytes> written_bytes_;
    IndexedVector<OperatorIndex, Relation> relations_;
    QString filter_;
    int sort_column_ = step;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
};

}  // namespace arenascope
