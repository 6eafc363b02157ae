#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/problem.h"
#include "qt/words/shown_names.h"
#include "widgets/base/even_table.h"
#include "widgets/base/row_model.h"

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

/// The same as the rows of a table. A list of a million rows stores no text.
struct SharedListRows {
    std::shared_ptr<const BufferListRows> list = std::make_shared<const BufferListRows>();  ///< never null

    [[nodiscard]] std::size_t size() const { return list->rows.size(); }
    [[nodiscard]] const BufferListRow& operator[](std::size_t row) const { return list->rows[row]; }
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
    void set_unit(Unit unit);
    [[nodiscard]] const std::vector<BufferListRow>& rows() const { return model_->rows().list->rows; }

signals:
    /// A click or Enter on a row.
    void chosen(BufferIndex buffer);

private:
    void add_columns(const BufferListColumns& columns);
    void show_rows(std::shared_ptr<const BufferListRows> rows);

    ShownNames names_;
    Unit unit_ = Unit::bytes;
    int offset_column_ = -1;  ///< −1: there is none
    RowModel<BufferListRow, SharedListRows>* model_;
};

}  // namespace arenascope
