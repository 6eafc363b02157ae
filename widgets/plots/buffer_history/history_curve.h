#pragma once

#include <optional>
#include <vector>

#include "widgets/base/run_curve.h"
#include "widgets/plots/buffer_history/history_moment.h"

namespace arenascope {

/// The offset of a buffer over the main steps of a run, with the threshold where it is in reach, and a strip of its
/// tiers. The shown step has a line; a click chooses a step.
///
///   - - - - - - -     threshold
///    ┌──┐   ┌───
///   ─┘  └───┘         offset
///   ▒▒▒▓▓▓▒▒▒▒▒       tiers
class HistoryCurve final : public RunCurve {
    Q_OBJECT

public:
    explicit HistoryCurve(QWidget* parent = nullptr);

    void set_moments(const std::vector<HistoryMoment>& moments, Bytes threshold);
    /// The shown step; none(): no step is marked.
    void set_current(FrameIndex frame);
    /// The position of a moment in widget coordinates; empty: the buffer is not placed then.
    [[nodiscard]] std::optional<QPointF> point(std::size_t moment) const;

protected:
    [[nodiscard]] QRectF plot() const override;
    void draw(QPainter& painter, const Palette& tokens) const override;

private:
    [[nodiscard]] CurveScale offset_scale() const { return scale(0, highest_); }
    void draw_tiers(QPainter& painter, const Palette& tokens) const;

    std::vector<double> offsets_;             ///< by moment; NaN: not placed
    std::vector<std::optional<Tier>> tiers_;  ///< by moment; no elements: the run recorded none
    std::optional<double> threshold_;         ///< empty: higher than all offsets
    double highest_ = 1;
    FrameIndex shown_ = FrameIndex::none();
};

}  // namespace arenascope
