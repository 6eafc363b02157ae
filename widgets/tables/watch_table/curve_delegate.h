#pragma once

#include <optional>
#include <vector>

#include <QStyledItemDelegate>

#include "widgets/tables/watch_table/watch_curve.h"

namespace arenascope {

/// Draws the curves of watches in their column, with the threshold dashed and a line at the shown moment. A click
/// chooses a moment.
class CurveDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// By row; empty: it has no curve. No moment is shown any longer.
    void set_curves(std::vector<std::optional<WatchCurve>> curves);
    /// Empty: no curve has a line.
    void set_shown_moment(std::optional<std::size_t> moment) { shown_moment_ = moment; }
    /// Null: the row has no curve.
    [[nodiscard]] const WatchCurve* curve(int row) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

signals:
    void moment_chosen(std::size_t moment);

private:
    std::vector<std::optional<WatchCurve>> curves_;
    std::optional<std::size_t> shown_moment_;
};

/// Where the curve lies in its cell.
[[nodiscard]] QRectF curve_area(const QRect& cell);

}  // namespace arenascope
