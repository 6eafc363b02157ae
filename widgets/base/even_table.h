#pragma once

#include <memory>

#include <QAbstractTableModel>
#include <QTableView>

namespace arenascope {

/// A table whose rows all have the same height, the default size of a section of its vertical header. A QTableView
/// keeps a section for each row, 8 bytes, and touches all of them when the number of rows changes: 0.1 seconds for ten
/// million. This one keeps none, so that each change of the rows takes constant time. It scrolls by whole rows.
///
///   ┌──────────────┐ ┐
///   │ 4711         │ │ the rows in sight follow from the
///   │ 4712         │ │ scroll bar and the height of a row
///   └──────────────┘ ┘
///
/// Rows can be neither hidden, moved, resized nor spanned, and the vertical header is never shown. Columns are those of
/// any QTableView.
class EvenTable : public QTableView {
    Q_OBJECT

public:
    explicit EvenTable(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// The horizontal header is not told of the selection: with each change, it would ask for every row of a column
    /// whether it is selected.
    void setSelectionModel(QItemSelectionModel* selection) override;
    [[nodiscard]] QRect visualRect(const QModelIndex& index) const override;
    [[nodiscard]] QModelIndex indexAt(const QPoint& at) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    /// Of the rows in sight, as many as the horizontal header measures (see its resizeContentsPrecision()).
    [[nodiscard]] int sizeHintForColumn(int column) const override;
    [[nodiscard]] int sizeHintForRow(int row) const override;

protected:
    [[nodiscard]] int verticalOffset() const override;
    [[nodiscard]] bool isIndexHidden(const QModelIndex& index) const override;
    [[nodiscard]] QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    [[nodiscard]] QRegion visualRegionForSelection(const QItemSelection& selection) const override;
    [[nodiscard]] QModelIndexList selectedIndexes() const override;
    void setSelection(const QRect& rectangle, QItemSelectionModel::SelectionFlags command) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// The vertical header's rows.
    class NoRows final : public QAbstractTableModel {
    public:
        using QAbstractTableModel::QAbstractTableModel;
        [[nodiscard]] int rowCount(const QModelIndex& /*parent*/ = {}) const override { return 0; }
        [[nodiscard]] int columnCount(const QModelIndex& /*parent*/ = {}) const override { return 0; }
        [[nodiscard]] QVariant data(const QModelIndex& /*index*/, int /*role*/) const override { return {}; }
    };

    [[nodiscard]] int row_height() const;
    [[nodiscard]] int row_count() const;
    /// How far the rows are scrolled, in pixels.
    [[nodiscard]] qint64 top() const;
    /// The row at a height in the viewport; may be beyond the last one.
    [[nodiscard]] int row_at(int y) const;
    /// The rows that are wholly in sight, at least 1.
    [[nodiscard]] int whole_rows() const;
    /// The next shown column on one side, or the same one. `step`: 1 or −1.
    [[nodiscard]] int next_column(int column, int step) const;
    void set_scroll_ranges();

    NoRows no_rows_{this};
    std::unique_ptr<QObject> follower_;                ///< hears of changes of the rows; of the present model
    QItemSelectionModel* header_selection_ = nullptr;  ///< always empty
    bool is_updating_ = false;
};

}  // namespace arenascope
