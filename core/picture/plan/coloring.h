#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// The property that the colour of a rectangle shows.
enum class ColorBy : std::uint8_t { risk, size, lifetime, kind, maker, maker_function, maker_file };

[[nodiscard]] std::string_view name_of(ColorBy by);
[[nodiscard]] std::optional<ColorBy> color_by_named(std::string_view name);
/// All names in order, for messages and menus.
[[nodiscard]] std::span<const std::string_view> color_by_names();

/// What names the makers whose colours are shown; empty: the colours show something else.
[[nodiscard]] std::optional<MadeBy> made_by_of(ColorBy by);
[[nodiscard]] ColorBy color_by_of(MadeBy by);

/// Whether there is something to colour by. Only a recorded allocator knows which code made a buffer. Its addresses
/// have no tiers, because nobody planned them.
[[nodiscard]] bool can_color_by(const Problem& problem, ColorBy by);
/// `maker` for the segments of a recorded allocator, otherwise `risk`.
[[nodiscard]] ColorBy default_color_by(const Problem& problem);
/// The chosen property if there is something to colour by, otherwise the default.
[[nodiscard]] ColorBy shown_color_by(const Problem& problem, ColorBy chosen);

/// Rectangles with the same style.
struct ColorClass {
    RiskStyle style;
    std::string name;                   ///< for the legend
    std::size_t buffers = 0;            ///< the number of buffers with this style
    std::uint8_t dimmed_class = 0;      ///< index of the style for its buffers while they are dimmed
    std::optional<Risk> risk = {};      ///< the risk that the colour shows; empty: it shows something else
    std::optional<Bytes> at_peak = {};  ///< of makers: their bytes at the highest live size
    std::size_t makers = 0;             ///< how many makers it stands for
    bool is_scratch = false;  ///< holds the scratch buffers of the previous class, which differ only in their pattern
};

/// The style of every buffer.
struct Coloring {
    // Classes for dimmed buffers; a buffer never has them otherwise. Buffers over the threshold keep a faint hatch.
    static constexpr std::uint8_t dimmed = 0;
    static constexpr std::uint8_t dimmed_over = 1;
    static constexpr std::uint8_t first = 2;  ///< index of the first class that buffers have

    std::vector<ColorClass> classes;  ///< by ascending precedence: where several touch a pixel, the highest class wins
    IndexedVector<BufferIndex, std::uint8_t> class_of;  ///< by buffer
};

/// Assigns classes by tier and cause, by sixths of the logarithm of size or lifetime (fewer if these are close
/// together), by kind, or by maker (a line, function or file of code): the code that made the most bytes of the highest
/// live size has distinct colours, other code and buffers of no Python code have one grey each. Scratch buffers differ
/// only in pattern; they have their own class after that of the tensors. `risks` is by buffer; if it is empty, every
/// buffer is in tier none. `by` must be shown_color_by() of itself. Linear, but O(n log n) by maker.
[[nodiscard]] Coloring coloring(const Problem& problem, std::span<const Risk> risks, ColorBy by, Theme theme);

/// The style of each maker, by its position. Linear.
[[nodiscard]] std::vector<RiskStyle> maker_styles(const Makers& makers, Theme theme);

/// Counts only placed buffers in each class, because legends ignore what is not drawn. Linear.
void count_placed(Coloring& colors, const Layout& layout);

}  // namespace arenascope
