#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "core/compare/planner_standing.h"
#include "core/picture/palette.h"

namespace arenascope {

/// Quality against time: a point a planner, across the seconds that it took (on a logarithmic scale), upwards how far
/// its peak is over the threshold. Good and fast is at the bottom left. A click selects a planner.
///
///   over  │  ● naive
///         │            ● tuner
///         │ ● greedy            ● exact
///       0 └──────┬───────┬───────┬──
///             0.001   0.01    0.1 s
///
/// What is much worse than the best half would flatten the rest: it stands at the upper edge with its figure.
class QualityPlot final : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        std::size_t entry;
        PlannerStanding standing;
    };

    explicit QualityPlot(QWidget* parent = nullptr);

    void set_entries(std::vector<Entry> entries);
    void set_selected(std::optional<std::size_t> entry);
    void set_theme(Theme theme);
    [[nodiscard]] QSize sizeHint() const override;
    /// Where an entry's point is drawn, in widget coordinates; none where it has none.
    [[nodiscard]] std::optional<QPointF> point(std::size_t entry) const;

signals:
    void chosen(std::size_t entry);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double x_of(double seconds) const;
    [[nodiscard]] double y_of(double share) const;
    [[nodiscard]] QPointF position_of(const Entry& entry) const;
    [[nodiscard]] const Entry* entry_near(QPointF position) const;
    void paint_axes(QPainter& painter) const;
    void paint_labels(QPainter& painter) const;

    std::vector<Entry> entries_;
    std::optional<std::size_t> selected_;
    double first_decade_ = -3;  ///< exponents of ten, in seconds
    double last_decade_ = 0;
    double highest_ = 0.01;  ///< share over the threshold at the upper edge
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
