#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "core/picture/plan/palette.h"
#include "widgets/plots/buffer_history/history_moment.h"

namespace arenascope {

/// The offset of a buffer over the main steps of a run, with the threshold where it is in reach, and a strip of its
/// tiers. The shown step has a line; a click chooses a step.
///
///   - - - - - - -     threshold
///    ┌──┐   ┌───
///   ─┘  └───┘         offset
///   ▒▒▒▓▓▓▒▒▒▒▒       tiers
class HistoryCurve final : public QWidget {
    Q_OBJECT

public:
    explicit HistoryCurve(QWidget* parent = nullptr);

    void set_moments(std::vector<HistoryMoment> moments, Bytes threshold);
    /// The shown step; none(): no step is marked.
    void set_current(FrameIndex frame);
    /// The position of a moment in widget coordinates; empty: the buffer is not placed then.
    [[nodiscard]] std::optional<QPointF> point(std::size_t moment) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void frame_chosen(FrameIndex frame);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QRectF strip() const;
    [[nodiscard]] double x_of(std::size_t moment) const;
    [[nodiscard]] double y_of(std::int64_t offset) const;
    void draw_offsets(QPainter& painter, const Palette& tokens) const;
    void draw_tiers(QPainter& painter, const Palette& tokens) const;

    std::vector<HistoryMoment> moments_;
    Bytes threshold_;
    std::int64_t highest_ = 1;
    bool has_tiers_ = false;
    std::optional<std::size_t> current_;
};

}  // namespace arenascope
