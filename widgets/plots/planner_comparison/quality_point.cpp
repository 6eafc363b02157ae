#include "widgets/plots/planner_comparison/quality_point.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace arenascope {
namespace {

constexpr double least_seconds = 1e-4;   ///< shorter times are noise of the clock
constexpr double least_share = 0.01;     ///< lowest possible upper edge
constexpr double most_of_median = 3;     ///< upper edge at most, as a multiple of the median share
constexpr double share_margin = 0.15;    ///< above the highest point
constexpr double bottom_margin = 0.08;   ///< below the threshold
constexpr double seconds_margin = 0.12;  ///< on both sides, as a share of the range
constexpr double least_decades = 1;

double shown_seconds(const QualityEntry& entry) {
    return std::max(entry.standing.seconds, least_seconds);
}

std::vector<double> rising_shares(std::span<const QualityEntry> entries) {
    std::vector<double> shares;
    for (const QualityEntry& entry : entries) {
        shares.push_back(fragmentation(entry.standing));
    }
    std::sort(shares.begin(), shares.end());
    return shares;
}

bool is_within(double value, double from, double to) {
    return from <= value && value <= to;
}

}  // namespace

QualityRange fitting_range(std::span<const QualityEntry> entries) {
    const std::vector<double> shares = rising_shares(entries);
    double top = least_share;
    double ground = 0;
    if (!shares.empty()) {
        const double middle = std::max(shares[shares.size() / 2], least_share);
        top = std::max(top, std::min(shares.back(), most_of_median * middle));
        ground = std::min(0.0, shares.front());
    }
    double from = std::log10(least_seconds) + 1;
    double to = from + 1;
    if (!entries.empty()) {
        const auto [fastest, slowest] = std::minmax_element(
            entries.begin(), entries.end(),
            [](const QualityEntry& a, const QualityEntry& b) { return a.standing.seconds < b.standing.seconds; });
        from = std::log10(shown_seconds(*fastest));
        to = std::log10(shown_seconds(*slowest));
    }
    const double lacking = std::max(0.0, least_decades - (to - from)) / 2;
    const double side = lacking + seconds_margin * std::max(to - from, least_decades);
    const double span = top - ground;
    return {std::pow(10.0, from - side), std::pow(10.0, to + side), ground - bottom_margin * span,
            top + share_margin * span};
}

QualityRange widest_range(std::span<const QualityEntry> entries) {
    constexpr double zoom_out_factor = 100;  ///< factor on the range of seconds, on both sides
    QualityRange range = fitting_range(entries);
    const double span = range.to_share - range.from_share;
    range.from_seconds /= zoom_out_factor;
    range.to_seconds *= zoom_out_factor;
    range.from_share -= span;
    range.to_share += span;
    if (const std::vector<double> shares = rising_shares(entries); !shares.empty()) {
        range.to_share = std::max(range.to_share, shares.back() * (1 + share_margin));
    }
    return range;
}

std::vector<QualityPoint> points_in(const QualityRange& view, std::span<const QualityEntry> entries,
                                    std::optional<std::size_t> selected) {
    const double fitting_top = fitting_range(entries).to_share;
    const auto lowest = std::min_element(entries.begin(), entries.end(),
                                         [](const auto& a, const auto& b) { return is_lower(a.standing, b.standing); });
    std::vector<QualityPoint> points;
    for (const QualityEntry& entry : entries) {
        const double share = fragmentation(entry.standing);
        const bool is_above_view = share > view.to_share && share > fitting_top;
        const QualityPoint point{.planner = &entry,
                                 .seconds = shown_seconds(entry),
                                 .share = is_above_view ? view.to_share : share,
                                 .is_selected = selected == entry.entry,
                                 .is_lowest = !is_lower(lowest->standing, entry.standing),
                                 .is_above_view = is_above_view};
        if (is_within(point.seconds, view.from_seconds, view.to_seconds) &&
            is_within(point.share, view.from_share, view.to_share)) {
            points.push_back(point);
        }
    }
    std::stable_sort(points.begin(), points.end(), [](const QualityPoint& a, const QualityPoint& b) {
        if (a.is_selected != b.is_selected) {
            return a.is_selected;
        }
        return a.is_above_view != b.is_above_view ? a.is_above_view
                                                  : is_lower(a.planner->standing, b.planner->standing);
    });
    return points;
}

bool is_best_for_its_time(const QualityEntry& entry, std::span<const QualityEntry> entries) {
    return std::none_of(entries.begin(), entries.end(), [&](const QualityEntry& other) {
        const bool is_not_slower = shown_seconds(other) <= shown_seconds(entry);
        const bool is_faster = shown_seconds(other) < shown_seconds(entry);
        const bool is_not_higher = !is_lower(entry.standing, other.standing);
        return (is_not_slower && is_lower(other.standing, entry.standing)) || (is_faster && is_not_higher);
    });
}

std::optional<std::size_t> next_entry(std::span<const QualityEntry> entries, std::optional<std::size_t> selected,
                                      bool by_time, bool upwards) {
    std::vector<const QualityEntry*> order;
    for (const QualityEntry& entry : entries) {
        order.push_back(&entry);
    }
    const auto place = [by_time](const QualityEntry& entry) {
        const double share = fragmentation(entry.standing);
        return by_time ? std::pair(shown_seconds(entry), share) : std::pair(share, shown_seconds(entry));
    };
    std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) { return place(*a) < place(*b); });
    if (!upwards) {
        std::reverse(order.begin(), order.end());
    }
    const auto now = std::find_if(order.begin(), order.end(),
                                  [selected](const QualityEntry* each) { return selected == each->entry; });
    if (now != order.end()) {
        return now + 1 == order.end() ? std::nullopt : std::optional((*(now + 1))->entry);
    }
    const auto lowest = std::min_element(
        order.begin(), order.end(), [](const auto* a, const auto* b) { return is_lower(a->standing, b->standing); });
    return lowest == order.end() ? std::nullopt : std::optional((*lowest)->entry);
}

}  // namespace arenascope
