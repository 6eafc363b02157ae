#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/memory/problem.h"
#include "core/picture/unit.h"

namespace arenascope {

/// The operators of a problem's graph as rows, sorted and filtered by an index vector.
class OperatorModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { step, name, type, feature, reads, writes, relation, column_count };

    explicit OperatorModel(QObject* parent = nullptr);

    void set_problem(std::shared_ptr<const Problem> problem);
    void set_unit(Unit unit);
    /// Rows whose name, type or feature holds the text, in any case; empty: all.
    void set_filter(const QString& text);
    /// Buffers whose producers and consumers say so in the column `relation`.
    void set_marked(const std::vector<BufferIndex>& buffers);
    void sort(int column, Qt::SortOrder order) override;

    [[nodiscard]] OperatorIndex operator_at(int row) const {
        return OperatorIndex(rows_[static_cast<std::size_t>(row)]);
    }
    /// Row of an operator; −1 where the filter hides it.
    [[nodiscard]] int row_of(OperatorIndex index) const;
    [[nodiscard]] const std::vector<Operator>& operators() const;
    /// The first row that writes, else reads, a marked buffer; −1 where none does.
    [[nodiscard]] int first_marked_row() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void rows_changed();

private:
    /// What an operator does with the marked buffers.
    struct Relation {
        bool writes = false;
        bool reads = false;
    };

    void rebuild_rows();
    void count_decimals();
    [[nodiscard]] Bytes amount_of(std::size_t position, int column) const;
    [[nodiscard]] QString text_of(std::size_t position, int column) const;

    std::shared_ptr<const Problem> problem_;
    std::vector<std::size_t> rows_;  ///< positions in Graph::operators
    std::vector<Bytes> read_bytes_;  ///< by operator; what it reads twice counts once
    std::vector<Bytes> written_bytes_;
    std::vector<Relation> relations_;
    QString filter_;
    int sort_column_ = step;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
