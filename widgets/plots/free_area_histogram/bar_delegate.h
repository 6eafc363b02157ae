#pragma once

#include <QStyledItemDelegate>

namespace arenascope {

/// Shows a bar behind the figure of a cell. Its length is a role of the cell.
class BarDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// Role of the length of the bar, from 0 to 1: as wide as the cell.
    static constexpr int bar_role = Qt::UserRole;

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace arenascope
