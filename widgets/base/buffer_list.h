#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/model/memory/problem.h"
#include "core/picture/plan/table_unit.h"
#include "qt/words/shown_names.h"
#include "widgets/base/even_table.h"

namespace arenascope {

/// One row of a short list of buffers.
struct BufferListRow {
    BufferIndex buffer;
    Bytes size;
    std::optional<Offset> offset = {};
    QString note = {};
    QString note_tooltip = {};  ///< the full note; empty: the same as the note
};

inline constexpr std::size_t all_units = static_cast<std::size_t>(Unit::hexadecimal) + 1;

/// The rows of a list, with what their columns need to know about all of them.
struct BufferListRows {
    std::vector<BufferListRow> rows;
    std::int64_t smallest = 0;                     ///< of all sizes and offsets that are not 0
    std::array<int, all_units> size_decimals{};    ///< by unit, see decimals_of()
    std::array<int, all_units> offset_decimals{};  ///< by unit
};

/// Linear. May run on any thread.
[[nodiscard]] BufferListRows buffer_list_rows(std::vector<BufferListRow> rows);

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

    /// `rows` is never null. O(1) besides the names, see ShownNames.
    void set_rows(std::shared_ptr<const Problem> problem, std::shared_ptr<const BufferListRows> rows);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const std::vector<BufferListRow>& rows() const { return rows_->rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum class Column { name, note, offset, size };

    void choose_unit();

    std::vector<Column> columns_;
    QString note_title_;
    ShownNames names_;
    std::shared_ptr<const BufferListRows> rows_ = std::make_shared<const BufferListRows>();
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
};

/// A list of buffers to choose from, used by the inspector, the live set and the peak chain. If it is narrow, names are
/// elided; then the offsets are omitted, then the notes.
class BufferList final : public EvenTable {
    Q_OBJECT

public:
    BufferList(const QString& accessible_name, const BufferListColumns& columns, QWidget* parent = nullptr);

    void set_rows(std::shared_ptr<const Problem> problem, std::vector<BufferListRow> rows);
    /// The same for many rows, which a worker has made. Never null.
    void set_rows(std::shared_ptr<const Problem> problem, std::shared_ptr<const BufferListRows> rows);
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
