#pragma once

#include <QStyledItemDelegate>

#include "core/trace/frame.h"
#include "widgets/tables/watch_table/watch_curve.h"
#include "widgets/tables/watch_table/watch_model.h"

namespace arenascope {

/// Draws the curves of watches in their column, with the threshold dashed and a line at the shown step. A click chooses
/// a step.
class CurveDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// The model must outlive this.
    CurveDelegate(const WatchModel& model, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

signals:
    void frame_chosen(FrameIndex frame);

private:
    const WatchModel& model_;
};

/// Where the curve lies in its cell.
[[nodiscard]] QRectF curve_area(const QRect& cell);

}  // namespace arenascope
