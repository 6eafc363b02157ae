#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/pinned_note.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/address_mark.h"
#include "core/picture/plan/candidate_marks.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/viewport.h"
#include "core/trace/frame.h"
#include "core/trace/placement_step.h"

namespace arenascope {

struct LayoutShapes;

/// What a picture knows of the picture of another plan beside it, so that both have one scale, and their parts stand on
/// the same lines.
struct PictureBeside {
    std::shared_ptr<const Problem> problem;      ///< of the other picture; never null
    std::shared_ptr<const LayoutShapes> shapes;  ///< never null
    View extent;                                 ///< what its whole view shows
    Bytes highest_live;                          ///< of its live plot
    bool has_live_legend = false;                ///< above its live curves
    std::int64_t lanes = 0;                      ///< of its tray
    bool has_placed = false;                     ///< a buffer is placed
    /// The shapes are left out: they change with this picture, too.
    friend bool operator==(const PictureBeside& a, const PictureBeside& b) {
        return a.problem == b.problem && a.extent == b.extent && a.highest_live == b.highest_live &&
               a.has_live_legend == b.has_live_legend && a.lanes == b.lanes && a.has_placed == b.has_placed;
    }
};

/// The content of a layout view, as its callers set it. The large parts are shared with them.
struct LayoutContent {
    std::shared_ptr<const Problem> problem;                                   ///< null: an empty picture
    std::shared_ptr<const Layout> layout = std::make_shared<const Layout>();  ///< never null
    /// Never null; empty: unknown.
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks =
        std::make_shared<const IndexedVector<BufferIndex, Risk>>();
    std::shared_ptr<const PlanProfiles> profiles;           ///< live sizes of the layout; null: not known yet
    std::shared_ptr<const std::vector<Move>> moves;         ///< of the shown step, in buffer order; null: none
    std::shared_ptr<const std::vector<BufferIndex>> group;  ///< of the shown step, see group_at(); null: none
    bool is_under_way = false;  ///< the shown run places the unplaced buffers in a later step
    /// The listed pairs, perhaps not all (see OverlapMarks); null: none.
    std::shared_ptr<const std::vector<Overlap>> overlaps;
    std::shared_ptr<const std::vector<OverlapArea>> overlap_areas;  ///< areas of all pairs; null: none
    std::optional<BufferIndex> placed;  ///< the scratch buffer placed by the shown step; its free area is outlined
    std::string placed_words;           ///< text for the rule that placed it
    std::optional<PlacementStep> placement_step;           ///< many-core runs only: the shown step with its candidates
    std::optional<PlaceMarks> places;                      ///< the places of a buffer, outlined; empty: none
    std::optional<AddressMark> address;                    ///< a line; empty: none
    std::vector<Move> proposal;                            ///< moves that a change would make, outlined; empty: none
    std::shared_ptr<const std::vector<PinnedNote>> notes;  ///< with a flag each, see note_marks(); null: none
    std::optional<std::size_t> chosen_note;                ///< position in `notes`; its flag is highlighted

    /// Outlined. Without a filter, buffers that share no time with any of them are dimmed.
    std::vector<BufferIndex> selection;
    std::vector<bool> filter;  ///< by buffer, false: dimmed; empty: no filter
    std::optional<Step> time_cursor;
    std::optional<Lifetime> time_range;  ///< shaded; empty: none
    ContainerChoice containers;
    std::optional<RegionIndex> picked_core;   ///< only its live size is shown
    std::optional<RegionIndex> pointed_core;  ///< under the pointer; used if no core is picked
    std::optional<Step> pointed_step;         ///< under the pointer; set only while free areas are shown

    std::optional<PictureBeside> beside;  ///< empty: the picture stands alone
    std::optional<View> selected_beside;  ///< what is selected in the other picture; a zoom to the selection shows it
    bool is_editable = true;              ///< false: nothing can be dragged elsewhere
    bool shows_free_areas = false;
    VerdictTone tone = VerdictTone::plain;  ///< of the verdict
    Unit unit = Unit::kibibytes;
    Theme theme = Theme::light;
    ColorBy color_by = ColorBy::risk;
};

/// The step whose free areas are shown: the time cursor, or the pointer if there is no time cursor. Empty: free areas
/// are hidden.
[[nodiscard]] std::optional<Step> free_areas_step(const LayoutContent& content);

/// Linear in the selection.
[[nodiscard]] bool is_selected(const LayoutContent& content, BufferIndex buffer);

/// Whether a drag moves a buffer. Linear in the selection.
[[nodiscard]] bool can_drag(const LayoutContent& content, BufferIndex buffer);

/// Whether an allocator recorded where the buffers lie, so that none can be moved. O(1).
[[nodiscard]] bool has_recorded_places(const LayoutContent& content);

/// By buffer, 1: dimmed by the filter, or without a filter by the selection. What the filter found is never dimmed.
/// Empty: no buffer is dimmed. O(n) for each selected buffer. A selection of more than 16 buffers dims nothing.
[[nodiscard]] std::vector<std::uint8_t> dimmed_buffers(const LayoutContent& content);

}  // namespace arenascope
