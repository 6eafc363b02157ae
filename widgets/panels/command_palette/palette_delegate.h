#pragma once

#include <QStyledItemDelegate>

namespace arenascope {

/// Draws a row of the command palette: sign of the kind, title with the matched letters emphasised, detail on the
/// right. The menus of a command are dim, and so is all of a command that is not available.
///
///   @  conv2d_7/BiasAdd                  4.5 KiB · steps [3, 9) · low
///   >  View › Zoom to Selection                                     Z
class PaletteDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace arenascope
