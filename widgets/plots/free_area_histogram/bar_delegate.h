#pragma once

#include <QStyledItemDelegate>

namespace arenascope {

/// Shows a bar behind the figure of a cell. Its length is FreeAreaModel::bar_role.
class BarDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace arenascope
