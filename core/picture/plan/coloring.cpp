#include "core/picture/plan/coloring.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/containers/named_value.h"
#include "core/base/text/amount.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 7> names{"risk",  "size",           "lifetime",  "kind",
                                                "maker", "maker-function", "maker-file"};

constexpr std::array<BufferKind, 5> all_kinds{BufferKind::activation, BufferKind::input, BufferKind::output,
                                              BufferKind::variable, BufferKind::scratch};

std::uint8_t risk_class(Risk risk) {
    switch (risk.tier) {
        case Tier::high:
            return risk.cause == Cause::over ? Coloring::first + 5 : Coloring::first + 4;
        case Tier::medium:
            return risk.cause == Cause::at ? Coloring::first + 3 : Coloring::first + 2;
        case Tier::low:
            return Coloring::first + 1;
        case Tier::none:
            break;
    }
    return Coloring::first;
}

void color_by_risk(Coloring& result, std::span<const Risk> risks, const Palette& tokens) {
    const auto add = [&](Risk risk, std::string name, std::uint8_t dimmed_class) {
        result.classes.push_back({style_of(tokens, risk), std::move(name), 0, dimmed_class, risk});
    };
    add({Tier::none, Cause::none}, "none", Coloring::dimmed);
    add({Tier::low, Cause::none}, "low", Coloring::dimmed);
    add({Tier::medium, Cause::beside}, "medium: beside", Coloring::dimmed);
    add({Tier::medium, Cause::at}, "medium: at the threshold", Coloring::dimmed);
    add({Tier::high, Cause::beside}, "high: beside", Coloring::dimmed);
    add({Tier::high, Cause::over}, "high: over the threshold", Coloring::dimmed_over);
    for (std::size_t i = 0; i < result.class_of.size(); ++i) {
        result.class_of[i] = i < risks.size() ? risk_class(risks[i]) : Coloring::first;
    }
}

std::string bound_text(std::int64_t bound, ColorBy by) {
    if (by == ColorBy::size) {
        return amount_text(bound, unit_for(Bytes(bound)));
    }
    return grouped(bound) + (bound == 1 ? " step" : " steps");
}

/// Uses sixths of the logarithm, because sizes and lifetimes range over many orders of magnitude. Classes whose bounds
/// have the same text are merged.
void color_by_quantity(Coloring& result, const Problem& problem, const Palette& tokens, ColorBy by) {
    const auto quantity = [by](const Buffer& buffer) {
        return by == ColorBy::size ? buffer.size.value() : length(buffer.lifetime).value();
    };
    std::int64_t least = problem.buffers.empty() ? 1 : quantity(problem.buffers.front());
    std::int64_t most = least;
    for (const Buffer& buffer : problem.buffers) {
        least = std::min(least, quantity(buffer));
        most = std::max(most, quantity(buffer));
    }
    const double ratio = static_cast<double>(most) / static_cast<double>(least);
    std::vector<std::int64_t> bounds;
    for (std::size_t sixth = 0; sixth < tokens.scale.size(); ++sixth) {
        const double share = static_cast<double>(sixth) / static_cast<double>(tokens.scale.size());
        // The smallest bound is exact. The others are slightly lower, so that a power of ten is not rounded up.
        const double above = std::ceil(static_cast<double>(least) * std::pow(ratio, share) * (1 - 1e-12));
        const bool is_most = above >= static_cast<double>(most);
        const std::int64_t bound = sixth == 0 ? least : (is_most ? most : static_cast<std::int64_t>(above));
        std::string name = "from " + bound_text(bound, by);
        if (bounds.empty() || (bound > bounds.back() && name != result.classes.back().name)) {
            bounds.push_back(bound);
            result.classes.push_back({tokens.scale[sixth], std::move(name)});
        }
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto above = std::upper_bound(bounds.begin(), bounds.end(), quantity(problem.buffers[i]));
        result.class_of[i] = static_cast<std::uint8_t>(Coloring::first + (above - bounds.begin()) - 1);
    }
}

void color_by_kind(Coloring& result, const Problem& problem, const Palette& tokens) {
    for (const BufferKind kind : all_kinds) {
        const RiskStyle& style = tokens.kinds[static_cast<std::size_t>(kind)];
        result.classes.push_back({kind == BufferKind::scratch ? as_scratch(style) : style, std::string(name_of(kind))});
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        result.class_of[i] =
            static_cast<std::uint8_t>(Coloring::first + static_cast<std::size_t>(problem.buffers[i].kind));
    }
}

/// By maker, the position of its own colour. No Python code and makers beyond the colours have none.
std::vector<std::optional<std::size_t>> maker_colors(const Makers& makers, const Palette& tokens) {
    std::vector<std::optional<std::size_t>> own(makers.makers.size());
    std::size_t rank = 0;
    for (std::size_t i = 0; i < own.size() && rank < tokens.makers.size(); ++i) {
        if (makers.makers[i].frame != StackFrameIndex::none()) {
            own[i] = rank++;
        }
    }
    return own;
}

