#include "core/picture/plan/time_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/axis_drawing.h"

namespace arenascope {
namespace {

constexpr int most_clock_ticks = 14;
constexpr double least_clock_gap = 12;  ///< pixels between two labels

/// A unit of time, in microseconds.
struct TimeUnit {
    double microseconds;
    const char* name;
};

/// The largest unit of which the times have one at least.
TimeUnit unit_of(long double latest) {
    constexpr std::array<TimeUnit, 2> units = {{{1e6, "s"}, {1e3, "ms"}}};
    const auto* const fitting =
        std::ranges::find_if(units, [latest](const TimeUnit& unit) { return unit.microseconds <= latest; });
    return fitting == units.end() ? TimeUnit{1, "µs"} : *fitting;
}

std::string label_of(long double time, int decimals, const TimeUnit& unit) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.*f %s", decimals, static_cast<double>(time) / unit.microseconds,
                  unit.name);
    return text.data();
}

/// The events in view with their times.
struct ClockView {
    std::span<const std::int64_t> times;  ///< of the events in view
    std::int64_t first_time;              ///< of the first event of all
    std::int64_t first_event;             ///< in view
    Stretch steps;
    double pixels;

    /// As a float, because times are raw numbers of a file, whose difference could overflow.
    [[nodiscard]] long double since_first(std::int64_t time) const {
        return static_cast<long double>(time) - static_cast<long double>(first_time);
    }
    [[nodiscard]] long double from() const { return since_first(times.front()); }
    [[nodiscard]] long double to() const { return since_first(times.back()); }
    [[nodiscard]] TimeUnit unit() const { return unit_of(std::max(std::fabs(from()), std::fabs(to()))); }
};

/// Collects ticks from the left to the right, and leaves out those without room.
class ClockTicks {
public:
    ClockTicks(const ClockView& view, const MeasureText& measure) : view_(view), measure_(measure) {}

    /// `event`: its position among those in view.
    void add(std::int64_t event, std::string label) {
        const auto step = static_cast<long double>(view_.first_event + event);
        const auto share = static_cast<double>((step - view_.steps.from) / length(view_.steps));
        const double half = measure_(label, axis_style) / 2;
        if (share >= 0 && (ticks_.empty() || share * view_.pixels - half >= end_ + least_clock_gap)) {
            end_ = share * view_.pixels + half;
            ticks_.push_back({share, std::move(label)});
        }
    }
    [[nodiscard]] std::vector<PlacedTick> take() { return std::move(ticks_); }

private:
    const ClockView& view_;
    const MeasureText& measure_;
    double end_ = 0;  ///< of the last label, in pixels
    std::vector<PlacedTick> ticks_;
};

/// Round times, each at the first event that is not before it.
std::vector<PlacedTick> round_times(const ClockView& view, std::int64_t interval, const MeasureText& measure) {
    const TimeUnit unit = view.unit();
    const auto apart = static_cast<long double>(interval);
    const double digits = std::log10(unit.microseconds / static_cast<double>(interval));
    const int decimals = static_cast<int>(std::max(0.0, std::ceil(digits - 1e-9)));
    ClockTicks ticks(view, measure);
    const auto first = static_cast<std::int64_t>(std::ceil(view.from() / apart));
    const auto last = static_cast<std::int64_t>(std::floor(view.to() / apart));
    for (std::int64_t i = first; i <= last; ++i) {
        const long double time = static_cast<long double>(i) * apart;
        const auto event = std::ranges::lower_bound(view.times, time, {},
                                                    [&view](std::int64_t each) { return view.since_first(each); });
        if (event != view.times.end()) {
            ticks.add(event - view.times.begin(), label_of(time, decimals, unit));
        }
    }
    return ticks.take();
}

