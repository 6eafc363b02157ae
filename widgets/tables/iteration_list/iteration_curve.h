#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/explain/learning_curve.h"
#include "core/base/text/amount.h"
#include "core/trace/trace.h"
#include "widgets/base/run_curve.h"

namespace arenascope {

/// The peak over the chief steps of a run, with the threshold: a strong line is the lowest peak so far, a pale one the
/// peak of each step. The current step is marked; a click chooses a step. An iteration that was cut short has no peak
/// and is omitted. If the passes are over several regions with different thresholds, each region has its own lines and
/// no threshold is drawn. Steps that place one buffer after the other have no lowest peak so far, because their layouts
/// are not complete: then the line of peaks is strong.
///
///   ╲   ╱╲            each step
///    ╲_╱__╲____●___   lowest so far
///   - - - - - - - -   threshold
///
/// A run over several cores first improves them. These steps have a line of their own, with its own axis, which ends
/// before the first placement: the lowest amount so far, pale the amount of each step, and dim the mean of each
/// generation. A label above names it:
///
///   sum of peaks 26,340 to 26,252 KiB
///   ╲_    │      ____
///     ╲__ │  ___╱        highest peak
///         │ - - - - - -  threshold
class IterationCurve final : public RunCurve {
    Q_OBJECT

public:
    explicit IterationCurve(QWidget* parent = nullptr);

    /// `shared_threshold` is the threshold of a result that shares memory on purpose. The threshold in the trace
    /// ignores sharing, so a good result may be below it. Empty: no sharing. `learning` is the curve of the same trace.
    void set_trace(std::shared_ptr<const Trace> trace, std::optional<Bytes> shared_threshold = {},
                   LearningCurve learning = {});
    void set_current(FrameIndex frame);
    void set_unit(Unit unit);
    /// Marks steps with small dots on the line: each at the chief step that is it or encloses it. A step that is not on
    /// the curve has none.
    void set_marks(const std::vector<FrameIndex>& frames);
    /// The marked chief steps, as positions on the curve, ascending.
    [[nodiscard]] const std::vector<std::size_t>& marks() const { return marks_; }
    /// The position of the mark of the current frame in widget coordinates. Empty: it has no mark. A group or a
    /// rearrangement has a ring at its own peak, on the way from the step before to its iteration, which is marked too.
    [[nodiscard]] std::optional<QPointF> mark_position() const;
    /// The position of a chief step in widget coordinates. `position` counts the chief steps on the curve from 0.
    [[nodiscard]] QPointF point(std::size_t position) const;
    /// The label of the line of learning: its figure, with the first and the lowest amount. Empty: there is no such
    /// line. If `width`, in pixels, is too small, only the lowest amount.
    [[nodiscard]] QString learning_text(double width) const;
    /// The label of the line of peaks. If `width`, in pixels, is too small, only the threshold.
    [[nodiscard]] QString peak_text(double width) const;

protected:
    [[nodiscard]] QRectF plot() const override;
    void draw(QPainter& painter, const Palette& tokens) const override;

private:
    /// The amounts at the bottom and the top of an axis. They differ.
    struct Axis {
        std::int64_t lowest = 0;
        std::int64_t highest = 1;
    };

    void find_axes();
    void find_lines();
    void describe();
    /// The axis of a chief step.
    [[nodiscard]] const Axis& axis_of(std::size_t position) const {
        return position < learned() ? learned_axis_ : peak_axis_;
    }
    /// The scale of amounts above the lowest of an axis.
    [[nodiscard]] CurveScale scale_of(const Axis& axis) const {
        return scale(0, static_cast<double>(axis.highest - axis.lowest));
    }
    [[nodiscard]] double height_of(Bytes peak) const;
    /// The x of the first chief step that is not learned.
    [[nodiscard]] double first_placement() const;
    /// The number of chief steps on the learning curve. They come first.
    [[nodiscard]] std::size_t learned() const { return learning_.points.size(); }
    [[nodiscard]] Bytes limit() const { return shared_threshold_.value_or(trace_->threshold); }
    [[nodiscard]] bool has_several_regions() const { return region_begins_.size() > 1; }
    void draw_learning(QPainter& painter, const Palette& tokens) const;
    void draw_lines(QPainter& painter, std::size_t begin, std::size_t end, const QPen& strong, bool is_pale) const;
    void draw_marks(QPainter& painter, const Palette& tokens) const;
    void draw_labels(QPainter& painter, const Palette& tokens) const;

    std::shared_ptr<const Trace> trace_;
    std::optional<Bytes> shared_threshold_;
    LearningCurve learning_;
    /// Positions at which another region begins, starting with the first step that is not learned; a single entry
    /// without passes.
    std::vector<std::size_t> region_begins_;
    /// The lowest amount at the end of the run, which is its result. Empty: it does not end with complete layouts.
    std::optional<std::int64_t> result_;
    Axis peak_axis_;
    Axis learned_axis_;
    std::vector<double> each_;            ///< by chief step: above the lowest of its axis
    std::vector<double> best_;            ///< the same of best_so_far(); NaN: none
    std::vector<double> means_;           ///< the same of the mean of a generation; NaN: none
    std::optional<std::size_t> current_;  ///< the chief step that is the shown frame or encloses it
    FrameIndex shown_ = FrameIndex::none();
    std::vector<std::size_t> marks_;  ///< see marks()
    Unit unit_ = Unit::bytes;
};

}  // namespace arenascope
