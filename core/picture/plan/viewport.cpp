#include "core/picture/plan/viewport.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace arenascope {
namespace {

Stretch scaled_about(Stretch stretch, long double center, double factor) {
    return {center - (center - stretch.from) / factor, center + (stretch.to - center) / factor};
}

Stretch moved(Stretch stretch, long double distance) {
    return {stretch.from + distance, stretch.to + distance};
}

Stretch clamped(Stretch stretch, Stretch whole, long double least) {
    const long double full = length(whole);
    const long double wanted = std::min(std::max(length(stretch), std::min(least, full)), full);
    const long double center = (stretch.from + stretch.to) / 2;
    // A stretch of the same length keeps its ends bit for bit, so that panning back is exact.
    Stretch result = wanted == length(stretch) ? stretch : Stretch{center - wanted / 2, center + wanted / 2};
    if (result.from < whole.from) {
        result = {whole.from, whole.from + wanted};
    }
    if (result.to > whole.to) {
        result = {whole.to - wanted, whole.to};
    }
    return result;
}

Stretch widened(long double from, long double to, double share) {
    const long double margin = (to - from) * share;
    return {from - margin, to + margin};
}

Stretch between(Stretch a, Stretch b, double share) {
    return {a.from + (b.from - a.from) * share, a.to + (b.to - a.to) * share};
}

}  // namespace

std::int64_t whole_part(long double position) {
    constexpr auto lowest = static_cast<long double>(std::numeric_limits<std::int64_t>::min());
    constexpr auto highest = static_cast<long double>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::clamp(std::floor(position), lowest, highest));
}

PixelScale::PixelScale(Stretch stretch, double start, double end)
    : origin_(whole_part(stretch.from)),
      fraction_(static_cast<double>(stretch.from - static_cast<long double>(origin_))),
      start_(start),
      pixels_per_unit_(length(stretch) > 0 ? static_cast<double>((end - start) / length(stretch)) : 0.0) {}

PixelScale step_scale(const Viewport& viewport) {
    return {viewport.view.steps, viewport.box.left, viewport.box.right};
}

PixelScale byte_scale(const Viewport& viewport) {
    return {viewport.view.bytes, viewport.box.bottom, viewport.box.top};
}

long double step_at(const Viewport& viewport, double x) {
    const Stretch& steps = viewport.view.steps;
    const double pixels = width(viewport.box);
    return pixels > 0 ? steps.from + length(steps) * (x - viewport.box.left) / pixels : steps.from;
}

long double byte_at(const Viewport& viewport, double y) {
    const Stretch& bytes = viewport.view.bytes;
    const double pixels = height(viewport.box);
    return pixels > 0 ? bytes.from + length(bytes) * (viewport.box.bottom - y) / pixels : bytes.from;
}

View zoomed(const View& view, long double step, long double byte, double time_factor, double offset_factor) {
    return {scaled_about(view.steps, step, time_factor), scaled_about(view.bytes, byte, offset_factor)};
}

View panned(const View& view, double time_share, double offset_share) {
    return {moved(view.steps, length(view.steps) * time_share), moved(view.bytes, length(view.bytes) * offset_share)};
}

View clamped(const View& view, const View& whole, long double least_steps, long double least_bytes) {
    return {clamped(view.steps, whole.steps, least_steps), clamped(view.bytes, whole.bytes, least_bytes)};
}

View view_of(Lifetime steps, AddressRange bytes, double share) {
    const auto value = [](auto quantity) { return static_cast<long double>(quantity.value()); };
    return {widened(value(steps.begin), value(steps.end), share), widened(value(bytes.from), value(bytes.to), share)};
}

View joined(const View& a, const View& b) {
    return {{std::min(a.steps.from, b.steps.from), std::max(a.steps.to, b.steps.to)},
            {std::min(a.bytes.from, b.bytes.from), std::max(a.bytes.to, b.bytes.to)}};
}

View between(const View& a, const View& b, double share) {
    return {between(a.steps, b.steps, share), between(a.bytes, b.bytes, share)};
}

void ViewHistory::visit(const View& view, bool replaces) {
    if (!views_.empty()) {
        if (views_[current_] == view) {
            return;
        }
        views_.resize(current_ + 1);
        // The first view is kept, so that going back always leads to it.
        if (replaces && current_ > 0) {
            views_[current_] = view;
            return;
        }
    }
    views_.push_back(view);
    if (views_.size() > most_views) {
        views_.erase(views_.begin());
    }
    current_ = views_.size() - 1;
}

void ViewHistory::clear() {
    views_.clear();
    current_ = 0;
}

}  // namespace arenascope