/// The times of the events that the axis of events names, with as many decimals as tell them apart.
std::vector<PlacedTick> times_of_events(const ClockView& view, const MeasureText& measure) {
    const TimeUnit unit = view.unit();
    std::vector<std::int64_t> events;
    for (const Tick& tick : fitting_step_ticks(view.steps, view.pixels, measure)) {
        const std::int64_t event = tick.value - view.first_event;
        if (0 <= event && event < std::ssize(view.times)) {
            events.push_back(event);
        }
    }
    std::vector<PlacedTick> most;
    const int all_decimals = static_cast<int>(std::log10(unit.microseconds));  // microseconds are whole
    for (int decimals = 0; decimals <= all_decimals; ++decimals) {
        std::set<std::string> labels;
        std::set<std::int64_t> times;
        ClockTicks ticks(view, measure);
        for (const std::int64_t event : events) {
            const std::int64_t time = view.times[static_cast<std::size_t>(event)];
            std::string label = label_of(view.since_first(time), decimals, unit);
            times.insert(time);
            labels.insert(label);
            ticks.add(event, std::move(label));
        }
        most = ticks.take();
        if (labels.size() == times.size()) {
            break;
        }
    }
    return most;
}

}  // namespace

bool has_clock(const Problem& problem) {
    return problem.history && problem.history->times_us.size() >= 2;
}

std::vector<PlacedTick> clock_ticks(const Problem& problem, Stretch steps, double pixels, const MeasureText& measure) {
    if (!has_clock(problem) || !(length(steps) > 0)) {
        return {};
    }
    const std::vector<std::int64_t>& all = problem.history->times_us;
    const auto last = static_cast<long double>(all.size() - 1);
    const auto first_in_view = static_cast<std::size_t>(std::clamp(std::ceil(steps.from), 0.0L, last));
    const auto last_in_view = static_cast<std::size_t>(std::clamp(std::floor(steps.to), 0.0L, last));
    const ClockView view{
        std::span(all).subspan(first_in_view, std::max(last_in_view, first_in_view) - first_in_view + 1), all.front(),
        static_cast<std::int64_t>(first_in_view), steps, pixels};
    const long double time = view.to() - view.from();
    std::vector<PlacedTick> most;
    for (int count = most_clock_ticks; time > 0 && count >= 2; --count) {
        std::vector<PlacedTick> ticks = round_times(view, decimal_interval(time, count), measure);
        // Of as many ticks, those at rounder times.
        if (ticks.size() >= most.size()) {
            most = std::move(ticks);
        }
    }
    constexpr std::size_t enough = 3;
    return most.size() < enough ? times_of_events(view, measure) : most;
}

std::string time_axis_title(const Problem& problem) {
    const AllocatorHistory* history = problem.history.get();
    if (history == nullptr || !history->has_events) {
        return "step";
    }
    return has_clock(problem) ? "event · time since the first" : "event";
}

double time_axis_height(const Problem& problem) {
    return (has_clock(problem) ? 3 : 2) * line_height(axis_style) + axis_tick_length;
}

double draw_time_axis(Drawing& drawing, const Problem& problem, double y, const Viewport& viewport,
                      const Palette& palette, const MeasureText& measure) {
    const auto write = [&](double x, double middle_of_line, std::string text) {
        drawing.add(DrawnText{{x, middle_of_line}, std::move(text), axis_style, palette.dim, DrawnText::Align::center});
    };
    const PixelScale across = step_scale(viewport);
    const Stretch& steps = viewport.view.steps;
    double labels = y + axis_tick_length + line_height(axis_style) / 2;
    for (const Tick& tick : fitting_step_ticks(steps, width(viewport.box), measure)) {
        const double x = across(tick.value);
        drawing.add(StraightLine{{x, y}, {x, y + axis_tick_length}, palette.dim});
        const double half = measure(tick.label, axis_style) / 2;
        write(std::min(x, drawing.width - 4 - half), labels, tick.label);
    }
    if (has_clock(problem)) {
        labels += line_height(axis_style);
        for (const PlacedTick& tick : clock_ticks(problem, steps, width(viewport.box), measure)) {
            const double x = viewport.box.left + tick.position * width(viewport.box);
            const double half = measure(tick.label, axis_style) / 2;
            write(std::min(x, drawing.width - 4 - half), labels, tick.label);
        }
    }
    const double titles = labels + line_height(axis_style);
    write(middle(viewport.box).x, titles, time_axis_title(problem));
    return titles;
}

}  // namespace arenascope
