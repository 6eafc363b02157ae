#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"
#include "core/picture/palette.h"

namespace arenascope {

/// What the colour of a rectangle says.
enum class ColorBy : std::uint8_t { risk, size, lifetime, kind };

[[nodiscard]] std::string_view name_of(ColorBy by);
[[nodiscard]] std::optional<ColorBy> color_by_named(std::string_view name);
/// All names, in order, for messages and menus.
[[nodiscard]] std::span<const std::string_view> color_by_names();

/// Rectangles of one look.
struct ColorClass {
    RiskStyle style;
    std::string name;            ///< for the legend
    std::size_t buffers = 0;     ///< how many have it
    std::uint8_t put_aside = 0;  ///< the class that its rectangles take while they are put aside
    bool is_scratch = false;     ///< the scratch of the class before it, told from that by its pattern
};

/// The look of every buffer.
struct Coloring {
    // Classes of what is put aside; no buffer has them by itself. The culprits keep a faint hatch.
    static constexpr std::uint8_t dimmed = 0;
    static constexpr std::uint8_t dimmed_over = 1;
    static constexpr std::uint8_t first = 2;  ///< of the classes that buffers have

    std::vector<ColorClass> classes;  ///< in rising precedence: the highest wins a pixel that several touch
    IndexedVector<BufferIndex, std::uint8_t> class_of;  ///< by buffer
};

/// Scratch looks the same but for its pattern, in a class of its own behind that of the tensors.
/// Classes by tier and cause, by sixths of the logarithm of size or lifetime (fewer where those are close together), or
/// by kind. `risks` is by buffer; where
/// it is empty, every buffer is in tier none. Linear.
[[nodiscard]] Coloring coloring(const Problem& problem, std::span<const Risk> risks, ColorBy by, Theme theme);

/// Counts in each class only what a layout has placed: what is not drawn has no part in a legend. Linear.
void count_placed(Coloring& colors, const Layout& layout);

}  // namespace arenascope
