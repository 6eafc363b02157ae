#pragma once

#include <cstdint>
#include <vector>

#include "core/base/containers/wide.h"
#include "core/model/memory/address_range.h"
#include "core/model/memory/lifetime.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {

/// Half-open range of columns, or of pixels of text.
struct TextSpan {
    std::int32_t from = 0;
    std::int32_t to = 0;
    friend constexpr bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// The columns of text for the steps of a plan. All arithmetic is exact.
///
///   more columns than steps   each column shows one step:      0001112223
///   more steps than columns   a column shows what it touches:  [0, 2.5) [2.5, 5) …
class StepColumns {
public:
    /// `span`: the steps shown; one without steps counts as one step. `columns` ≥ 1.
    StepColumns(Lifetime span, std::int32_t columns);

    [[nodiscard]] Lifetime span() const { return span_; }
    [[nodiscard]] std::int32_t columns() const { return columns_; }
    /// The columns that steps touch: at least one where steps of the span are among them, else none.
    [[nodiscard]] TextSpan operator()(Lifetime steps) const;

private:
    Lifetime span_;
    std::int64_t steps_;
    std::int32_t columns_;
};

/// The rows of text for the offsets of a container. A row has two pixels, one above the other. The threshold is always
/// the border of a row, so a cell above that line never shows a byte below it. All arithmetic is exact.
///
///   top        ┬ ▀▀▀▀        rows_above: as many as the scale needs, the topmost may be used in part
///   threshold  ┼ ──────      border of a row
///              │ ████
///   lowest     ┴ ▄▄▄▄        rows_below
///
/// Both parts have one scale. Only if all bytes below the threshold would take less than a row, they get a whole one.
class ByteRows {
public:
    /// `lowest` ≤ 0 is the lowest offset, `top` ≥ `threshold` the highest. `rows` ≥ 2: how many rows are wanted; there
    /// may be one more or less.
    ByteRows(std::int64_t lowest, std::int64_t threshold, std::int64_t top, std::int32_t rows);

    [[nodiscard]] std::int32_t rows_above() const { return above_; }
    [[nodiscard]] std::int32_t rows_below() const { return below_; }
    [[nodiscard]] std::int32_t rows() const { return above_ + below_; }
    /// The pixels that bytes touch, counted from the top of the first row; at least one.
    [[nodiscard]] TextSpan operator()(std::int64_t from, std::int64_t to) const;
    /// The row that shows the byte at an offset, counted from the top; below 0 or at least rows(): none.
    [[nodiscard]] std::int32_t row_of(std::int64_t offset) const;

private:
    /// Pixels over the threshold of an offset, rounded down or up.
    [[nodiscard]] std::int64_t pixels_down(std::int64_t offset) const;
    [[nodiscard]] std::int64_t pixels_up(std::int64_t offset) const;

    std::int64_t threshold_;
    std::int32_t above_ = 0;
    std::int32_t below_ = 0;
    // Pixels for so many bytes, on each side of the threshold.
    std::int64_t pixels_below_ = 1;
    Int128 bytes_below_ = 1;
    std::int64_t pixels_above_ = 1;
    Int128 bytes_above_ = 1;
};

/// The highest live size of each column, as a level from 0 to `most` (≥ 2). Level 0 means no live byte, and `most` the
/// highest live size of the whole plan: no other amount has these levels. O(changes + columns).
///
///   live   16 of 16, 9, 1, 0      levels up to 8   8 4 1 0   █▄▁
[[nodiscard]] std::vector<std::int32_t> live_bars(const LiveProfile& profile, const StepColumns& columns,
                                                  std::int32_t most);

}  // namespace arenascope
