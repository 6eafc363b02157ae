#include "core/picture/terminal/colored_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace arenascope {
namespace {

constexpr std::string_view plain_look = "\x1b[0m";

constexpr std::array<int, 6> cube_levels{0, 95, 135, 175, 215, 255};

int nearest_level(int value) {
    int nearest = 0;
    for (int i = 1; i < static_cast<int>(cube_levels.size()); ++i) {
        const auto distance = [value](int level) {
            return std::abs(cube_levels[static_cast<std::size_t>(level)] - value);
        };
        nearest = distance(i) < distance(nearest) ? i : nearest;
    }
    return nearest;
}

int squared_distance(Color a, Color b) {
    const int red = a.red - b.red;
    const int green = a.green - b.green;
    const int blue = a.blue - b.blue;
    return red * red + green * green + blue * blue;
}

Color gray(int step) {
    const auto level = static_cast<std::uint8_t>(8 + 10 * step);
    return {level, level, level};
}

/// The parameters of an escape sequence that choose a colour. `base`: 38 for ink, 48 for ground.
std::string color_parameters(int base, Color color, ColorDepth depth) {
    if (depth == ColorDepth::palette256) {
        return std::to_string(base) + ";5;" + std::to_string(nearest_of_256(color));
    }
    return std::to_string(base) + ";2;" + std::to_string(color.red) + ";" + std::to_string(color.green) + ";" +
           std::to_string(color.blue);
}

std::string look_of(const TextRun& run, ColorDepth depth) {
    std::string parameters;
    const auto add = [&parameters](const std::string& more) { parameters += (parameters.empty() ? "" : ";") + more; };
    if (run.is_bold) {
        add("1");
    }
    if (run.ink) {
        add(color_parameters(38, *run.ink, depth));
    }
    if (run.ground) {
        add(color_parameters(48, *run.ground, depth));
    }
    return parameters.empty() ? std::string() : "\x1b[" + parameters + "m";
}

/// A line without the blanks at its end that have no ground.
TextLine trimmed(TextLine line) {
    while (!line.empty() && !line.back().ground) {
        std::string& text = line.back().text;
        text.erase(text.find_last_not_of(' ') + 1);
        if (!text.empty()) {
            break;
        }
        line.pop_back();
    }
    return line;
}

}  // namespace

void append(TextLine& line, TextRun run) {
    if (run.text.empty()) {
        return;
    }
    if (!line.empty() && line.back().ink == run.ink && line.back().ground == run.ground &&
        line.back().is_bold == run.is_bold) {
        line.back().text += run.text;
        return;
    }
    line.push_back(std::move(run));
}

std::string colored_text(std::span<const TextLine> lines, ColorDepth depth) {
    std::string text;
    for (const TextLine& line : lines) {
        for (const TextRun& run : trimmed(line)) {
            const std::string look = depth == ColorDepth::none ? std::string() : look_of(run, depth);
            text += look;
            text += run.text;
            text += look.empty() ? std::string_view() : plain_look;
        }
        text += '\n';
    }
    return text;
}

int nearest_of_256(Color color) {
    const int red = nearest_level(color.red);
    const int green = nearest_level(color.green);
    const int blue = nearest_level(color.blue);
    const auto level = [](int index) {
        return static_cast<std::uint8_t>(cube_levels[static_cast<std::size_t>(index)]);
    };
    const Color in_cube{level(red), level(green), level(blue)};
    const int mean = (color.red + color.green + color.blue) / 3;
    const int step = std::clamp((mean - 3) / 10, 0, 23);
    return squared_distance(gray(step), color) < squared_distance(in_cube, color) ? 232 + step
                                                                                  : 16 + 36 * red + 6 * green + blue;
}

}  // namespace arenascope
