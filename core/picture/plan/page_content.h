#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/verdict/verdict_tone.h"
#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/pinned_note.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/legend.h"
#include "core/picture/plan/object_band.h"
#include "core/picture/plan/page_table.h"
#include "core/picture/plan/viewport.h"
#include "core/trace/frame.h"
#include "core/trace/placement_step.h"
#include "core/trace/trace.h"

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

/// The meaning of a figure, which determines its colour.
enum class FigureTone : std::uint8_t { plain, threshold, good, worrying, warning, bad };

[[nodiscard]] FigureTone figure_tone(VerdictTone tone);

/// A figure at the top of a page.
struct PageFigure {
    std::string name;
    std::string value;
    FigureTone tone = FigureTone::plain;
    friend bool operator==(const PageFigure&, const PageFigure&) = default;
};

/// The figures of a layout: peak, threshold, growth of heaps, unplaced buffers, overlaps, capacities. If there are many
/// capacities, one figure gives their range, and only exceeded ones are named. The segments of a recorded allocator
/// have figures of their own: live and reserved size, failed allocations. Peak and fragmentation have the tone of the
/// verdict. Where there are several memories, peak and
/// threshold name the one that they belong to. `known`: see region_thresholds(); empty: they are computed. Linear with
/// them, otherwise O(n log n).
[[nodiscard]] std::vector<PageFigure> page_figures(const Problem& problem, const Layout& layout, std::uint64_t overlaps,
                                                   Unit unit, const IndexedVector<RegionIndex, Bytes>& known = {},
                                                   VerdictTone tone = VerdictTone::plain);

/// The content of a page. It must be understandable alone, without the program.
struct PageContent {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;
    std::span<const Risk> risks;                 ///< by buffer; empty: unknown
    std::span<const Overlap> overlaps;           ///< all pairs if they are few (see OverlapMarks)
    std::span<const OverlapArea> overlap_areas;  ///< the bytes and steps of all pairs
    std::uint64_t overlap_count = 0;             ///< the number of all pairs
    std::string title;                           ///< the name of the file
    std::optional<Provenance> provenance;        ///< planner and options
    std::string verdict = {};                    ///< Verdict::text(), below the title; empty: not judged
    std::string note;  ///< such as "planned here, the file has no layout" or "iteration 3 of 12"; may be empty
    /// Figures at the top for a picture of several plans, whose sums have no meaning; the legend then has no counts.
    /// Empty: the figures of the layout.
    std::vector<PageFigure> figures = {};
    std::span<const ObjectIndex> object_numbers = {};  ///< see object_bands()
    ColorBy color_by = ColorBy::risk;
    std::optional<Unit> unit;                          ///< empty: chosen by the height
    std::optional<View> view;                          ///< empty: the whole plan
    std::optional<PlacementStep> placement_step = {};  ///< the candidates of a many-core step
    std::span<const Move> moves = {};                  ///< of the shown step, see moves_in(); empty: none
    std::span<const BufferIndex> group = {};           ///< of the shown step, see group_at(); empty: none
    std::optional<RegionIndex> live_core = {};         ///< the memory whose live size is shown; empty: all memories
    VerdictTone tone = VerdictTone::plain;             ///< of the verdict
    ContainerChoice containers = {};                   ///< which memories are shown, and how
    std::optional<Step> free_areas_at = {};            ///< the step whose free areas are shown; empty: none
    PageMarks marks = {};
    std::span<const PinnedNote> pinned_notes = {};  ///< with flags, and listed below the caption
    PageTable table = {};                           ///< below the notes; without rows: none
    bool has_legend = true;
    bool has_caption = true;  ///< what is shown, and how it was made; title and figures are always there
};

}  // namespace arenascope
