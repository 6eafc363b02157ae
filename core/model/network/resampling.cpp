#include "core/model/network/resampling.h"

#include <algorithm>

namespace arenascope {
namespace {

/// No model has larger extents; with them, no product here leaves 64 bits.
constexpr std::int64_t most_rows = std::int64_t{1} << 29;

bool are_extents(std::int64_t input, std::int64_t output) {
    return input >= 1 && input <= most_rows && output >= 1 && output <= most_rows;
}

std::int64_t floor_of(std::int64_t number, std::int64_t divisor) {
    return number / divisor - (number % divisor < 0 ? 1 : 0);
}

/// The exact place of the row o in the input: (o · scale + shift) / divisor.
ResampledAxis exact_place(std::int64_t input, std::int64_t output, ResamplingGrid grid) {
    switch (grid) {
        case ResamplingGrid::half_pixel:
            break;
        case ResamplingGrid::asymmetric:
            return {input, 0, output, 1};
        case ResamplingGrid::aligned_corners:
            return output > 1 ? ResampledAxis{input - 1, 0, output - 1, 1} : ResampledAxis{0, 0, 1, 1};
    }
    return {2 * input, input - output, 2 * output, 1};
}

}  // namespace

Rows ResampledAxis::seen(Rows written, std::int64_t extent) const {
    const std::int64_t first = floor_of(written.begin * scale + shift, divisor);
    const std::int64_t last = floor_of((written.end - 1) * scale + shift, divisor) + taps - 1;
    return {std::clamp<std::int64_t>(first, 0, extent - 1), std::clamp<std::int64_t>(last, 0, extent - 1) + 1};
}

std::optional<ResampledAxis> nearest_axis(std::int64_t input, std::int64_t output, ResamplingGrid grid,
                                          NearestRow nearest) {
    if (!are_extents(input, output)) {
        return std::nullopt;
    }
    const ResampledAxis place = exact_place(input, output, grid);
    switch (nearest) {
        case NearestRow::below:
            break;
        case NearestRow::above:
            return ResampledAxis{place.scale, place.shift + place.divisor - 1, place.divisor, 1};
        case NearestRow::half_is_above:
            return ResampledAxis{2 * place.scale, 2 * place.shift + place.divisor, 2 * place.divisor, 1};
        case NearestRow::half_is_below:
            return ResampledAxis{2 * place.scale, 2 * place.shift + place.divisor - 1, 2 * place.divisor, 1};
    }
    return place;
}

std::optional<ResampledAxis> linear_axis(std::int64_t input, std::int64_t output, ResamplingGrid grid) {
    if (!are_extents(input, output)) {
        return std::nullopt;
    }
    ResampledAxis place = exact_place(input, output, grid);
    place.taps = 2;
    return place;
}

std::optional<ResampledAxis> repeated_axis(std::int64_t input, std::int64_t output) {
    return are_extents(input, output) && output % input == 0 ? std::optional(ResampledAxis{1, 0, output / input, 1})
                                                             : std::nullopt;
}

std::optional<ResampledAxis> gathered_axis(std::int64_t input, std::int64_t output) {
    const std::int64_t each = are_extents(input, output) && input % output == 0 ? input / output : 0;
    return each > 0 ? std::optional(ResampledAxis{each, 0, 1, each}) : std::nullopt;
}

}  // namespace arenascope
