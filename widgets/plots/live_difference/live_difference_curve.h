#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/analysis/compare/compared_plans.h"
#include "core/base/text/amount.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// A picture of one plan, below which the difference is drawn: the steps that it shows, and the columns of the curve's
/// widget between which they lie.
struct DifferenceAxis {
    Stretch steps;
    double left = 0;
    double right = 1;
    bool is_of_b = false;  ///< the steps are those of B
};

/// The difference of the live sizes of two plans over time, B minus A, below their pictures and on their time axes. The
/// steps of both plans are matched, see match_steps(); where they cannot be, it says why instead.
class LiveDifferenceCurve final : public QWidget {
    Q_OBJECT

public:
    explicit LiveDifferenceCurve(QWidget* parent = nullptr);

    /// Null: nothing to show.
    void set_plans(std::shared_ptr<const ComparedPlans> plans);
    /// One below each picture that is shown. All have one scale of sizes.
    void set_axes(std::vector<DifferenceAxis> axes);
    void set_time_cursors(std::optional<Step> of_a, std::optional<Step> of_b);
    void set_unit(Unit unit);
    /// What the curve tells in words, for the tooltip and for screen readers.
    [[nodiscard]] QString words() const;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// A click at a step, of B if `is_of_b`.
    void time_cursor_moved(Step step, bool is_of_b);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] const LiveDifference& difference(const DifferenceAxis& axis) const;
    [[nodiscard]] bool is_compared() const;
    /// Whether there is more to show than words.
    [[nodiscard]] bool shows_curve() const;
    /// Of the curve, below the words.
    [[nodiscard]] double top() const;
    [[nodiscard]] Viewport port(const DifferenceAxis& axis) const;
    /// The axis at a column of the widget; null: there is none.
    [[nodiscard]] const DifferenceAxis* axis_at(double x) const;

    std::shared_ptr<const ComparedPlans> plans_;
    std::vector<DifferenceAxis> axes_;
    std::optional<Step> cursor_of_a_;
    std::optional<Step> cursor_of_b_;
    Unit unit_ = Unit::bytes;
};

}  // namespace arenascope
