#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/picture/palette.h"
#include "widgets/planner_comparison/quality_point.h"

class QCPPainter;
class QCustomPlot;

namespace arenascope {

class QualitySeries;

/// Quality against time: a point for each planner, across the seconds that it took (on a logarithmic scale), upwards
/// how far its peak is over the threshold. Good and fast is at the bottom left.
///
///   over │  ● naive
///    %   │            ● tuner
///        │ ● greedy            ◆ exact
///      0 ├ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─  threshold
///        └──────┬───────┬───────┬──
///             0.001   0.01    0.1    planning time, s
///
/// A point that is much worse than the middle one would flatten the rest: where it is above the view it is a triangle
/// at the upper edge with its figure.
///
/// The wheel zooms about the pointer (Ctrl: time only, Shift: quality only), dragging pans, a double click fits. A
/// click chooses a planner, of several at one place the next one. Left and Right choose by time, Up and Down by
/// quality; with Shift arrows pan; + and - zoom about the selected point, F fits.
class QualityPlot final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QualityPlot)

public:
    using Entry = QualityEntry;

    explicit QualityPlot(QWidget* parent = nullptr);
    ~QualityPlot() override;

    /// A view that shows all points keeps doing so; any other stays.
    void set_entries(std::vector<Entry> entries);
    void set_selected(std::optional<std::size_t> entry);
    void set_theme(Theme theme);
    /// Shows all points.
    void fit();
    [[nodiscard]] QSize sizeHint() const override;
    /// Where an entry's point is drawn, in widget coordinates; none where it has none or is not in view.
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
    void hold_view();
    [[nodiscard]] QualityRange view() const;
    void show_view(const QualityRange& range);
    [[nodiscard]] QPointF position_of(const QualityPoint& point) const;
    /// The points in view that lie at one place, the most important first.
    [[nodiscard]] std::vector<std::vector<QualityPoint>> groups() const;
    /// The group under the pointer; empty beside all of them.
    [[nodiscard]] std::vector<QualityPoint> group_near(QPointF position) const;
    void draw_names(QCPPainter& painter) const;
    void show_facts(const std::vector<QualityPoint>& group, QPointF position);
    void choose_near(QPointF position);
    void choose_by_key(int key);

    std::vector<Entry> entries_;
    std::optional<std::size_t> selected_;
    std::optional<QPoint> pressed_at_;  ///< of a button that is down and may come to a click
    Theme theme_ = Theme::light;
    QCustomPlot* plot_;
    std::unique_ptr<QualitySeries> series_;
};

}  // namespace arenascope
