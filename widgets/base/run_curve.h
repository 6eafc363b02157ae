#pragma once

#include <optional>
#include <span>
#include <vector>

#include <QWidget>

#include "core/picture/plan/palette.h"
#include "core/trace/frame.h"
#include "widgets/base/curve_scale.h"

class QPainter;

namespace arenascope {

/// A widget with a curve over the main steps of a run. A press or a drag of the left button chooses the nearest step.
class RunCurve : public QWidget {
    Q_OBJECT

public:
    /// `inset`: see CurveScale.
    RunCurve(double inset, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const final;
    /// Half the height, so that the list below keeps some rows in a low dock.
    [[nodiscard]] QSize minimumSizeHint() const final;
    /// The step nearest to a position in widget coordinates; none(): there are no steps.
    [[nodiscard]] FrameIndex frame_near(double x) const;

signals:
    void frame_chosen(FrameIndex frame);

protected:
    void paintEvent(QPaintEvent* event) final;
    void mousePressEvent(QMouseEvent* event) final;
    void mouseMoveEvent(QMouseEvent* event) final;
    /// The area of the curve in widget coordinates.
    [[nodiscard]] virtual QRectF plot() const = 0;
    /// Draws the curve on the ground of a panel. There is at least one step.
    virtual void draw(QPainter& painter, const Palette& tokens) const = 0;
    /// The scale of numbers from `lowest` to `highest` over the steps.
    [[nodiscard]] CurveScale scale(double lowest, double highest) const;

    /// The steps of the curve, in the order of the run.
    std::vector<FrameIndex> frames_;

private:
    void choose(QMouseEvent& event);

    double inset_;
};

/// A dashed line at the y of a threshold.
void draw_threshold(QPainter& painter, const Palette& tokens, double left, double right, double y);

/// The lines of numbers (see level_lines()), with the threshold behind them. Empty: without one.
void draw_levels(QPainter& painter, const Palette& tokens, std::span<const double> numbers,
                 std::optional<double> threshold, const CurveScale& scale);

/// The line at the shown step.
void draw_shown_step(QPainter& painter, const Palette& tokens, double x, double top, double bottom);

}  // namespace arenascope
