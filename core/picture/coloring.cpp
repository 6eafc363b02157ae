#include "core/picture/coloring.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/picture/unit.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 4> names{"risk", "size", "lifetime", "kind"};

constexpr std::array<BufferKind, 5> all_kinds{BufferKind::activation, BufferKind::input, BufferKind::output,
                                              BufferKind::variable, BufferKind::scratch};

std::uint8_t risk_class(Risk risk) {
    switch (risk.tier) {
        case Tier::high:
            return risk.cause == Cause::over ? 6 : 5;
        case Tier::medium:
            return risk.cause == Cause::at ? 4 : 3;
        case Tier::low:
            return 2;
        case Tier::none:
            break;
    }
    return 1;
}

void color_by_risk(Coloring& result, std::span<const Risk> risks, const Palette& tokens) {
    result.classes.push_back({tokens.none, "none"});
    result.classes.push_back({tokens.low, "low"});
    result.classes.push_back({tokens.medium_beside, "medium: beside"});
    result.classes.push_back({tokens.medium_at, "medium: at the threshold"});
    result.classes.push_back({tokens.high_beside, "high: beside"});
    result.classes.push_back({tokens.high_over, "high: over the threshold"});
    for (std::size_t i = 0; i < result.class_of.size(); ++i) {
        result.class_of[i] = i < risks.size() ? risk_class(risks[i]) : std::uint8_t{1};
    }
}

std::string bound_text(double bound, ColorBy by) {
    const auto whole = static_cast<std::int64_t>(std::min(bound, 9.2e18));
    return by == ColorBy::size ? amount_text(whole, unit_for(Bytes(whole))) : grouped(whole);
}

/// Sixths of the logarithm, because sizes and lifetimes range over many orders of magnitude.
void color_by_quantity(Coloring& result, const Problem& problem, const Palette& tokens, ColorBy by) {
    const auto quantity = [by](const Buffer& buffer) {
        return static_cast<double>(by == ColorBy::size ? buffer.size.value() : length(buffer.lifetime).value());
    };
    double least = problem.buffers.empty() ? 1 : quantity(problem.buffers.front());
    double most = least;
    for (const Buffer& buffer : problem.buffers) {
        least = std::min(least, quantity(buffer));
        most = std::max(most, quantity(buffer));
    }
    const auto count = static_cast<double>(tokens.scale.size());
    const double ratio = most > least ? std::pow(most / least, 1 / count) : 2;
    double bound = least;
    for (const RiskStyle& style : tokens.scale) {
        const std::string unit = by == ColorBy::lifetime ? " steps" : "";
        result.classes.push_back({style, "from " + bound_text(std::ceil(bound), by) + unit});
        bound *= ratio;
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const double share = std::log(quantity(problem.buffers[i]) / least) / std::log(ratio);
        result.class_of[i] = static_cast<std::uint8_t>(1 + std::clamp(std::floor(share + 1e-9), 0.0, count - 1));
    }
}

void color_by_kind(Coloring& result, const Problem& problem, const Palette& tokens) {
    for (const BufferKind kind : all_kinds) {
        result.classes.push_back({tokens.kinds[static_cast<std::size_t>(kind)], std::string(name_of(kind))});
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        result.class_of[i] = static_cast<std::uint8_t>(1 + static_cast<std::size_t>(problem.buffers[i].kind));
    }
}

}  // namespace

std::string_view name_of(ColorBy by) {
    return names[static_cast<std::size_t>(by)];
}

std::optional<ColorBy> color_by_named(std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<ColorBy>(found - names.begin()));
}

std::span<const std::string_view> color_by_names() {
    return names;
}

Coloring coloring(const Problem& problem, std::span<const Risk> risks, ColorBy by, Theme theme) {
    const Palette& tokens = palette(theme);
    Coloring result;
    result.class_of.resize(problem.buffers.size(), 1);
    result.classes.push_back({tokens.dimmed, "put aside"});
    switch (by) {
        case ColorBy::risk:
            color_by_risk(result, risks, tokens);
            break;
        case ColorBy::size:
        case ColorBy::lifetime:
            color_by_quantity(result, problem, tokens, by);
            break;
        case ColorBy::kind:
            color_by_kind(result, problem, tokens);
            break;
    }
    for (const std::uint8_t index : result.class_of) {
        ++result.classes[index].buffers;
    }
    return result;
}

}  // namespace arenascope
