#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/legend.h"

namespace arenascope {

/// The marks that a window shows on its plan. A page with the same marks shows the same.
struct PageMarks {
    /// By buffer, not 0: dimmed. Null or empty: none is dimmed. Shared, because it is large.
    std::shared_ptr<const std::vector<std::uint8_t>> dimmed = {};
    std::string filter = {};                  ///< the filter that dims; empty: the selection dims
    std::vector<BufferIndex> selected = {};   ///< outlined
    std::optional<Step> time_cursor = {};     ///< empty: none
    std::optional<Lifetime> time_range = {};  ///< shaded; empty: none
    std::optional<BufferIndex> placed = {};   ///< its free area is outlined; empty: none
    std::string placed_words = {};            ///< text for the rule that placed it
};

/// The same as a list, which may be empty.
[[nodiscard]] std::span<const std::uint8_t> dimmed_buffers(const PageMarks& marks);

/// The number of dimmed buffers. Linear.
[[nodiscard]] std::size_t dimmed_count(const PageMarks& marks);

/// What is dimmed, and by what; where the time cursor is, and what is selected. Parts that do
/// not apply are missing. Linear.
[[nodiscard]] std::vector<std::string> mark_texts(const PageMarks& marks, const Problem& problem);

/// The legend's entries for the marks. `colors` counts the placed buffers. Linear.
[[nodiscard]] std::vector<LegendEntry> legend_of_marks(const PageMarks& marks, const Coloring& colors, Theme theme);

}  // namespace arenascope
