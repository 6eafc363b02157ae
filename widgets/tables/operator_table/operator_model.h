#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/model/memory/problem.h"
#include "core/picture/plan/table_unit.h"

namespace arenascope {

/// The operators of a problem's graph as rows, sorted and filtered by an index vector.
class OperatorModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { step, name, type, feature, reads, writes, relation, column_count };

    explicit OperatorModel(QObject* parent = nullptr);

    void set_problem(std::shared_ptr<const Problem> problem);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    /// Shows rows whose name, type or feature contains the text, ignoring case; empty: all rows.
    void set_filter(const QString& text);
    /// Buffers to mark: the column `relation` shows their producers and consumers.
    void set_marked(const std::vector<BufferIndex>& buffers);
    void sort(int column, Qt::SortOrder order) override;

    [[nodiscard]] OperatorIndex operator_at(int row) const {
        return OperatorIndex(rows_[static_cast<std::size_t>(row)]);
    }
    /// The row of an operator; −1: the filter hides it.
    [[nodiscard]] int row_of(OperatorIndex index) const;
    [[nodiscard]] const std::vector<Operator>& operators() const;
    /// The first row that writes a marked buffer, otherwise the first that reads one; −1: there is none.
    [[nodiscard]] int first_marked_row() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void rows_changed();

private:
    /// The relation of an operator to the marked buffers.
    struct Relation {
        bool writes = false;
        bool reads = false;
    };

    void rebuild_rows();
    /// Chooses the unit of the table, too.
    void count_decimals();
    [[nodiscard]] Bytes amount_of(std::size_t position, int column) const;
    [[nodiscard]] QString text_of(std::size_t position, int column) const;

    std::shared_ptr<const Problem> problem_;
    std::vector<std::size_t> rows_;  ///< positions in Graph::operators
    std::vector<Bytes> read_bytes_;  ///< by operator; each buffer counts once
    std::vector<Bytes> written_bytes_;
    std::vector<Relation> relations_;
    QString filter_;
    int sort_column_ = step;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
