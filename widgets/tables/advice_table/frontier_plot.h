#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <QWidget>

#include "core/analysis/advice/advice.h"
#include "core/base/text/amount.h"
#include "core/picture/plan/palette.h"
#include "widgets/tables/advice_table/frontier_scale.h"

class QPainter;

namespace arenascope {

/// The peak of each way to run a network against its extra work, with the capacity as a line. Full points fit, or there
/// is no capacity; hollow ones do not. A square changes the results. The pale staircase is the lowest peak for at most
/// that work without another result.
///
///   ●─┐
///   ─ ─ ─│─ ─ ─ ─ ─  capacity 512 KiB
///        ◉───┐       selected
///            ●────
///
/// A click chooses a point. A drag of the line moves the capacity.
class FrontierPlot final : public QWidget {
    Q_OBJECT

public:
    explicit FrontierPlot(QWidget* parent = nullptr);

    void set_advice(std::shared_ptr<const Advice> advice);
    /// Empty: there is none, or it cannot be moved here.
    void set_capacity(std::optional<Bytes> capacity);
    void set_selected(std::optional<std::size_t> option);
    void set_unit(Unit unit);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    /// Of the widget as it is.
    [[nodiscard]] FrontierScale scale() const;

signals:
    void option_chosen(std::size_t option);
    /// While the line is dragged.
    void capacity_dragged(Bytes capacity);
    /// The line was let go.
    void capacity_chosen(Bytes capacity);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] bool is_on_line(QPointF place) const;
    void draw_axes(QPainter& painter, const Palette& tokens) const;
    void draw_capacity(QPainter& painter, const Palette& tokens) const;
    void draw_options(QPainter& painter, const Palette& tokens) const;
    void describe();

    std::shared_ptr<const Advice> advice_;
    std::optional<Bytes> capacity_;
    std::optional<std::size_t> selected_;
    Unit unit_ = Unit::bytes;
    std::optional<FrontierScale> dragging_;  ///< the scale when the line was grasped, which stays until it is let go
};

}  // namespace arenascope