/// The classes of makers in the order of precedence: other code, no Python code, then the makers, the first on top.
void color_by_maker(Coloring& result, const Problem& problem, const Palette& tokens, MadeBy by) {
    const Makers found = makers_of(problem, by);
    const auto colors = maker_colors(found, tokens);
    const auto named = static_cast<std::size_t>(
        std::ranges::count_if(colors, [](const std::optional<std::size_t>& color) { return color.has_value(); }));
    constexpr std::uint8_t others = Coloring::first;
    constexpr std::uint8_t none = Coloring::first + 1;
    result.classes.resize(Coloring::first + 2 + named);
    result.classes[others].style = tokens.other_makers;
    result.classes[none].style = tokens.no_maker;
    std::vector<std::uint8_t> class_of(found.makers.size(), others);
    for (std::size_t i = 0; i < found.makers.size(); ++i) {
        const Maker& maker = found.makers[i];
        if (maker.frame == StackFrameIndex::none()) {
            class_of[i] = none;
        } else if (colors[i]) {
            class_of[i] = static_cast<std::uint8_t>(result.classes.size() - 1 - *colors[i]);
            result.classes[class_of[i]].style = tokens.makers[*colors[i]];
        }
        ColorClass& own = result.classes[class_of[i]];
        own.name = maker.name;
        own.at_peak = own.at_peak.value_or(Bytes(0)) + maker.at_peak;
        ++own.makers;
    }
    if (const std::size_t count = result.classes[others].makers; count > 1) {
        result.classes[others].name = grouped(count) + " others";
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        result.class_of[i] = class_of[found.made_by[i]];
    }
}

/// Splits each class that contains scratch buffers.
void split_scratch(Coloring& result, const Problem& problem) {
    const auto is_scratch = [&](std::size_t i) { return problem.buffers[i].kind == BufferKind::scratch; };
    std::vector<bool> holds_scratch(result.classes.size(), false);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (is_scratch(i)) {
            holds_scratch[result.class_of[i]] = true;
        }
    }
    std::vector<ColorClass> classes;
    std::vector<std::uint8_t> position;  // the new index of each class
    for (std::size_t i = 0; i < result.classes.size(); ++i) {
        position.push_back(static_cast<std::uint8_t>(classes.size()));
        classes.push_back(std::move(result.classes[i]));
        if (holds_scratch[i]) {
            ColorClass scratch = classes.back();
            scratch.style = as_scratch(scratch.style);
            scratch.is_scratch = true;
            classes.push_back(std::move(scratch));
        }
    }
    result.classes = std::move(classes);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const std::uint8_t own = position[result.class_of[i]];
        result.class_of[i] = is_scratch(i) ? static_cast<std::uint8_t>(own + 1) : own;
    }
}

}  // namespace

std::string_view name_of(ColorBy by) {
    return names[static_cast<std::size_t>(by)];
}

std::optional<ColorBy> color_by_named(std::string_view name) {
    return value_named<ColorBy>(names, name);
}

std::span<const std::string_view> color_by_names() {
    return names;
}

std::optional<MadeBy> made_by_of(ColorBy by) {
    switch (by) {
        case ColorBy::maker:
            return MadeBy::line;
        case ColorBy::maker_function:
            return MadeBy::function;
        case ColorBy::maker_file:
            return MadeBy::file;
        default:
            return std::nullopt;
    }
}

ColorBy color_by_of(MadeBy by) {
    return by == MadeBy::line ? ColorBy::maker : by == MadeBy::function ? ColorBy::maker_function : ColorBy::maker_file;
}

bool can_color_by(const Problem& problem, ColorBy by) {
    return made_by_of(by) ? problem.history != nullptr : by == ColorBy::risk ? !has_segment_regions(problem) : true;
}

ColorBy default_color_by(const Problem& problem) {
    return can_color_by(problem, ColorBy::risk) ? ColorBy::risk : ColorBy::maker;
}

ColorBy shown_color_by(const Problem& problem, ColorBy chosen) {
    return can_color_by(problem, chosen) ? chosen : default_color_by(problem);
}

Coloring coloring(const Problem& problem, std::span<const Risk> risks, ColorBy by, Theme theme) {
    const Palette& tokens = palette(theme);
    Coloring result;
    result.class_of.resize(problem.buffers.size(), Coloring::first);
    result.classes.push_back({tokens.dimmed, "put aside"});
    result.classes.push_back({tokens.dimmed_over, "put aside, over the threshold"});
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
        case ColorBy::maker:
        case ColorBy::maker_function:
        case ColorBy::maker_file:
            color_by_maker(result, problem, tokens, *made_by_of(by));
            break;
    }
    if (by != ColorBy::kind) {
        split_scratch(result, problem);
    }
    for (const std::uint8_t index : result.class_of) {
        ++result.classes[index].buffers;
    }
    return result;
}

std::vector<RiskStyle> maker_styles(const Makers& makers, Theme theme) {
    const Palette& tokens = palette(theme);
    const auto colors = maker_colors(makers, tokens);
    std::vector<RiskStyle> styles;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        styles.push_back(makers.makers[i].frame == StackFrameIndex::none() ? tokens.no_maker
                         : colors[i]                                       ? tokens.makers[*colors[i]]
                                                                           : tokens.other_makers);
    }
    return styles;
}

void count_placed(Coloring& colors, const Layout& layout) {
    for (std::size_t i = 0; i < colors.class_of.size(); ++i) {
        colors.classes[colors.class_of[i]].buffers -= layout.placements[i] ? 0 : 1;
    }
}

}  // namespace arenascope
