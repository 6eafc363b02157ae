#include "core/picture/terminal/text_scale.h"

#include <algorithm>

namespace arenascope {
namespace {

std::int64_t quotient_down(Int128 dividend, Int128 divisor) {
    const Int128 quotient = dividend / divisor;
    return static_cast<std::int64_t>(dividend % divisor < 0 ? quotient - 1 : quotient);
}

std::int64_t quotient_up(Int128 dividend, Int128 divisor) {
    return -quotient_down(-dividend, divisor);
}

}  // namespace

StepColumns::StepColumns(Lifetime span, std::int32_t columns)
    : span_(span), steps_(std::max<std::int64_t>(length(span).value(), 1)), columns_(columns) {}

TextSpan StepColumns::operator()(Lifetime steps) const {
    const Lifetime shown = intersection(steps, {span_.begin, span_.begin + Duration(steps_)});
    if (shown.begin >= shown.end) {
        return {};
    }
    const Int128 first = Int128{(shown.begin - span_.begin).value()} * columns_;
    const Int128 last = Int128{(shown.end - span_.begin).value()} * columns_;
    // A column that shows one step begins where that step does.
    const bool has_columns_of_steps = steps_ <= columns_;
    return {static_cast<std::int32_t>(has_columns_of_steps ? quotient_up(first, steps_) : quotient_down(first, steps_)),
            static_cast<std::int32_t>(quotient_up(last, steps_))};
}

ByteRows::ByteRows(std::int64_t lowest, std::int64_t threshold, std::int64_t top, std::int32_t rows)
    : threshold_(threshold) {
    const Int128 below = Int128{threshold} - lowest;
    const Int128 above = Int128{top} - threshold;
    const Int128 height = std::max<Int128>(below + above, 1);
    if (below > 0) {
        below_ = std::max(1, static_cast<std::int32_t>((2 * below * rows + height) / (2 * height)));
        pixels_below_ = 2 * std::int64_t{below_};
        bytes_below_ = below;
    }
    const bool has_own_scale = below * rows < height;
    if (has_own_scale) {
        pixels_above_ = 2 * std::int64_t{std::max(rows - below_, 1)};
        bytes_above_ = std::max<Int128>(above, 1);
    } else {
        pixels_above_ = pixels_below_;
        bytes_above_ = bytes_below_;
    }
    above_ = static_cast<std::int32_t>((pixels_up(top) + 1) / 2);
    if (rows_above() + rows_below() == 0) {
        below_ = rows;
    }
}

std::int64_t ByteRows::pixels_down(std::int64_t offset) const {
    const Int128 over = Int128{offset} - threshold_;
    return over < 0 ? quotient_down(over * pixels_below_, bytes_below_)
                    : quotient_down(over * pixels_above_, bytes_above_);
}

std::int64_t ByteRows::pixels_up(std::int64_t offset) const {
    const Int128 over = Int128{offset} - threshold_;
    return over < 0 ? quotient_up(over * pixels_below_, bytes_below_) : quotient_up(over * pixels_above_, bytes_above_);
}

TextSpan ByteRows::operator()(std::int64_t from, std::int64_t to) const {
    const std::int64_t border = 2 * std::int64_t{above_};
    return {static_cast<std::int32_t>(border - pixels_up(to)), static_cast<std::int32_t>(border - pixels_down(from))};
}

std::int32_t ByteRows::row_of(std::int64_t offset) const {
    const std::int64_t pixel = 2 * std::int64_t{above_} - 1 - pixels_down(offset);
    return static_cast<std::int32_t>(quotient_down(pixel, 2));
}

std::vector<std::int32_t> live_bars(const LiveProfile& profile, const StepColumns& columns, std::int32_t most) {
    const auto level_of = [&](Bytes live) -> std::int32_t {
        if (live <= Bytes(0)) {
            return 0;
        }
        if (live >= profile.threshold) {
            return most;
        }
        return 1 + static_cast<std::int32_t>(Int128{live.value()} * (most - 1) / profile.threshold.value());
    };
    std::vector<std::int32_t> levels(static_cast<std::size_t>(columns.columns()), 0);
    for (std::size_t i = 0; i + 1 < profile.steps.size(); ++i) {
        const TextSpan touched = columns({profile.steps[i], profile.steps[i + 1]});
        const std::int32_t level = level_of(profile.live[i]);
        for (std::int32_t column = touched.from; column < touched.to; ++column) {
            std::int32_t& highest = levels[static_cast<std::size_t>(column)];
            highest = std::max(highest, level);
        }
    }
    return levels;
}

}  // namespace arenascope
