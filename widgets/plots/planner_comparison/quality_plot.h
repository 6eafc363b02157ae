#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/picture/plan/palette.h"
#include "widgets/plots/planner_comparison/quality_point.h"

class QCPPainter;
class QCustomPlot;

namespace arenascope {

class QualitySeries;

/// Quality against time, with one point for each planner. The horizontal axis is the planning time (logarithmic), the
/// vertical axis is the excess of the peak over the threshold. Good and fast planners are at the bottom left.
///
///   over │  ● naive
///    %   │            ● tuner
///        │ ● greedy            ◆ exact
///      0 ├ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─  threshold
///        └──────┬───────┬───────┬──
///             0.001   0.01    0.1    planning time, s
///
/// Names lie on no point and on no other name; a line leads to a name that is not beside its point. If not all fit,
/// those of the best planners are shown. A planner that is much worse than the median is above the view, so that it
/// does not flatten the others. It is drawn as a triangle at the upper edge, with its figure.
///
/// - Wheel: zooms at the pointer; with Ctrl only time, with Shift only quality.
/// - Drag: pans. Double click: fits.
/// - Click: chooses a planner. If several are at one place, each click chooses the next.
/// - Left, Right: choose by time. Up, Down: choose by quality. With Shift: pan.
/// - + and - zoom at the selected point, F fits.
class QualityPlot final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QualityPlot)

public:
    using Entry = QualityEntry;

    explicit QualityPlot(QWidget* parent = nullptr);
    ~QualityPlot() override;

    /// Sets the entries. A fitted view stays fitted; any other view does not change.
    void set_entries(std::vector<Entry> entries);
    void set_selected(std::optional<std::size_t> entry);
    void set_theme(Theme theme);
    /// Shows all points.
    void fit();
    [[nodiscard]] QSize sizeHint() const override;
    /// The position of an entry's point in the widget; empty if it is not in view.
    [[nodiscard]] std::optional<QPointF> point(std::size_t entry) const;

signals:
    void chosen(std::size_t entry);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void build_axes();
    void take_pointer();
    void redraw();
    void limit_view();
    [[nodiscard]] QualityRange view() const;
    void show_view(const QualityRange& range);
    [[nodiscard]] QPointF position_of(const QualityPoint& point) const;
    /// The points in view, grouped by position. Each group starts with its most important point.
    [[nodiscard]] std::vector<std::vector<QualityPoint>> groups() const;
    /// The group at a position; empty if no point is near.
    [[nodiscard]] std::vector<QualityPoint> group_near(QPointF position) const;
    void draw_names(QCPPainter& painter) const;
    /// Says below the axis whether the times were measured beside other runs.
    void show_what_times_depend_on();
    void show_facts(const std::vector<QualityPoint>& group, QPointF position);
    void choose_near(QPointF position);
    void choose_by_key(int key);

    std::vector<Entry> entries_;
    std::optional<std::size_t> selected_;
    std::optional<QPoint> pressed_at_;  ///< where the button was pressed, if it can become a click
    Theme theme_ = Theme::light;
    QCustomPlot* plot_;
    std::unique_ptr<QualitySeries> series_;
};

}  // namespace arenascope
