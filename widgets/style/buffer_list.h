#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QTableView>

#include "core/memory/problem.h"
#include "core/picture/table_unit.h"
#include "widgets/style/shown_names.h"

namespace arenascope {

/// One row of a short list of buffers.
struct BufferListRow {
    BufferIndex buffer;
    Bytes size;
    std::optional<Offset> offset = {};
    QString note = {};
    QString note_tooltip = {};  ///< the full note; empty: the same as the note
};

/// The columns of a list of buffers besides the names.
struct BufferListColumns {
    bool note = false;
    bool offset = false;
    QString note_title = {};
};

/// Rows are formatted on demand, so a list of a million rows stores no text.
class BufferListModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    BufferListModel(BufferListColumns columns, QObject* parent);

    void set_rows(std::shared_ptr<const Problem> problem, std::vector<BufferListRow> rows);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const std::vector<BufferListRow>& rows() const { return rows_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum class Column { name, note, offset, size };

    /// Chooses the unit of the table, too.
    void count_decimals();

    std::vector<Column> columns_;
    QString note_title_;
    ShownNames names_;
    std::vector<BufferListRow> rows_;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int size_decimals_ = 0;
    int offset_decimals_ = 0;
};

/// A list of buffers to choose from, used by the inspector, the live set and the peak chain. If it is narrow, names are
/// elided; then the offsets are omitted, then the notes.
class BufferList final : public QTableView {
    Q_OBJECT

public:
    BufferList(const QString& accessible_name, const BufferListColumns& columns, QWidget* parent = nullptr);

    void set_rows(std::shared_ptr<const Problem> problem, std::vector<BufferListRow> rows);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const std::vector<BufferListRow>& rows() const { return model_->rows(); }

signals:
    /// A click or Enter on a row.
    void chosen(BufferIndex buffer);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    BufferListModel* model_;
};

}  // namespace arenascope
