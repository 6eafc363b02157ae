#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "core/analysis/compare/live_difference.h"
#include "core/base/text/amount.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The difference of the live sizes of two plans over time, B minus A, below their pictures and on their time axis.
class LiveDifferenceCurve final : public QWidget {
    Q_OBJECT

public:
    explicit LiveDifferenceCurve(QWidget* parent = nullptr);

    /// Null: nothing to show.
    void set_difference(std::shared_ptr<const LiveDifference> difference);
    /// The steps that the pictures show, and the columns of this widget between which they lie.
    void set_axis(Stretch steps, double left, double right);
    void set_time_cursor(std::optional<Step> step);
    void set_unit(Unit unit);
    /// What the curve tells in words, for the tooltip and for screen readers.
    [[nodiscard]] QString words() const;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// A click at a step.
    void time_cursor_moved(Step step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] Viewport port() const;
    [[nodiscard]] std::optional<Step> step_under(double x) const;

    std::shared_ptr<const LiveDifference> difference_;
    Stretch steps_;
    double left_ = 0;
    double right_ = 1;
    std::optional<Step> cursor_;
    Unit unit_ = Unit::bytes;
};

}  // namespace arenascope
