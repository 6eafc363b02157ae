#pragma once

#include <QStyledItemDelegate>

namespace arenascope {

/// Shows the names of buffers and operators in a column of a table or tree. Names too long for their cell are shortened
/// as in pictures (see elided_in_middle()), so that the numbers that tell them apart remain. The model keeps the whole
/// names, so copying, sorting and tooltips are not affected. Cells have no icon or check box.
class NameDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// The size of a cell with the whole name, in pixels.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Sets up a cell whose text fits into its rectangle. With an empty rectangle, the text is the whole name. Linear
    /// in the length of a name that fits; a longer one is measured a logarithmic number of times.
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace arenascope
