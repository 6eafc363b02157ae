#pragma once

#include <QHeaderView>
#include <QTableView>
#include <QtTest>

namespace arenascope::test {

/// What a view's model says in a cell.
inline QString cell(const QAbstractItemView& view, int row, int column, int role = Qt::DisplayRole) {
    return view.model()->index(row, column).data(role).toString();
}

/// A column from top to bottom.
inline QStringList column_of(const QAbstractItemView& view, int column) {
    QStringList texts;
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        texts << cell(view, row, column);
    }
    return texts;
}

inline QString title_of(const QAbstractItemView& view, int column) {
    return view.model()->headerData(column, Qt::Horizontal).toString();
}

/// A click into a cell; Ctrl and Shift extend a selection.
inline void click_cell(QAbstractItemView& view, int row, int column, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const QModelIndex index = view.model()->index(row, column);
    view.scrollTo(index);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, view.visualRect(index).center());
}

/// A click on a column's title.
inline void click_header(QTableView& view, int column) {
    QHeaderView& header = *view.horizontalHeader();
    const int x = header.sectionViewportPosition(column) + header.sectionSize(column) / 2;
    QTest::mouseClick(header.viewport(), Qt::LeftButton, Qt::NoModifier, {x, header.height() / 2});
}

/// Whether all columns that are shown lie within the view.
inline bool fits_sideways(const QTableView& view) {
    return view.horizontalHeader()->length() <= view.viewport()->width();
}

}  // namespace arenascope::test
