#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <QPointF>
#include <QRectF>

#include "core/analysis/advice/advice.h"

namespace arenascope {

/// Where the ways to run a network lie in an area of pixels: extra work across, the peak up from 0.
///
///   peak │ ●
///        │ ─ ─ ─ ─ ─ ─ ─ capacity
///        │      ●
///        │            ●
///      0 └──────────────
///        0 %    extra work
struct FrontierScale {
    QRectF area;
    double least_work = 0;  ///< per cent, at the left edge
    double most_work = 1;   ///< at the right edge; above the least
    Bytes top = Bytes(1);   ///< at the upper edge; above 0

    [[nodiscard]] QPointF place_of(const AdviceOption& option) const;
    [[nodiscard]] double y_of(Bytes bytes) const;
    /// The bytes at a y, from 1 to the top, as round as a pixel allows: a multiple of the largest power of two that is
    /// no more than a pixel.
    [[nodiscard]] Bytes bytes_at(double y) const;
};

/// The scale on which all options and the capacity are seen, with a little room around them. Linear.
[[nodiscard]] FrontierScale frontier_scale(const Advice& advice, std::optional<Bytes> capacity, QRectF area);

/// The position of the option that is nearest to a place, at most `reach` pixels away; empty: there is none. Linear.
[[nodiscard]] std::optional<std::size_t> option_near(const FrontierScale& scale, const Advice& advice, QPointF place,
                                                     double reach);

}  // namespace arenascope
