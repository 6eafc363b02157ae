#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <QString>

#include "widgets/picture/layout_view/layout_content.h"
#include "widgets/picture/layout_view/layout_shapes.h"
#include "widgets/picture/layout_view/parts_renewal.h"
#include "widgets/picture/layout_view/picture_parts.h"

namespace arenascope {

/// A change of a LayoutPicture.
struct PictureChange {
    /// Of two changes at once, the one listed later is reported.
    enum class Kind : std::uint8_t {
        marks,       ///< marks on top of the rectangles: cursors, outlines, overlaps
        colors,      ///< colours or dimming of the rectangles
        look,        ///< unit or theme
        free_areas,  ///< switched on or off; the listener must set the step under the pointer again
        tray,
        containers,
        layout,
        problem,
    };
    Kind kind = Kind::marks;
    std::shared_ptr<const LayoutShapes> before = nullptr;  ///< the previous shapes; only for layout and containers
};

/// The picture of a layout view, without the widget: its content, and the parts that follow from it.
///
/// Each setter has the parts computed on another thread. Those of a small plan are there within a moment most of the
/// time, see BackgroundTask::run(). Until they are there, the picture shows the former layout with its parts, and
/// reports the change then. Of a new problem it shows nothing until then. A picture with a problem must not be moved.
class LayoutPicture {
public:
    explicit LayoutPicture(std::function<void(PictureChange)> changed = {});

    /// Shows another problem with nothing placed; null: an empty picture. Resets everything except unit, theme,
    /// colouring, free areas, and whether a run is under way.
    void set_problem(std::shared_ptr<const Problem> problem);
    /// Shows another layout of the same problem. A layout of another size is ignored. `risks`: null if unknown.
    /// `moves`: of the shown step, in buffer order; null: none. `profiles`: null: they are computed. Clears the
    /// overlaps, the placed buffer and the placement step, because they belong to one layout.
    void set_layout(std::shared_ptr<const Layout> layout,
                    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks = nullptr,
                    std::shared_ptr<const std::vector<Move>> moves = nullptr, bool is_under_way = false,
                    std::shared_ptr<const PlanProfiles> profiles = nullptr);
    /// Sets the group of the shown step; null: none. Until set_layout().
    void set_group(std::shared_ptr<const std::vector<BufferIndex>> group);
    /// Sets the listed overlapping pairs, and the overlap areas of all pairs (see OverlapMarks). Null: none.
    void set_overlaps(std::shared_ptr<const std::vector<Overlap>> pairs,
                      std::shared_ptr<const std::vector<OverlapArea>> areas);
    /// Sets the scratch buffer that the shown step placed, and a text for the rule that placed it.
    void set_placed(std::optional<BufferIndex> buffer, const QString& words = {});
    /// Sets the shown step of a many-core run.
    void set_placement_step(std::optional<PlacementStep> step);
    /// Outlines the places of a buffer. Until set_layout().
    void set_places(std::optional<PlaceMarks> places);
    /// Sets the notes with flags, and the chosen one. Null: none. Until set_problem().
    void set_notes(std::shared_ptr<const std::vector<PinnedNote>> notes, std::optional<std::size_t> chosen);
    void set_selection(std::vector<BufferIndex> buffers);
    /// By buffer, false: dimmed. Empty: no filter.
    void set_filter(std::vector<bool> passes);
    void set_time_cursor(std::optional<Step> step);
    /// Shades a range of steps. Empty: none.
    void set_time_range(std::optional<Lifetime> steps);
    void set_free_areas(bool shown);
    /// Chooses the containers to show, their order, and which are folded. Thin bands stay as they are.
    void set_containers(ContainerChoice choice);
    /// Shows the thin bands of a recorded allocator one by one, or folds them together.
    void show_thin_bands(bool shown);
    /// Shows only the live size of this core. Empty: the core under the pointer, or all cores.
    void set_picked_core(std::optional<RegionIndex> core);
    void set_unit(Unit unit);
    /// Changes marks from which no part follows. They belong to the latest layout.
    void change_marks(const std::function<void(LayoutContent&)>& change);
    void set_theme(Theme theme);
    void set_color_by(ColorBy by);

    /// For a picture beside that of another plan, see needs_beside(); empty: it stands alone. `is_editable`: whether
    /// buffers and capacities can be dragged elsewhere.
    void set_beside(const std::optional<PictureBeside>& other, bool is_editable);

    /// Sets the core and the step under the pointer. The step is ignored while free areas are hidden.
    void point_at(std::optional<RegionIndex> core, std::optional<Step> step);

    /// The content as it is drawn. Its layout is that of the parts.
    [[nodiscard]] const LayoutContent& content() const { return content_; }
    /// The content as the setters left it. Its layout may wait to be drawn.
    [[nodiscard]] const LayoutContent& latest() const { return latest_; }
    [[nodiscard]] const PictureParts& parts() const { return parts_; }
    [[nodiscard]] const LayoutShapes& shapes() const { return *parts_.shapes; }

private:
    /// What computes outdated parts of the latest content, and reports the change then.
    PartsRenewal& renewal();
    void report(PictureChange::Kind kind);

    std::function<void(PictureChange)> changed_;
    LayoutContent content_;
    LayoutContent latest_;
    PictureParts parts_;
    std::unique_ptr<PartsRenewal> renewal_;  ///< null: not needed yet
};

/// Outlines where a change would put buffers. Until the next layout.
void set_proposal(LayoutPicture& picture, const std::vector<Move>& moves);

/// Sets what is selected in the picture beside this one; empty: nothing. A zoom to the selection shows both.
void set_selected_beside(LayoutPicture& picture, const std::optional<View>& selected);

/// Draws the line of an address. Until the next problem.
void set_address(LayoutPicture& picture, std::optional<AddressMark> address);

/// Sets the tone of the verdict, which the line of the peak takes. Until the next layout.
void set_tone(LayoutPicture& picture, VerdictTone tone);

/// The rectangles of these buffers, in their order. Those that are not shown have none.
[[nodiscard]] std::vector<MemoryRectangle> rectangles_of(const LayoutPicture& picture,
                                                         std::span<const BufferIndex> buffers);

/// A text that says why the picture is empty. Empty: a buffer is placed, or there is no problem.
[[nodiscard]] QString empty_picture_text(const LayoutPicture& picture);

}  // namespace arenascope
