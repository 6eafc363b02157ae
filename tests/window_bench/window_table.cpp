#include "tests/window_bench/window_table.h"

#include <algorithm>
#include <cstdio>

namespace arenascope::bench {
namespace {

constexpr std::size_t million = 1'000'000;
constexpr std::size_t ten_million = 10 * million;

std::optional<double> bar_at(const WindowBar& bar, std::size_t buffers) {
    return buffers == million ? bar.of_a_million : buffers == ten_million ? bar.of_ten_million : std::nullopt;
}

bool is_above(const WindowBar& bar, const WindowFigure& figure) {
    const auto limit = bar_at(bar, figure.buffers);
    return limit && figure.value > *limit;
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    return text;
}

std::string number(const std::optional<double>& value) {
    if (!value) {
        return "–";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%g", *value);
    return text;
}

std::vector<std::size_t> sizes_of(const std::vector<WindowFigure>& figures) {
    std::vector<std::size_t> sizes;
    for (const WindowFigure& figure : figures) {
        sizes.push_back(figure.buffers);
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

const WindowFigure* figure_of(const std::vector<WindowFigure>& figures, const std::string& what, std::size_t buffers) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const WindowFigure& figure) {
        return figure.what == what && figure.buffers == buffers;
    });
    return found == figures.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<WindowBar>& window_bars() {
    static const std::vector<WindowBar> bars = {
        {"file opens: longest stretch blocked", "ms", 30, 50},
        {"file opens: first picture", "ms", 1500, 12'000},
        {"file opens: until idle", "ms", {}, {}},
        {"memory after opening", "GB", 0.5, 3},
        {"memory, highest", "GB", {}, {}},
        {"levels of detail: worker", "ms", {}, {}},
        {"frame at rest, whole plan: worker", "ms", {}, {}},
        {"frame at rest, as a share of the fillRects", "%", {}, 5},
        {"wheel notch", "ms", 16, 33},
        {"wheel, burst of ten: longest frame", "ms", 16, 33},
        {"pan by one arrow", "ms", 16, 33},
        {"pan, zoomed to one buffer", "ms", 8, 8},
        {"click", "ms", 8, 8},
        {"hover", "ms", 1, 1},
        {"drag: one move", "ms", 8, 8},
        {"drag: drop", "ms", 30, 30},
        {"undo", "ms", 30, 30},
        {"filter letter: blocked", "ms", 8, 8},
        {"filter letter: result", "ms", 300, 2000},
        {"filter cleared: blocked", "ms", 8, 8},
        {"filter cleared: result", "ms", 300, 2000},
        {"sort by name: blocked", "ms", 8, 8},
        {"sort by name: result", "ms", 300, 2000},
        {"copy the picture: blocked", "ms", 8, 8},
        {"copy the picture: done", "ms", {}, {}},
        {"nothing placed: longest stretch blocked", "ms", 30, 50},
        {"nothing placed: first layout shown", "ms", 4000, 40'000},
        {"trace opens: longest stretch blocked", "ms", 30, 50},
        {"trace opens: until idle", "ms", {}, {}},
        {"memory with a trace", "GB", 0.5, 3},
        {"step", "ms", 33, 100},
        {"step: shown", "ms", {}, {}},
        {"first step", "ms", 30, 50},
        {"first step: shown", "ms", {}, {}},
        {"last step", "ms", 30, 50},
        {"cancel reading", "ms", 200, 200},
        {"cancel planning after 50 ms", "ms", 200, 200},
        {"cancel planning after 500 ms", "ms", 200, 200},
        {"cancel planning after 2000 ms", "ms", 200, 200},
        {"cancel the picture", "ms", 200, 200},
        {"yardstick: sort of the placed file", "ms", {}, {}},
        {"yardstick: a fillRect a buffer", "ms", {}, {}},
    };
    return bars;
}

std::string window_table(const std::vector<WindowFigure>& figures) {
    const std::vector<std::size_t> sizes = sizes_of(figures);
    std::string text = "| |";
    std::string line = "|---|";
    for (const std::size_t size : sizes) {
        text += " " + std::to_string(size) + " |";
        line += "---:|";
    }
    text += " unit | bar at 1000000 | bar at 10000000 |\n" + line + "---|---:|---:|\n";
    for (const WindowBar& bar : window_bars()) {
        text += "| " + bar.what + " |";
        for (const std::size_t size : sizes) {
            const WindowFigure* figure = figure_of(figures, bar.what, size);
            text += figure == nullptr ? " – |" : " " + number(figure->value) + (is_above(bar, *figure) ? " ! |" : " |");
        }
        text += " " + bar.unit + " | " + number(bar.of_a_million) + " | " + number(bar.of_ten_million) + " |\n";
    }
    return text;
}

bool meet_bars(const std::vector<WindowFigure>& figures) {
    return std::none_of(figures.begin(), figures.end(), [](const WindowFigure& figure) {
        const auto& bars = window_bars();
        const auto bar = std::find_if(bars.begin(), bars.end(),
                                      [&figure](const WindowBar& each) { return each.what == figure.what; });
        return bar != bars.end() && is_above(*bar, figure);
    });
}

}  // namespace arenascope::bench
